import {spawnSync} from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import {devNull, tmpdir} from 'node:os'
import {basename, join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {afterAll, beforeAll, describe, expect, test} from 'vitest'
import type {ConversationDocument} from '../../src/conversation/index.ts'
import {recording, sharedFolder} from '../support/conversation/recordings.ts'
import {golden} from '../support/golden.ts'
import type {RunOptions} from '../support/program.ts'
import {
  asNobody,
  canDenyAccess,
  program,
  recount as runProgram,
  recountInProcess as runProgramApart,
} from '../support/program.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const sample = 'samples/discount'

let temp = ''
beforeAll(() => {
  temp = mkdtempSync(join(tmpdir(), 'recount-'))
  // Some tests run the program as another user, who must have access to this folder.
  chmodSync(temp, 0o755)
})
afterAll(() => rmSync(temp, {recursive: true, force: true}))

type Options = Pick<RunOptions, 'input' | 'env' | 'uid'>

const placeFor = ({env, ...options}: Options): RunOptions => ({
  ...options,
  home: join(temp, 'recount'),
  env: {HOME: temp, ...env},
})

/** Runs the built program as a user would. */
const recount = (words: readonly string[], options: Options = {}) => runProgram(words, placeFor(options))

/** The same in a process of its own. */
const recountApart = (words: readonly string[], options: Options = {}) =>
  runProgramApart(words, placeFor(options))

const file = (name: string, content: string | Buffer): string => {
  const path = join(temp, name)
  writeFileSync(path, content)
  return path
}

/** Root can read everything, and another user may not be able to run the program. */
const forbids = canDenyAccess()

const hello = '{"type":"user","message":{"content":"hi"}}\n'
const binary = Buffer.from(Array.from({length: 5000}, (_, i) => (i * 7919) % 256))

const folder = (name: string): string => {
  const path = join(temp, name)
  mkdirSync(path, {recursive: true})
  return path
}

/** A folder with one good file and one of everything that cannot be read. */
function folderOfTrouble(name: string): string {
  const path = folder(name)
  writeFileSync(join(path, 'good.jsonl'), hello)
  writeFileSync(join(path, 'secret.jsonl'), hello)
  chmodSync(join(path, 'secret.jsonl'), 0)
  symlinkSync('nowhere', join(path, 'dangling.jsonl'))
  mkdirSync(join(path, 'real'))
  symlinkSync('real', join(path, 'linked.jsonl'))
  spawnSync('mkfifo', [join(path, 'pipe.jsonl')])
  return path
}

const troubles = (path: string): readonly string[] => [
  `Cannot read ${join(path, 'dangling.jsonl')}: it is a link, and links are not followed. Give its target to read it.`,
  `Cannot read ${join(path, 'linked.jsonl')}: it is a link, and links are not followed. Give its target to read it.`,
  `Cannot read ${join(path, 'pipe.jsonl')}: it is not a regular file.`,
  `Cannot read ${join(path, 'secret.jsonl')}: permission denied.`,
]

/** A project of sessions whose agents are in files next to them, as client 2.0 writes them. */
function flatProject(name: string, scenario: string) {
  const {transcripts} = recording(scenario)
  const path = folder(name)
  for (const transcript of transcripts) cpSync(transcript.path, join(path, basename(transcript.path)))
  const session = transcripts[0]?.session ?? ''
  return {path, session, file: join(path, `${session}.jsonl`)}
}

const shown = (words: readonly string[], options?: Options): ConversationDocument =>
  JSON.parse(recount(['show', ...words, '--format', 'json'], options).stdout)

describe('inspect', () => {
  test('summarizes the sample for a reader', () => {
    const {stdout, stderr, status} = recount(['inspect', `${sample}/transcript`])
    golden('test/golden/inspect-sample.txt', stdout)
    expect({stderr, status}).toEqual({stderr: '', status: 0})
  })
  test('has the same counts as JSON, and they add up', () => {
    const report = JSON.parse(recount(['inspect', '--json', `${sample}/stream.jsonl`]).stdout)
    expect(report).toMatchObject({
      files: 1,
      records: 71,
      messages: 71,
      unknown: 0,
      unreadable: 0,
      dialects: {'stream-json': 71},
      sessions: 1,
      agents: 1,
      branches: 0,
      toolCalls: {completed: 17, failed: 1, denied: 0, interrupted: 0, orphaned: 0, pending: 0, running: 0},
      usage: {input: 48, output: 1959, cacheRead: 376_067, cacheWrite5m: 31_607, cacheWrite1h: 0},
    })
    expect(report.reportedCostUsd).toBeCloseTo(0.2726204, 9)
    expect(report.bytes).toBe(readFileSync(join(root, sample, 'stream.jsonl')).length)
  })
  test('reads the same from standard input', () => {
    const input = readFileSync(join(root, sample, 'stream.jsonl'))
    const asked = recount(['inspect', '-', '--json'], {input})
    expect(JSON.parse(asked.stdout)).toMatchObject({records: 71, toolCalls: {completed: 17}})
  })
  test('the sample is one conversation in all four dialects', () => {
    for (const way of ['stream.jsonl', 'transcript', 'webui', 'stored']) {
      const report = JSON.parse(recount(['inspect', '--json', `${sample}/${way}`]).stdout)
      expect(report, way).toMatchObject({
        sessions: 1,
        agents: 1,
        toolCalls: {completed: 17, failed: 1},
        unknown: 0,
      })
    }
  })
  test('adds up several paths', () => {
    const report = JSON.parse(
      recount(['inspect', '--json', `${sample}/transcript`, `${sample}/webui`]).stdout,
    )
    expect(report.files).toBe(3)
  })
  test('reads a file once, however many arguments name it', () => {
    const path = `${sample}/stream.jsonl`
    const once = recount(['inspect', '--json', path]).stdout
    expect(recount(['inspect', '--json', path, join(root, path), path]).stdout).toBe(once)
    const all = recount(['inspect', '--json', sample]).stdout
    expect(recount(['inspect', '--json', sample, path]).stdout).toBe(all)
  })
  test('counts unusual lines and continues', () => {
    const path = file(
      'odd.jsonl',
      '\ufeff{"type":"user","message":{"content":"hi"}}\r\n\n\0\0{"type":"new_thing","half":"\\ud83d"}\nnot json\n{"type":"user"}{"type":"user"}\n{"torn":',
    )
    expect(JSON.parse(recount(['inspect', '--json', path]).stdout)).toMatchObject({
      records: 6,
      messages: 3,
      unknown: 1,
      unreadable: 2,
      unknownTypes: {new_thing: 1},
      unreadableReasons: {'not-json': 1, truncated: 1},
      warnings: {blank: 1, crlf: 1, bom: 1, 'leading-nul': 1, unterminated: 1, glued: 1, 'lone-surrogate': 1},
    })
  })
  test('an empty transcript is an empty report, as the client itself leaves such files', () => {
    const {stdout, status} = recount(['inspect', '--json', file('empty.jsonl', '')])
    expect(JSON.parse(stdout)).toMatchObject({files: 1, records: 0})
    expect(status).toBe(0)
  })
  test('control characters in names do not reach the terminal', () => {
    const {stdout} = recount(['inspect', file('evil.jsonl', JSON.stringify({type: 'x\u001b]0;owned\u0007'}))])
    expect(stdout).not.toContain('\u001b')
  })
  test('of two opposite options the last one counts', () => {
    const colours = (...words: readonly string[]) =>
      recount(['show', sample, ...words]).stdout.includes('\u001b[')
    expect(colours('--color', '--no-color')).toBe(false)
    expect(colours('--no-color', '--color')).toBe(true)
  })
  test('"help <command>" is the same as "<command> --help"', () => {
    expect(recount(['help', 'show']).stdout).toBe(recount(['show', '--help']).stdout)
  })
  test('colour follows FORCE_COLOR and NO_COLOR', () => {
    const colours = (env: Readonly<Record<string, string>>): boolean =>
      recountApart(['inspect', sample], {env}).stdout.includes('\u001b[')
    expect(colours({FORCE_COLOR: '1', NO_COLOR: ''})).toBe(true)
    expect(colours({FORCE_COLOR: '1', NO_COLOR: '1'})).toBe(false)
  })
  test('links in a folder are not followed, and linked projects are reported', () => {
    const path = folder('loop')
    writeFileSync(join(path, 'a.jsonl'), hello)
    symlinkSync(path, join(path, 'again'))
    writeFileSync(join(folder('elsewhere'), 'b.jsonl'), hello)
    symlinkSync(join(temp, 'elsewhere'), join(path, 'project'))
    const {stdout, stderr} = recount(['inspect', '--json', path])
    expect(JSON.parse(stdout).files).toBe(1)
    expect(stderr.split('\n').filter((line) => line.includes('it is a link'))).toHaveLength(2)
  })
  test.skipIf(!forbids)('a file in a folder that cannot be read is reported and skipped', () => {
    const path = folderOfTrouble('trouble')
    const {stdout, stderr, status} = recount(['inspect', '--json', path], asNobody)
    expect(JSON.parse(stdout)).toMatchObject({files: 1, messages: 1})
    expect(stderr.trimEnd().split('\n').sort()).toEqual(troubles(path))
    expect(status).toBe(0)
  })
  test.skipIf(!forbids)('a folder of which nothing can be read is an error', () => {
    const path = folderOfTrouble('only-trouble')
    rmSync(join(path, 'good.jsonl'))
    const {stdout, stderr, status} = recount(['inspect', path], asNobody)
    expect({stdout, status}).toEqual({stdout: '', status: 1})
    expect(stderr).toContain(`Cannot find a transcript in ${path}: nothing there could be read.\n`)
  })
  test('shows no progress if standard error is not a terminal', () => {
    expect(recount(['inspect', sample]).stderr).toBe('')
  })
})

const shownDepth = (text: string): number => text.match(/\[/g)?.length ?? 0

const corpus = sharedFolder('corpus')
const corpusProjects = corpus && join(corpus, 'handgemacht-ai+claude-code-log/test/test_data/real_projects')

describe('show', () => {
  test('prints the folded conversation as its documented document', () => {
    const {stdout, status} = recount(['show', `${sample}/transcript`, '--format', 'json'])
    const document: ConversationDocument = JSON.parse(stdout)
    expect(status).toBe(0)
    expect(document).toMatchObject({format: 'recount-conversation', version: 1})
    expect(document.sessions.map((session) => session.turns.length)).toEqual([3])
    const [agent] = document.agents
    expect(document.toolCalls.filter((run) => run.agent === agent?.key)).toHaveLength(3)
    const failed = document.toolCalls.find((run) => run.state === 'failed')
    expect(failed).toMatchObject({name: 'Bash', agent: null})
    expect(failed?.durationMs).toBeGreaterThan(0)
    expect(failed?.endedAt).toMatch(/^2026-03-04T/)
  })
  test.skipIf(process.platform === 'win32')('reads a pipe that has a name', () => {
    const script = '"$0" "$1" show <(cat "$2") --no-pager'
    const {stdout, stderr} = spawnSync(
      'bash',
      ['-c', script, process.execPath, program, `${sample}/stream.jsonl`],
      {encoding: 'utf8', cwd: root, env: {...process.env, HOME: temp, TZ: 'UTC', NO_COLOR: '1'}},
    )
    expect(stderr).toBe('')
    expect(stdout).toContain('Completed')
  })
  test('finds a session by its id, by its beginning, and by "latest"', () => {
    const {transcripts} = recording('2.1.325/subagent')
    const project = join(temp, 'config/projects/-demo')
    mkdirSync(project, {recursive: true})
    const main = transcripts[0]
    const id = main?.session ?? ''
    const path = join(project, `${id}.jsonl`)
    writeFileSync(path, readFileSync(main?.path ?? ''))
    const agents = join(project, id, 'subagents')
    mkdirSync(agents, {recursive: true})
    const agent = transcripts[1]?.path ?? ''
    writeFileSync(join(agents, agent.split('/').at(-1) ?? ''), readFileSync(agent))
    for (const name of [id, id.slice(0, 6), 'latest', path]) {
      const {stdout} = recount(['show', name, '--format', 'json'], {
        env: {CLAUDE_CONFIG_DIR: join(temp, 'config')},
      })
      const document: ConversationDocument = JSON.parse(stdout)
      expect(document.sessions.map((session) => session.sessionId)).toEqual([id])
      expect(
        document.toolCalls.some((run) => run.agent !== null),
        name,
      ).toBe(true)
    }
  })
  test('has the agents that client 2.0 wrote next to the session, and no others', () => {
    const {path, session, file} = flatProject('flat/projects/-demo', '2.1.112/subagents-parallel')
    const stranger = flatProject('stranger', '2.1.112/subagent')
    cpSync(stranger.path, path, {recursive: true})
    for (const name of [file, session]) {
      const document = shown([name], {env: {CLAUDE_CONFIG_DIR: join(temp, 'flat')}})
      expect(document.sessions.map(({sessionId}) => sessionId)).toEqual([session])
      expect(document.agents).toHaveLength(2)
      expect(new Set(document.toolCalls.map((run) => run.agent)).size).toBe(3)
    }
  })
  test.skipIf(!corpusProjects)('has the agents of real projects of client 2.0', () => {
    for (const [name, agents, runs] of [
      ['-Users-dain-workspace-coderabbit-review-helper/cb2e607c-c758-415a-8b45-c49e4631906a', 3, 14],
      ['-src-deep-manifest/a7da6a22-facc-4fcd-8bab-f83c87862004', 1, 15],
    ] as const) {
      const document = shown([join(corpusProjects ?? '', `${name}.jsonl`)])
      expect(document.sessions, name).toHaveLength(1)
      expect(document.agents, name).toHaveLength(agents)
      expect(
        document.toolCalls.filter((run) => run.agent !== null),
        name,
      ).toHaveLength(runs)
    }
  })
  test.skipIf(!forbids)('reports agents that it cannot read', () => {
    const {path, file} = flatProject('closed', '2.1.112/subagent')
    const agents = join(file.replace('.jsonl', ''), 'subagents')
    mkdirSync(agents, {recursive: true})
    chmodSync(agents, 0)
    const beside = join(path, 'agent-x.jsonl')
    writeFileSync(beside, hello)
    chmodSync(beside, 0)
    const {stderr, status} = recount(['show', file], asNobody)
    expect(stderr.trimEnd().split('\n').sort()).toEqual(
      [agents, beside].map((what) => `Cannot read ${what}: permission denied.`).sort(),
    )
    expect(status).toBe(0)
  })
  test.skipIf(!forbids)('finds "latest" among broken and forbidden things, and follows no link', () => {
    const projects = folder('messy/projects')
    const old = folder('messy/projects/-old')
    const linked = folder('messy/linked')
    symlinkSync(linked, join(projects, '-linked'))
    symlinkSync('nowhere', join(projects, '-gone'))
    writeFileSync(join(projects, 'note.txt'), '')
    symlinkSync('nowhere', join(old, 'gone.jsonl'))
    writeFileSync(join(old, 'aaaa1111.jsonl'), hello)
    utimesSync(join(old, 'aaaa1111.jsonl'), 1, 1)
    writeFileSync(join(linked, 'bbbb2222.jsonl'), hello.replace('hi', 'linked'))
    chmodSync(folder('messy/projects/-locked'), 0)
    const options = {...asNobody, env: {CLAUDE_CONFIG_DIR: join(temp, 'messy')}}
    expect(JSON.stringify(shown(['latest'], options))).toContain('"hi"')
    expect(JSON.stringify(shown(['aaaa'], options))).toContain('"hi"')
    expect(recount(['show', 'bbbb'], options).stderr).toContain('Cannot find bbbb')
  })
  test('takes an empty CLAUDE_CONFIG_DIR for none', () => {
    writeFileSync(join(folder('.claude/projects/-own'), 'cccc3333.jsonl'), hello)
    expect(shown(['cccc'], {env: {CLAUDE_CONFIG_DIR: ''}}).sessions).toHaveLength(1)
    rmSync(join(temp, '.claude'), {recursive: true})
  })
  test('writes what is nested deeper than the stack', () => {
    const input = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    const line = `{"type":"assistant","session_id":"s","message":{"id":"m","content":[{"type":"tool_use","id":"t","name":"X","input":{"deep":${input}}}]}}`
    // A thread has more of it.
    const {stdout, stderr, status} = recountApart(['show', '-', '--format', 'json'], {input: line})
    expect({stderr, status}).toEqual({stderr: '', status: 0})
    expect(shownDepth(stdout)).toBeGreaterThan(20_000)
  })
  test('writes it as a stream as well, though the input was a transcript', () => {
    const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`
    const path = file(
      'deep.jsonl',
      `{"type":"assistant","sessionId":"s","uuid":"u","parentUuid":null,"message":{"id":"m","content":[{"type":"tool_use","id":"t","name":"X","input":${deep}}]}}\n`,
    )
    const {stdout, stderr, status} = recountApart(['replay', path, '--format', 'stream-json'])
    expect({stderr, status}).toEqual({stderr: '', status: 0})
    expect(stdout).toContain(deep)
  })
  test('gives live records without a time the time of their arrival', () => {
    const input = readFileSync(recording('1.0.128/parallel').streams[0]?.path ?? '')
    const document: ConversationDocument = JSON.parse(
      recount(['show', '-', '--format', 'json'], {input}).stdout,
    )
    expect(document.toolCalls.every((run) => run.startedAt !== null && run.durationMs !== null)).toBe(true)
  })
})

/** One line that says something, and is not what JavaScript prints of an error. */
const oneSentence = /^(?!\w*Error\b)\S+ (?!.*\b(?:undefined|null|NaN)\b)[^\n]+\n$/

describe('bad input gets one sentence and the right exit code', () => {
  const sentence = (words: readonly string[], options?: Options) => {
    const {stdout, stderr, status} = recount(words, options)
    expect(stdout).toBe('')
    expect(stderr).toMatch(oneSentence)
    return [status, stderr.trim()]
  }
  test('a missing file', () => {
    for (const command of ['inspect', 'show'])
      expect(sentence([command, 'no/such.jsonl'])).toEqual([
        1,
        'Cannot find no/such.jsonl: not a file or a session. "recount ls" lists sessions.',
      ])
  })
  test('a folder without transcripts', () => {
    const path = folder('nothing')
    expect(sentence(['inspect', path])[1]).toContain('Cannot find a transcript')
    expect(sentence(['show', path])[0]).toBe(1)
  })
  test.skipIf(!forbids)('a file without read permission', () => {
    const path = file('secret.jsonl', '{}')
    chmodSync(path, 0)
    for (const command of ['inspect', 'show'])
      expect(sentence([command, path], asNobody)).toEqual([1, `Cannot read ${path}: permission denied.`])
  })
  test('a folder as standard input', () => {
    const {stderr, status} = spawnSync(process.execPath, [program, 'inspect', '-'], {
      stdio: [openSync(temp, 'r'), 'ignore', 'pipe'],
      encoding: 'utf8',
    })
    expect({stderr, status}).toEqual({
      stderr: expect.stringMatching(/^Cannot read standard input: [^\n]+\n$/),
      status: 1,
    })
  })
  test('control characters in a name do not reach the terminal', () => {
    const evil = 'no\u001b]0;owned\u0007\nsuch\u009b31m\u202e'
    for (const words of [['inspect', evil], ['show', evil], [evil], ['inspect', `--${evil}`]])
      expect(sentence(words)[1]).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  })
  test('a binary file', () => {
    const path = file('picture.png', binary)
    for (const command of ['inspect', 'show'])
      expect(sentence([command, path])).toEqual([
        1,
        `Cannot read ${path}: it is a binary file, not a transcript or a stream.`,
      ])
  })
  test.skipIf(!existsSync('/dev/zero'))('a device, which would never end', () => {
    for (const words of [['inspect'], ['show'], ['export', '-o', '-'], ['show', '--format', 'json']])
      expect(sentence([...words, '/dev/zero'])).toEqual([
        1,
        'Cannot read /dev/zero: it is a device, not a file.',
      ])
    expect(recount(['show', devNull]).stderr).toBe(`Nothing to show: ${devNull} is empty.\n`)
  })
  test('an empty standard input', () => {
    expect(sentence(['inspect', '-'])).toEqual([1, expect.stringContaining('standard input: it is empty')])
    expect(sentence(['show', '-'])[0]).toBe(1)
    expect(sentence([])[0]).toBe(1)
  })
  test('an empty argument or value, as from a variable that is not set', () => {
    for (const words of [
      ['index', ''],
      ['show', ''],
      ['restore', ''],
      ['export', '', '-o', '-'],
    ])
      expect(sentence(words)).toEqual([2, `The argument is empty. See "recount ${words[0]} --help".`])
    expect(sentence(['search', ''])).toEqual([2, 'The query is empty. See "recount search --help".'])
    for (const words of [
      ['serve', '--host', '0.0.0.0', '--token', ''],
      ['restore', '--all', '--to', ''],
      ['ls', '--project='],
    ])
      expect(sentence(words)).toEqual([
        2,
        expect.stringMatching(/Option --(?:token|to|project) needs a value: --/),
      ])
    expect(sentence(['record', '--', ''])).toEqual([1, expect.stringContaining('Cannot start ""')])
  })
  test('a folder for the archive that cannot be made', () => {
    for (const home of ['/proc/recount', '/dev/null']) {
      const {stdout, stderr, status} = runProgramApart(['ls'], {home, env: {HOME: temp}})
      expect({stdout, status}).toEqual({stdout: '', status: 1})
      expect(stderr).toMatch(/^Cannot create the archive in [^\n]+\n$/)
    }
  })
  test('a time zone without a name, which is taken for UTC', () => {
    expect(recountApart(['usage'], {env: {TZ: ''}})).toMatchObject({status: 0, stderr: ''})
  })
  test('a file for a command that only reads standard input', () => {
    const path = `${sample}/stream.jsonl`
    expect(sentence(['print', path], {input: hello})).toEqual([
      2,
      `Cannot print ${path}: print reads standard input. Use "recount show" for files.`,
    ])
  })
  test('an option that needs another one, or cannot be combined with it', () => {
    for (const [words, message] of [
      [['print', '--port', '1'], 'Cannot use --port without --web.'],
      [['print', '--slack-level', 'quiet'], 'Cannot use --slack-level without --slack.'],
      [['record', '--ci-folder', 'x', '--', 'true'], 'Cannot use --ci-folder without --ci.'],
      [['import', sample, '--agent', 'x'], 'Cannot use --agent without --store.'],
      [
        ['show', sample, '--format', 'json', '--turn', '1'],
        'Cannot use --turn with --format json: the document is always complete.',
      ],
    ] as const)
      expect(sentence(words)).toEqual([2, message])
  })
  test('a port or an address that is not available, and nothing is left running', () => {
    for (const [words, status] of [
      [['serve', '--port', '70000'], 2],
      [['serve', '--host', '999.1.1.1'], 1],
      [['replay', sample, '--web', '--port', 'x'], 2],
    ] as const) {
      const ended = recountApart(words)
      expect([words, ended.status, ended.stdout]).toEqual([words, status, ''])
      expect(ended.stderr).toMatch(oneSentence)
    }
  })
  test('a command, an option or a value that does not exist', () => {
    for (const [words, message] of [
      [['explode'], 'Unknown command "explode". See "recount --help".'],
      [['inspect', 'x', '--jsno'], 'Unknown option --jsno. Did you mean --json?'],
      [['show', 'x', '--format', 'pdf'], 'Invalid value "pdf" for --format. Use terminal or json.'],
      [['show', 'x', '--format'], 'Option --format needs a value: --format <name>.'],
      [['inspect', 'x', '--json=false'], 'Option --json takes no value.'],
      [['--jsno'], 'Unknown option --jsno. See "recount print --help".'],
      [['show'], 'show needs <session|file|folder|->. See "recount show --help".'],
      [['show', 'x', 'y'], 'show takes one argument; unexpected "y".'],
      [['inspect'], 'inspect needs <session|file|folder|->…. See "recount inspect --help".'],
    ] as const)
      expect(sentence(words)).toEqual([2, message])
  })
})

describe('the program itself', () => {
  test('prints its version', () => {
    const {version} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    expect(recount(['--version'])).toEqual({stdout: `${version}\n`, stderr: '', status: 0})
  })
  test('shows its help', () => {
    for (const words of [['--help'], ['inspect', '--help'], ['show', '-h'], ['welcome', '--help']]) {
      const {stdout, status} = recount(words)
      expect(stdout).toMatch(/^(recount shows everything|Usage: recount)/)
      expect(status).toBe(0)
    }
  })
  test('welcomes with the sample and with what to do next', () => {
    const {stdout, status} = recount(['welcome'])
    expect(stdout).toContain('The bundled sample session')
    expect(stdout).toContain('--output-format stream-json --verbose | recount')
    expect(status).toBe(0)
  })
  test.skipIf(!forbids)("welcomes with one's own transcripts in spite of some that cannot be read", () => {
    const path = folderOfTrouble('home/.claude/projects')
    const {stdout, stderr, status} = recount(['welcome'], {...asNobody, env: {HOME: join(temp, 'home')}})
    expect(stdout).toMatch(/Your own transcripts · 1 file,.+Try next/s)
    expect(stderr.trimEnd().split('\n').sort()).toEqual(troubles(path))
    expect(status).toBe(0)
  })
  test('welcomes a user without transcripts, or with none that can be read', () => {
    const projects = folder('new/.claude/projects')
    const options = {env: {HOME: join(temp, 'new')}}
    expect(recount(['welcome'], options)).toMatchObject({stderr: '', status: 0})
    writeFileSync(join(projects, 'odd.jsonl'), binary)
    const {stdout, stderr, status} = recount(['welcome'], options)
    expect(stdout).toContain('Try next')
    expect(stderr).toMatch(/^Cannot read [^\n]+binary[^\n]+\n$/)
    expect(status).toBe(0)
  })
  test('ends quietly when its reader closes the pipe', () => {
    const {stderr, stdout} = spawnSync(
      'sh',
      [
        '-c',
        '{ "$0" "$@"; echo $? >&3; } 3>&1 >&1 | head -c 1',
        process.execPath,
        program,
        'show',
        sample,
        '--format',
        'json',
      ],
      {cwd: root, encoding: 'utf8'},
    )
    expect({stderr, stdout}).toEqual({stderr: '', stdout: '{'})
  })
  test.skipIf(!existsSync('/dev/full'))('reports a full disk in one sentence', () => {
    for (const words of [['show', sample], ['inspect', sample], ['--help']]) {
      const {stderr, status} = spawnSync(process.execPath, [program, ...words], {
        cwd: root,
        stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
        encoding: 'utf8',
      })
      expect(stderr).toMatch(/^Cannot write the output: no space left[^\n]*\n$/)
      expect(status).toBe(1)
    }
  })
  test('has its exit code even if standard error is full', () => {
    const {status} = spawnSync(process.execPath, [program, 'inspect', 'no/such.jsonl'], {
      cwd: root,
      stdio: ['ignore', 'ignore', existsSync('/dev/full') ? openSync('/dev/full', 'w') : 'ignore'],
    })
    expect(status).toBe(1)
  })
})

test('the sample is what its script makes', () => {
  expect(
    spawnSync(process.execPath, ['scripts/make-sample.mjs', '--check'], {cwd: root, encoding: 'utf8'}),
  ).toMatchObject({status: 0})
})
