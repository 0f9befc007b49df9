import {chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {basename, join, relative} from 'node:path'
import {fileURLToPath} from 'node:url'
import {afterAll, beforeAll, describe, expect, test} from 'vitest'
import {recording} from '../support/conversation/recordings.ts'
import {jsonLines, program, readUntilWaiting, recount} from '../support/program.ts'
import {openPty} from '../support/terminal/terminal-window.ts'

/** Where the program runs. */
const root = fileURLToPath(new URL('../..', import.meta.url))
const temp = mkdtempSync(join(tmpdir(), 'recount-resume-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

const home = join(temp, 'home')
const claude = join(temp, 'claude')
const bin = join(temp, 'bin')
const work = join(temp, "it's a folder")
const id = '11111111-1111-4111-8111-111111111111'
const project = join(claude, 'projects', work.replaceAll(/[^A-Za-z0-9]/g, '-'))
const place = {home, env: {CLAUDE_CONFIG_DIR: claude, PATH: `${bin}:${process.env['PATH']}`}}

/** A transcript with one question and its answer. */
function writeSession(session: string, cwd: string, folder = project): string {
  const base = {sessionId: session, cwd, version: '2.1.325', userType: 'external', isSidechain: false}
  const time = '2026-01-01T00:00:00.000Z'
  const asked = {
    ...base,
    type: 'user',
    uuid: `${session}-u`,
    parentUuid: null,
    timestamp: time,
    message: {role: 'user', content: 'hi'},
  }
  const said = {
    ...{...base, type: 'assistant', uuid: `${session}-a`, parentUuid: `${session}-u`, timestamp: time},
    message: {
      id: `msg-${session}`,
      role: 'assistant',
      model: 'claude-opus-5-5',
      content: [{type: 'text', text: 'Hello'}],
    },
  }
  mkdirSync(folder, {recursive: true})
  const path = join(folder, `${session}.jsonl`)
  writeFileSync(path, `${JSON.stringify(asked)}\n${JSON.stringify(said)}\n`)
  return path
}

beforeAll(() => {
  mkdirSync(bin)
  mkdirSync(work)
  // Tells how it was started, and ends in its own way.
  writeFileSync(join(bin, 'claude'), '#!/bin/sh\npwd\nfor word in "$@"; do echo "<$word>"; done\nexit 5\n')
  chmodSync(join(bin, 'claude'), 0o755)
  writeSession(id, work)
})

describe('recount resume', () => {
  test("starts the client in the session's own folder, and ends as it does", () => {
    const ran = recount(['resume', '1111', '--', '-p', 'go on'], place)
    expect(ran).toEqual({stdout: `${work}\n<--resume=${id}>\n<-p>\n<go on>\n`, stderr: '', status: 5})
  })
  test('continues in a copy with --fork', () => {
    expect(recount(['resume', 'latest', '--fork'], place).stdout).toBe(
      `${work}\n<--resume=${id}>\n<--fork-session>\n`,
    )
  })
  test('prints a command that a shell can run', () => {
    const {stdout} = recount(['resume', id, '--print', '--fork', '--', "it's", '$(x)'], place)
    expect(stdout).toBe(
      `cd -- '${work.replace("'", "'\\''")}' && claude --resume=${id} --fork-session 'it'\\''s' '$(x)'\n`,
    )
  })
  test('says that the folder is gone', () => {
    const gone = '22222222-2222-4222-8222-222222222222'
    writeSession(gone, join(temp, 'gone'), join(claude, 'projects', 'gone'))
    const ran = recount(['resume', gone], place)
    expect(ran).toMatchObject({status: 1, stdout: ''})
    expect(ran.stderr).toContain(`Cannot resume ${gone}: its folder ${join(temp, 'gone')} is missing`)
  })
  test('offers to restore a transcript that was deleted', () => {
    const deleted = '33333333-3333-4333-8333-333333333333'
    const path = writeSession(deleted, work)
    recount(['index'], place)
    rmSync(path)
    const ran = recount(['resume', '3333'], place)
    expect(ran).toMatchObject({status: 1, stdout: ''})
    expect(ran.stderr).toBe(
      `Cannot resume ${deleted}: its transcript is deleted. Restore it with "recount restore ${deleted}" first.\n`,
    )
    expect(recount(['restore', deleted], place).status).toBe(0)
    expect(recount(['resume', '3333'], place).status).toBe(5)
  })
  test('says that a stream alone cannot be resumed', () => {
    const stream = readFileSync(join(recording('2.1.325/hello').folder, 'stream.jsonl'), 'utf8')
    expect(recount(['--record'], {...place, input: stream}).status).toBe(0)
    recount(['index'], place)
    expect(recount(['resume', 'ab0a1e6b'], place).stderr).toContain('only its stream was recorded')
  })
  test('does not know a session that does not exist', () => {
    expect(recount(['resume', 'ffff'], place)).toMatchObject({status: 1, stdout: ''})
    // The archive has sessions by now, and each of them begins with nothing.
    for (const command of ['resume', 'show'])
      expect(recount([command, ''], place)).toMatchObject({
        status: 2,
        stderr: expect.stringContaining('The argument is empty'),
      })
  })
  test('takes the path of a transcript, from wherever it is named', () => {
    const path = join(project, `${id}.jsonl`)
    const asked = (name: string) => recount(['resume', name, '--print'], place).stdout
    expect(asked(path)).toContain(`claude --resume=${id}\n`)
    expect(asked(relative(root, path))).toBe(asked(path))
    expect(recount(['resume', relative(root, join(temp, 'home'))], place).stderr).toContain(
      'only sessions in its own folder',
    )
  })
  test('says which sessions begin with what was given, on disk and in the archive', () => {
    const [one, two] = ['55555555-5555-4555-8555-555555555555', '55555555-6666-4666-8666-666666666666']
    const paths = [writeSession(one, work), writeSession(two, work)]
    recount(['index'], place)
    const sentence =
      /^"5555" matches 2 sessions:\nsession +title +project +state +age\n5{8}-5555\S+ +hi +it's a folder .*\n5{8}-6666\S+ +hi +it's a folder .*\n$/
    expect(recount(['resume', '5555'], place).stderr).toMatch(sentence)
    expect(recount(['show', '5555'], place).stderr).toMatch(sentence)
    for (const path of paths) rmSync(path)
    expect(recount(['resume', '5555'], place).stderr).toMatch(sentence)
    expect(recount(['show', '5555'], place).stderr).toMatch(sentence)
  })
  test('goes to no folder that has no place of its own', () => {
    const odd = '44444444-4444-4444-8444-444444444444'
    writeSession(odd, 'src', join(claude, 'projects', 'src'))
    expect(recount(['resume', odd, '--print'], place).stderr).toContain('does not say in which folder')
  })
})

/** Names that a file in the projects folder can have, and that a client would take as options. */
const hostileIds = [
  '--settings={"hooks":{"SessionStart":[{"hooks":[{"type":"command","command":"id"}]}]}}',
  '--dangerously-skip-permissions',
  '-p',
  `${id} --dangerously-skip-permissions`,
  `${id}\n--dangerously-skip-permissions`,
  '$(touch pwned)',
]

describe('a transcript with a hostile name', () => {
  const elsewhere = join(temp, 'hostile-names')
  const names = {...place, env: {...place.env, CLAUDE_CONFIG_DIR: elsewhere}}
  const folder = join(elsewhere, 'projects', work.replaceAll(/[^A-Za-z0-9]/g, '-'))
  const soon = new Date(Date.now() + 60_000)
  test('is never what latest means', () => {
    writeSession(id, work, folder)
    for (const name of hostileIds) utimesSync(writeSession(name, work, folder), soon, soon)
    expect(recount(['resume', 'latest'], names).stdout).toBe(`${work}\n<--resume=${id}>\n`)
    expect(recount(['resume', 'latest', '--print'], names).stdout).toContain(`claude --resume=${id}\n`)
  })
  test.each(hostileIds)('is refused: %j', (name) => {
    const path = writeSession(name, work, folder)
    for (const words of [
      ['resume', path],
      ['resume', path, '--print'],
      ['resume', '--', name],
    ]) {
      const ran = recount(words, names)
      expect(ran).toMatchObject({status: 1, stdout: ''})
      expect(ran.stderr).toMatch(/^Cannot (?:resume .*: its name is not a session id|find)/)
    }
  })
  test('has no command in its pages', () => {
    for (const name of hostileIds) {
      const path = writeSession(name, work, folder)
      // The session has the name that its records give it.
      for (const format of ['md', 'html']) {
        const {stdout, status} = recount(['export', path, '--format', format, '--output', '-'], names)
        expect(status).toBe(0)
        expect(stdout).toContain('Hello')
        expect(stdout).not.toMatch(/claude --resume/)
      }
    }
  })
})

describe('a transcript with a hostile folder', () => {
  const kept = '77777777-7777-4777-8777-777777777777'
  const evil = join(temp, 'evil\u202e\n$(touch pwned)')
  const word = `"$(printf %b '${temp}/evil\\0342\\0200\\0256\\0012\\0044\\0050touch pwned\\0051')"`
  const started = `cd -- ${word} && claude --resume=${kept}`
  beforeAll(() => {
    mkdirSync(evil)
    writeFileSync(join(evil, 'claude'), '#!/bin/sh\necho the wrong one\n', {mode: 0o755})
    writeSession(kept, evil)
  })
  test.each([[[]], [['--print']]])('is not gone to without a word of the user: %j', (options) => {
    const ran = recount(['resume', kept, ...options], place)
    expect(ran).toMatchObject({status: 1, stdout: ''})
    expect(ran.stderr).toContain(`but it is stored with another project (${basename(project)}).`)
    expect(ran.stderr).toContain(`If it is right, run: recount resume ${kept} --folder ${word}\n`)
    expect(ran.stderr.trimEnd()).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  })
  test('is gone to when the user names it', () => {
    const ran = recount(['resume', kept, '--folder', evil], place)
    expect(ran).toEqual({stdout: `${evil}\n<--resume=${kept}>\n`, stderr: '', status: 5})
    expect(recount(['resume', kept, '--folder', evil, '--print'], place).stdout).toBe(`${started}\n`)
    const other = recount(['resume', kept, '--folder', relative(root, work)], place)
    expect(other.stdout).toBe(`${work}\n<--resume=${kept}>\n`)
  })
  test('never brings its own claude', () => {
    const env = {...place.env, PATH: `:.:./:${place.env.PATH}`}
    const ran = recount(['resume', kept, '--folder', evil], {...place, env})
    expect(ran).toEqual({stdout: `${evil}\n<--resume=${kept}>\n`, stderr: '', status: 5})
    const none = recount(['resume', kept, '--folder', evil], {...place, env: {...env, PATH: ':.'}})
    expect(none).toMatchObject({stdout: '', status: 1})
    expect(none.stderr).toContain('Cannot start claude: no absolute folder in PATH has it.')
  })
  test.each([
    ['y', 5],
    ['no', 1],
    ['', 1],
  ])('is asked about on a terminal: %j', async (answer, status) => {
    const variables = Object.entries({...place.env, HOME: join(home, 'nobody'), RECOUNT_HOME: home})
    const window = openPty(`'${process.execPath}' '${program}' resume ${kept}; echo "ended with $?"`, {
      columns: 300,
      env: Object.fromEntries(variables),
    })
    try {
      await window.until(/Run claude in .*evil.*\? \[y\/N\]/)
      window.press(`${answer}\r`)
      await window.until(`ended with ${status}`)
      expect(window.lines().join('\n').includes(`<--resume=${kept}>`)).toBe(status === 5)
    } finally {
      window.close()
    }
  })
  test('must be a folder', () => {
    const file = join(temp, 'file')
    writeFileSync(file, '')
    expect(recount(['resume', kept, '--folder', file], place)).toMatchObject({status: 1, stdout: ''})
  })
})

test('a hostile branch is no part of a command', () => {
  const odd = '88888888-8888-4888-8888-888888888888'
  const path = writeSession(odd, work)
  const branch = "main`; touch pwned #' && claude --dangerously-skip-permissions"
  writeFileSync(
    path,
    readFileSync(path, 'utf8').replaceAll('"type"', `"gitBranch":${JSON.stringify(branch)},"type"`),
  )
  const [command = ''] = recount(['resume', odd, '--print'], place).stdout.split('\n')
  expect(command).not.toContain('touch')
  const page = recount(['export', path, '--format', 'html', '--output', '-'], place).stdout
  const shown = /<p class="resume"><code[^>]*>([^<]*)</.exec(page)?.[1]
  expect(shown).toContain(`claude --resume=${odd}`)
  expect(shown).not.toContain('touch')
})

describe('recount replay --format stream-json', () => {
  const {folder, transcripts} = recording('2.1.325/parallel')
  const stream = join(folder, 'stream.jsonl')
  test('writes a stream as it was', () => {
    const ran = recount(['replay', stream, '--format', 'stream-json', '--speed', 'max'], place)
    expect(ran).toEqual({stdout: readFileSync(stream, 'utf8'), stderr: '', status: 0})
  })
  test('keeps the time between lines', async () => {
    const words = ['replay', stream, '--format', 'stream-json', '--real-time', '--speed', '0.00001']
    const printed = await readUntilWaiting(words, place)
    expect(readFileSync(stream, 'utf8').startsWith(printed)).toBe(true)
    expect(printed.length).toBeLessThan(readFileSync(stream, 'utf8').length)
  })
  test('makes one of a transcript, which another recount reads', () => {
    const [file] = transcripts
    const made = recount(
      ['replay', file?.path ?? '', '--format', 'stream-json', '--speed', 'max'],
      place,
    ).stdout
    const lines = jsonLines(made)
    expect(lines[0]).toMatchObject({subtype: 'init', synthesized: {from: 'transcript'}})
    expect(lines.at(-1)).toMatchObject({type: 'result', subtype: 'success'})
    const shown = recount(['print'], {...place, input: made})
    expect(shown.stdout).toContain('completed')
    expect(shown.status).toBe(0)
  })
})
