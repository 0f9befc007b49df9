import {spawn, spawnSync} from 'node:child_process'
import {
  chmodSync,
  closeSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import {dirname, join, relative} from 'node:path'
import {fileURLToPath} from 'node:url'
import {afterAll, beforeAll, describe, expect, test} from 'vitest'
import {copyPrivateFile, openPrivateFile, repairFolder, repairMode} from '../../src/files/private-files.ts'
import {openConversationStore} from '../../src/store/index.ts'
import {recording} from '../support/conversation/recordings.ts'
import {asNobody, canDenyAccess, program} from '../support/program.ts'
import {playCommand, streamOf, tempFolder} from '../support/record/recorded.ts'
import {FakeSlack} from '../support/slack/fake-slack.ts'

const temp = tempFolder('private')
const fake = new FakeSlack()
beforeAll(async () => {
  // Nothing above what recount writes keeps anybody out: its own modes must.
  chmodSync(temp, 0o755)
  await fake.listen()
})
afterAll(() => fake.close())

/** What a command may ask for. */
interface Place {
  readonly folder: string
  readonly umask: string
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string
}

/** Runs the program with a umask. Its home, its temporary files and its working folder are below one folder. */
async function run(words: readonly string[], {folder, umask, env, input = ''}: Place): Promise<string> {
  const shell = ['-c', `umask ${umask}; exec "$0" "$@"`, process.execPath, program, ...words]
  const child = spawn('sh', shell, {
    cwd: join(folder, 'work'),
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: join(folder, 'home'),
      TMPDIR: join(folder, 'temporary'),
      NO_COLOR: '1',
      TZ: 'UTC',
      RECOUNT_SLACK_TOKEN: fake.token,
      RECOUNT_SLACK_CHANNEL: fake.general.id,
      RECOUNT_SLACK_API_URL: fake.apiUrl,
      ...env,
    },
  })
  let said = ''
  for (const output of [child.stdout, child.stderr])
    output.on('data', (text) => {
      said += text
    })
  child.stdin.end(input)
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve))
  expect({words, status, said: status === 0 ? '' : said}).toEqual({words, status: 0, said: ''})
  return said
}

/** Makes the folders of a user, as they usually are: everybody can look into them. */
function newUser(name: string): string {
  const folder = join(temp, name)
  const projects = join(folder, 'home', '.claude', 'projects', '-shop')
  for (const path of [projects, join(folder, 'work'), join(folder, 'temporary')])
    mkdirSync(path, {recursive: true, mode: 0o755})
  const {transcript} = sessionIn(recording('2.1.325/parallel').folder)
  copyFileSync(transcript, join(projects, `${session}.jsonl`))
  chmodSync(join(projects, `${session}.jsonl`), 0o644)
  return folder
}

const session = '11111111-1111-4111-8111-111111111111'

function sessionIn(folder: string): {readonly transcript: string} {
  const found = readdirSync(folder, {recursive: true, encoding: 'utf8'}).find(
    (name) => name.startsWith('transcript') && name.endsWith('.jsonl') && !name.includes('agent-'),
  )
  if (found === undefined) throw new Error(`There is no transcript in ${folder}.`)
  return {transcript: join(folder, found)}
}

/** Everything below a folder, with its mode. */
function modesBelow(folder: string): ReadonlyMap<string, string> {
  const names = readdirSync(folder, {recursive: true, encoding: 'utf8'}).sort()
  return new Map(names.map((name) => [name, modeOf(join(folder, name))]))
}

const modeOf = (path: string): string => {
  const about = lstatSync(path)
  return `${about.isDirectory() ? 'folder' : 'file'} ${(about.mode & 0o777).toString(8)}`
}

/** Every command that writes something with what was said in it. */
async function runEverything(place: Place): Promise<void> {
  const stream = readFileSync(streamOf('2.1.325/hello'), 'utf8')
  await run(['index'], place)
  await run(['search', 'the'], place)
  await run(['record', '--ci', '--', ...playCommand('2.1.325/parallel')], place)
  await run(['--record', '--tee', 'tee.jsonl'], {...place, input: stream})
  await run(['import', streamOf('2.1.325/mcp')], place)
  await run(['import', streamOf('2.1.325/mcp'), '--store', 'store'], place)
  await run(['export', session, '--format', 'chorus', '--output', 'other-store'], place)
  await run(['slack', session], place)
  await run(['restore', session, '--to', 'restored'], place)
  rmSync(join(place.folder, 'home', '.claude'), {recursive: true})
  await run(['restore', session], place)
}

/** Which of some paths another user can read. */
function readableByNobody(paths: readonly string[]): readonly string[] {
  const script = `const fs = require('fs')
    const canRead = (path) => {
      try { fs.statSync(path).isDirectory() ? fs.readdirSync(path) : fs.readFileSync(path); return true } catch { return false }
    }
    console.log(JSON.stringify(JSON.parse(fs.readFileSync(0, 'utf8')).filter(canRead)))`
  const {stdout} = spawnSync(process.execPath, ['-e', script], {
    ...asNobody,
    cwd: '/',
    input: JSON.stringify(paths),
    encoding: 'utf8',
  })
  return JSON.parse(stdout)
}

const isRoot = process.getuid?.() === 0

describe.each(['022', '000'])('with umask %s', (umask) => {
  const folder = (): string => join(temp, `user-${umask}`)
  const written = (): ReadonlyMap<string, string> =>
    new Map(
      [...modesBelow(folder())].filter(
        ([name]) => !['home', 'work', 'temporary', 'home/.claude'].includes(name),
      ),
    )
  beforeAll(async () => {
    newUser(`user-${umask}`)
    await runEverything({folder: folder(), umask})
  }, 120_000)

  test('every file and folder that is written is its owner’s alone', () => {
    const names = [...written().keys()].join('\n')
    // What the test is about was written at all.
    for (const part of [
      /recount\/archive\.db$/m,
      /recount\/search-1\.db$/m,
      /recordings\/20[^/]*\/stream\.jsonl$/m,
      /recordings\/20[^/]*\/offsets\.txt$/m,
      /recordings\/import-[^/]*\/stream\.jsonl$/m,
      /recount\/slack\/[^/]+$/m,
      /^work\/recount-ci\/session\.html$/m,
      /^work\/recount-ci\/comment\.md$/m,
      /^work\/tee\.jsonl$/m,
      /^work\/store\/.*\.jsonl$/m,
      /^work\/other-store\/.*config\.json$/m,
      /^work\/restored\/.*\.jsonl$/m,
      /^home\/\.claude\/projects\/-shop\/.*\.jsonl$/m,
    ])
      expect(names).toMatch(part)
    expect([...written()].filter(([, mode]) => mode !== 'file 600' && mode !== 'folder 700')).toEqual([])
  })

  test.skipIf(!isRoot || !canDenyAccess())('another user can read none of it', () => {
    const paths = [...written().keys()].map((name) => join(folder(), name))
    // That user comes as far as the folders above, so that what is refused is refused by recount's modes.
    expect(readableByNobody([join(folder(), 'home'), join(folder(), 'work')])).toHaveLength(2)
    expect(readableByNobody(paths)).toEqual([])
  })
})

test('the files of a database are private while it is open', async () => {
  const folder = newUser('open')
  const child = spawn(
    'sh',
    ['-c', `umask 000; exec "$0" "$@"`, process.execPath, program, 'serve', '--port', '0'],
    {
      cwd: join(folder, 'work'),
      env: {PATH: process.env['PATH'] ?? '', HOME: join(folder, 'home'), TMPDIR: join(folder, 'temporary')},
    },
  )
  const ended = new Promise((resolve) => child.once('close', resolve))
  try {
    const home = join(folder, 'home/.local/share/recount')
    await expect
      .poll(() => [...modesBelow(home).keys()], {timeout: 30_000})
      .toEqual(expect.arrayContaining(['archive.db-wal', 'archive.db-shm', 'search-0.db']))
    expect([...modesBelow(home)].filter(([, mode]) => mode !== 'file 600')).toEqual([])
    // The samples are shown out of an archive of their own as long as there are no sessions.
    const open = [...modesBelow(join(folder, 'temporary'))].filter(([, mode]) => !/[67]00$/.test(mode))
    expect(open).toEqual([])
  } finally {
    child.kill('SIGTERM')
    await ended
  }
})

describe('what an older recount left open', () => {
  const openUp = (folder: string): void => {
    for (const name of readdirSync(folder, {recursive: true, encoding: 'utf8'})) {
      const path = join(folder, name)
      chmodSync(path, lstatSync(path).isDirectory() ? 0o755 : 0o644)
    }
  }
  test('is closed when it is opened next', async () => {
    const folder = newUser('old')
    const place = {folder, umask: '022'}
    await run(['index'], place)
    await run(['import', streamOf('2.1.325/mcp')], place)
    await run(['slack', session], place)
    const home = join(folder, 'home/.local/share/recount')
    writeFileSync(join(home, 'archive.db.broken-2026'), 'set aside')
    openUp(join(folder, 'home/.local'))
    chmodSync(home, 0o755)
    await run(['slack', session], place)
    await run(['ls'], place)
    expect(modeOf(home)).toBe('folder 700')
    const open = [...modesBelow(home)].filter(([, mode]) => mode !== 'file 600' && mode !== 'folder 700')
    expect(open).toEqual([])
  })
  test('is closed in a folder that the user named, whose own mode is the user’s', async () => {
    const folder = newUser('named')
    const named = join(folder, 'work', 'named')
    mkdirSync(named, {mode: 0o755})
    writeFileSync(join(named, 'notes.txt'), 'not of recount')
    const place = {folder, umask: '022', env: {RECOUNT_HOME: named}}
    await run(['import', streamOf('2.1.325/mcp')], place)
    openUp(named)
    await run(['ls'], place)
    expect(modeOf(named)).toBe('folder 755')
    const open = [...modesBelow(named)].filter(([, mode]) => mode !== 'file 600' && mode !== 'folder 700')
    expect(open).toEqual([['notes.txt', 'file 644']])
  })
  test('is closed in a store when something is appended', () => {
    const store = openConversationStore(join(temp, 'store'))
    const place = {workspace: 'shop', agent: 'one', conversation: 'first'}
    const line = '{"type":"user"}'
    store.append(place, [{line}])
    store.addWorkspace({id: 'shop', name: 'shop'}, 'one')
    openUp(store.folder)
    store.append(place, [{line}])
    store.addWorkspace({id: 'shop', name: 'shop'}, 'two')
    const open = [...modesBelow(store.folder)].filter(([, mode]) => mode !== 'file 600')
    // Folders of a store may be shared with other programs of the user's choice.
    expect(open.map(([, mode]) => mode)).toEqual(open.map(() => 'folder 755'))
  })
  test('stays as it is if it belongs to another user, is a link, or cannot be changed', () => {
    const folder = join(temp, 'others')
    mkdirSync(folder)
    const own = join(folder, 'own')
    writeFileSync(own, 'text')
    chmodSync(own, 0o644)
    symlinkSync(own, join(folder, 'link'))
    expect(repairMode(join(folder, 'link'))).toBe(false)
    expect(modeOf(own)).toBe('file 644')
    expect(repairMode(join(folder, 'missing'))).toBe(false)
    expect(repairMode(own)).toBe(true)
    // One that its owner cannot write to is not made writable.
    chmodSync(own, 0o444)
    expect([repairMode(own), modeOf(own)]).toEqual([true, 'file 400'])
    expect(() => repairFolder(join(folder, 'missing'))).not.toThrow()
  })
  test.skipIf(!isRoot)('of another user is not touched, even by root', () => {
    const path = join(temp, 'foreign')
    writeFileSync(path, 'text')
    chmodSync(path, 0o644)
    spawnSync('chown', ['65534', path])
    expect([repairMode(path), modeOf(path)]).toEqual([false, 'file 644'])
  })
})

test('a copy is private whatever the original is', () => {
  const from = join(temp, 'original')
  const text = 'x'.repeat(3 << 20)
  writeFileSync(from, text)
  chmodSync(from, 0o666)
  const to = join(temp, 'copy')
  const source = openSync(from, 'r')
  copyPrivateFile(source, to)
  closeSync(source)
  expect([modeOf(to), readFileSync(to, 'utf8') === text]).toEqual(['file 600', true])
  expect(() => openPrivateFile(to, 'wx')).toThrow(/EEXIST/)
})

/** What writes without the module that makes files private, and why it may. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  // Into a file that was opened privately.
  'sinks/replace-file.ts': ['writeFileSync'],
  // To the summary of a job, which GitHub made.
  'cli/commands/record/ci-files.ts': ['appendFileSync'],
}

test('nothing else in the program makes files or folders', () => {
  const src = fileURLToPath(new URL('../../src', import.meta.url))
  const names = readdirSync(src, {recursive: true, encoding: 'utf8'}).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && dirname(name) !== 'files',
  )
  const makers = /\b(?:mkdirSync|mkdir|writeFileSync|copyFileSync|cpSync|appendFileSync|createWriteStream)\b/g
  const found = names.flatMap((name) => {
    const imports = readFileSync(join(src, name), 'utf8').match(
      /^import [^;]*? from 'node:fs(?:\/promises)?'$/gms,
    )
    const used = (imports ?? []).flatMap((text) => text.match(makers) ?? [])
    return used.filter((maker) => !exceptions[name]?.includes(maker)).map((maker) => `${name}: ${maker}`)
  })
  expect(found).toEqual([])
  const opened = names.filter((name) => /openSync\([^()]*, '[wa]/.test(readFileSync(join(src, name), 'utf8')))
  // Pages are made to be handed on: there the umask decides.
  expect(opened.map((name) => relative('.', name))).toEqual(['sinks/page-folder.ts'])
})
