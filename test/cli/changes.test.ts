import {spawnSync} from 'node:child_process'
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {beforeAll, describe, expect, test} from 'vitest'
import type {Session} from '../../src/conversation/index.ts'
import {describeChanges} from '../../src/describe/index.ts'
import {renderPatch} from '../../src/render/patch/render-patch.ts'
import {readFileChanges} from '../../src/tools/index.ts'
import {everyFile, foldSession, recording} from '../support/conversation/recordings.ts'
import {
  assistantResponse,
  testConversation,
  toolResult,
  toolUse,
} from '../support/conversation/test-conversation.ts'
import {golden} from '../support/golden.ts'
import {recount} from '../support/program.ts'
import {tempFolder} from '../support/record/recorded.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const temp = tempFolder('changes')
const place = {home: join(temp, 'home'), cwd: root}
const tools = recording('2.1.325/tools-basic')
const [transcript = ''] = tools.transcripts.map(({path}) => path)

/** Applies a session's patch with git where its files are as they were before; gives what git says of it. */
function applyPatch(session: Session, folder: string): {readonly error: string; readonly files: number} {
  const [before, after] = [new Map<string, string>(), new Map<string, string>()]
  for (const run of session.runs.values()) {
    if (run.copied) continue
    for (const change of readFileChanges(run)) {
      const was = change.before ?? after.get(change.path)
      if (was !== undefined && !before.has(change.path) && !change.isNew) before.set(change.path, was)
      const now = change.apply(was)
      if (now !== undefined) after.set(change.path, now)
    }
  }
  const changes = describeChanges(session)
  const known = changes.files.filter(
    ({path, relativePath, patches}) => relativePath !== undefined && patches?.length === 1 && after.has(path),
  )
  mkdirSync(folder, {recursive: true})
  for (const {path, relativePath = '', isNew} of known) {
    mkdirSync(dirname(join(folder, relativePath)), {recursive: true})
    if (!isNew) writeFileSync(join(folder, relativePath), before.get(path) ?? '')
  }
  const {text} = renderPatch({...changes, files: known})
  if (text === '') return {error: '', files: 0}
  const {stderr} = spawnSync('git', ['apply', '--whitespace=nowarn'], {
    cwd: folder,
    input: text,
    encoding: 'utf8',
    env: {...process.env, GIT_CEILING_DIRECTORIES: temp},
  })
  const wrong = known.filter(
    ({path, relativePath = ''}) => readFileSync(join(folder, relativePath), 'utf8') !== after.get(path),
  )
  return {error: stderr + wrong.map(({path}) => `${path} differs`).join('\n'), files: known.length}
}

describe('recount changes', () => {
  test('lists each file that a session changed once', () => {
    golden('test/golden/changes/tools-basic.txt', recount(['changes', transcript], place).stdout)
  })
  test('prints a patch that turns the files before into the files after', () => {
    golden('test/golden/changes/tools-basic.patch', recount(['changes', transcript, '--patch'], place).stdout)
  })
  test('says the same of a stream and of its transcript', () => {
    const [stream = ''] = tools.streams.map(({path}) => path)
    expect(recount(['changes', stream, '--patch'], place).stdout).toBe(
      recount(['changes', transcript, '--patch'], place).stdout,
    )
  })
  test('does not take --patch and --json together', () => {
    const {status, stderr} = recount(['changes', transcript, '--patch', '--json'], place)
    expect({status, stderr}).toEqual({status: 2, stderr: expect.stringContaining('choose one')})
  })
  test('lists the commits of a session', () => {
    const talk = testConversation()
    talk.add([
      assistantResponse('m', toolUse('c', 'Bash', {command: 'git add -A && git commit -m "Fix it"'})),
      toolResult('c', '[main 1a2b3c4] Fix it\n 1 file changed, 1 insertion(+)'),
    ])
    expect([...talk.state.sessions.values()].map((session) => describeChanges(session).commits)).toEqual([
      [{sha: '1a2b3c4', subject: 'Fix it', branch: 'main', call: 'c'}],
    ])
  })
})

describe('recount file', () => {
  const home = join(temp, 'archive')
  beforeAll(() => void recount(['index', dirname(dirname(transcript))], {home, cwd: root}))
  test('shows every session that changed a file, with the change', () => {
    golden('test/golden/changes/file.txt', recount(['file', 'src/app.ts'], {home, cwd: root}).stdout)
  })
  test('says so if there is none', () => {
    const {status, stderr} = recount(['file', 'missing.ts'], {home, cwd: root})
    expect({status, stderr}).toEqual({status: 1, stderr: expect.stringContaining('No session changed')})
  })
})

describe('a patch', () => {
  test('applies with git and gives the last content, for every session there is', () => {
    const [problems, counts] = [[] as string[], {sessions: 0, files: 0}]
    for (const file of everyFile()) {
      for (const session of foldSession([file]).sessions.values()) {
        counts.sessions += 1
        const {error, files} = applyPatch(session, join(temp, `s${counts.sessions}`))
        counts.files += files
        if (error !== '') problems.push(`${file.path} ${session.id}: ${error}`)
      }
    }
    expect(problems).toEqual([])
    expect(counts.files).toBeGreaterThan(20)
  })
  test('cannot name a file outside of the folder, or more than one file in one name', () => {
    const write = (path: string) => {
      const talk = testConversation()
      talk.add([
        {type: 'system', subtype: 'init', session_id: 's', cwd: '/work'},
        assistantResponse('m', toolUse('c', 'Write', {file_path: path, content: 'x\n'})),
        {...toolResult('c', 'ok'), tool_use_result: {type: 'create', filePath: path, content: 'x\n'}},
      ])
      const [session] = talk.state.sessions.values()
      return session ? renderPatch(describeChanges(session)) : undefined
    }
    expect(write('/work/a b.ts')?.text).toBe(
      'diff --git a/a b.ts b/a b.ts\nnew file mode 100644\n--- /dev/null\n+++ b/a b.ts\t\n@@ -0,0 +1,1 @@\n+x\n',
    )
    expect(write('/work/a\n+++ b/c')?.text).toContain('+++ "b/a\\012+++ b/c"\n')
    for (const path of ['/elsewhere/x', '/work/../etc/passwd', '/workshop/x', 'x'])
      expect(write(path), path).toMatchObject({text: '', leftOut: [{path}]})
  })
})
