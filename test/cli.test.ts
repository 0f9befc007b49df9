import {spawn, spawnSync} from 'node:child_process'
import {chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, beforeAll, describe, expect, test} from 'vitest'
import type {ConversationDocument} from '../src/conversation/index.ts'
import {golden} from './support/golden.ts'
import {recording} from './support/recordings.ts'

const root = new URL('..', import.meta.url).pathname
const program = join(root, 'dist/cli/main.js')
const sample = 'samples/discount'

let temp = ''
beforeAll(() => {
  temp = mkdtempSync(join(tmpdir(), 'recount-'))
})
afterAll(() => rmSync(temp, {recursive: true, force: true}))

/** Runs the built program as a user would. */
function recount(
  words: readonly string[],
  options: {input?: string | Buffer; env?: Record<string, string>; uid?: number} = {},
) {
  const {stdout, stderr, status} = spawnSync(process.execPath, [program, ...words], {
    cwd: root,
    input: options.input ?? '',
    ...(options.uid === undefined ? {} : {uid: options.uid}),
    env: {PATH: process.env['PATH'] ?? '', HOME: temp, ...options.env},
    encoding: 'utf8',
    maxBuffer: 1e9,
  })
  return {stdout, stderr, status}
}

const file = (name: string, content: string | Buffer): string => {
  const path = join(temp, name)
  writeFileSync(path, content)
  return path
}

const runsAs = (uid: number): boolean => process.getuid?.() === uid

describe('inspect', () => {
  test('tells a person what is in the sample', () => {
    const {stdout, stderr, status} = recount(['inspect', `${sample}/transcript`])
    golden('test/golden/inspect-sample.txt', stdout)
    expect({stderr, status}).toEqual({stderr: '', status: 0})
  })
  test('tells a program the same, and the counts add up', () => {
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
      toolRuns: {completed: 17, failed: 1, denied: 0, interrupted: 0, orphaned: 0, pending: 0, running: 0},
      usage: {input: 48, output: 1959, cacheRead: 376_067, cacheWrite5m: 31_607, cacheWrite1h: 0},
    })
    expect(report.reportedCostUsd).toBeCloseTo(0.2726204, 9)
    expect(report.bytes).toBe(readFileSync(join(root, sample, 'stream.jsonl')).length)
  })
  test('reads the same from standard input, with or without a command', () => {
    const input = readFileSync(join(root, sample, 'stream.jsonl'))
    const asked = recount(['inspect', '-', '--json'], {input})
    expect(JSON.parse(asked.stdout)).toMatchObject({records: 71, toolRuns: {completed: 17}})
    expect(recount([], {input}).stdout).toContain('71 = 71 messages')
  })
  test('the sample is one conversation in all four dialects', () => {
    for (const way of ['stream.jsonl', 'transcript', 'webui', 'stored']) {
      const report = JSON.parse(recount(['inspect', '--json', `${sample}/${way}`]).stdout)
      expect(report, way).toMatchObject({
        sessions: 1,
        agents: 1,
        toolRuns: {completed: 17, failed: 1},
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
  test('counts what is odd and goes on', () => {
    const path = file(
      'odd.jsonl',
      '\ufeff{"type":"user","message":{"content":"hi"}}\r\n\n\0\0{"type":"new_thing"}\nnot json\n{"type":"user"}{"type":"user"}\n{"torn":',
    )
    expect(JSON.parse(recount(['inspect', '--json', path]).stdout)).toMatchObject({
      records: 6,
      messages: 3,
      unknown: 1,
      unreadable: 2,
      unknownTypes: {new_thing: 1},
      unreadableReasons: {'not-json': 1, truncated: 1},
      flaws: {blank: 1, crlf: 1, bom: 1, 'leading-nul': 1, unterminated: 1, glued: 1},
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
  test('colour follows FORCE_COLOR and NO_COLOR', () => {
    expect(recount(['inspect', sample], {env: {FORCE_COLOR: '1'}}).stdout).toContain('\u001b[')
    expect(recount(['inspect', sample], {env: {FORCE_COLOR: '1', NO_COLOR: '1'}}).stdout).not.toContain(
      '\u001b[',
    )
  })
  test('a folder with a link to itself is walked once', () => {
    const folder = join(temp, 'loop')
    mkdirSync(folder)
    writeFileSync(join(folder, 'a.jsonl'), '{"type":"user","message":{"content":"hi"}}\n')
    symlinkSync(folder, join(folder, 'again'))
    expect(JSON.parse(recount(['inspect', '--json', folder]).stdout).files).toBe(1)
  })
})

describe('show', () => {
  test('prints the folded conversation as its documented document', () => {
    const {stdout, status} = recount(['show', `${sample}/transcript`, '--format', 'json'])
    const document: ConversationDocument = JSON.parse(stdout)
    expect(status).toBe(0)
    expect(document).toMatchObject({format: 'recount-conversation', version: 1})
    expect(document.sessions.map((session) => session.turns.length)).toEqual([3])
    const [agent] = document.agents
    expect(document.toolRuns.filter((run) => run.agent === agent?.key)).toHaveLength(3)
    const failed = document.toolRuns.find((run) => run.state === 'failed')
    expect(failed).toMatchObject({name: 'Bash', agent: null})
    expect(failed?.durationMs).toBeGreaterThan(0)
    expect(failed?.endedAt).toMatch(/^2026-03-04T/)
  })
  test('finds a session by its id, by the beginning of it, and by "latest"', () => {
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
      const {stdout} = recount(['show', name], {env: {CLAUDE_CONFIG_DIR: join(temp, 'config')}})
      const document: ConversationDocument = JSON.parse(stdout)
      expect(document.sessions.map((session) => session.id)).toEqual([id])
      expect(
        document.toolRuns.some((run) => run.agent !== null),
        name,
      ).toBe(true)
    }
  })
  test('gives live records the time of their arrival where they have none', () => {
    const input = readFileSync(recording('1.0.128/parallel').streams[0]?.path ?? '')
    const document: ConversationDocument = JSON.parse(
      recount(['show', '-', '--format', 'json'], {input}).stdout,
    )
    expect(document.toolRuns.every((run) => run.startedAt !== null && run.durationMs !== null)).toBe(true)
  })
})

describe('bad input gets one sentence and the right exit code', () => {
  const sentence = (words: readonly string[], options?: Parameters<typeof recount>[1]) => {
    const {stdout, stderr, status} = recount(words, options)
    expect(stdout).toBe('')
    expect(stderr).toMatch(/^Cannot [^\n]+\n$/)
    return [status, stderr.trim()]
  }
  test('a missing file', () => {
    expect(sentence(['inspect', 'no/such.jsonl'])).toEqual([
      1,
      'Cannot read no/such.jsonl: there is no such file or folder.',
    ])
    expect(sentence(['show', 'no/such.jsonl'])[1]).toContain('neither a file nor a session')
  })
  test('a folder without transcripts', () => {
    const folder = join(temp, 'nothing')
    mkdirSync(folder)
    expect(sentence(['inspect', folder])[1]).toContain('Cannot find a transcript')
    expect(sentence(['show', folder])[0]).toBe(1)
  })
  test('a file that may not be read', () => {
    const path = file('secret.jsonl', '{}')
    chmodSync(path, 0)
    // Root may read everything, so the program then runs as nobody.
    chmodSync(temp, 0o755)
    expect(sentence(['inspect', path], runsAs(0) ? {uid: 65534} : {})).toEqual([
      1,
      `Cannot read ${path}: permission denied.`,
    ])
  })
  test('a binary file', () => {
    const bytes = Buffer.from(Array.from({length: 5000}, (_, i) => (i * 7919) % 256))
    expect(sentence(['inspect', file('picture.png', bytes)])).toEqual([
      1,
      expect.stringContaining('binary file'),
    ])
  })
  test('an empty standard input', () => {
    expect(sentence(['inspect', '-'])).toEqual([1, expect.stringContaining('standard input: it was empty')])
    expect(sentence(['show', '-'])[0]).toBe(1)
    expect(sentence([])[0]).toBe(1)
  })
  test('a command, an option or a value that does not exist', () => {
    expect(sentence(['explode'])).toEqual([2, expect.stringContaining('recount knows inspect, show')])
    expect(sentence(['inspect', 'x', '--jsno'])).toEqual([2, expect.stringContaining('no option --jsno')])
    expect(sentence(['show', 'x', '--format', 'pdf'])).toEqual([
      2,
      expect.stringContaining('--format takes json, not "pdf"'),
    ])
    expect(sentence(['show', 'x', '--format'])[0]).toBe(2)
    expect(sentence(['show'])[0]).toBe(2)
    expect(sentence(['show', 'x', 'y'])[0]).toBe(2)
    expect(sentence(['inspect'])[0]).toBe(2)
  })
})

describe('the program itself', () => {
  test('tells its version', () => {
    const {version} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    expect(recount(['--version'])).toEqual({stdout: `${version}\n`, stderr: '', status: 0})
  })
  test('helps', () => {
    for (const words of [['--help'], ['inspect', '--help'], ['show', '-h'], ['welcome', '--help']]) {
      const {stdout, status} = recount(words)
      expect(stdout).toMatch(/^(recount tells back|Usage: recount)/)
      expect(status).toBe(0)
    }
  })
  test('welcomes with the sample and with what to do next', () => {
    const {stdout, status} = recount(['welcome'])
    expect(stdout).toContain('The bundled sample session')
    expect(stdout).toContain('--output-format stream-json --verbose | recount')
    expect(status).toBe(0)
  })
  test('ends quietly when nobody reads on', async () => {
    const child = spawn(
      'sh',
      ['-c', `${process.execPath} ${program} show ${sample}/transcript | head -c 100 >/dev/null; exit 0`],
      {cwd: root},
    )
    let complaints = ''
    child.stderr.on('data', (data) => (complaints += String(data)))
    await new Promise((resolve) => child.on('close', resolve))
    expect(complaints).toBe('')
  })
})

test('the sample is what its script makes', () => {
  expect(
    spawnSync(process.execPath, ['scripts/make-sample.mjs', '--check'], {cwd: root, encoding: 'utf8'}),
  ).toMatchObject({status: 0})
})
