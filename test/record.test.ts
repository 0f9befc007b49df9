import type {ChildProcess} from 'node:child_process'
import {spawn} from 'node:child_process'
import {once} from 'node:events'
import {mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {setTimeout as pause} from 'node:timers/promises'
import {fileURLToPath} from 'node:url'
import {afterAll, describe, expect, test} from 'vitest'
import {readOffsets} from '../src/sources/index.ts'
import {jsonLines, program, recount, startRecount} from './support/program.ts'
import {recording} from './support/recordings.ts'
import {untouched} from './support/terminal.ts'
import {openPty} from './support/window.ts'

const client = fileURLToPath(new URL('support/stand-in-client.mjs', import.meta.url))
const temp = mkdtempSync(join(tmpdir(), 'recount-record-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

let homes = 0
const newHome = (): string => {
  homes += 1
  return join(temp, `home-${homes}`)
}

const streamOf = (name: string): string => join(recording(name).folder, 'stream.jsonl')

/** The words that play a stream. */
const playing = (name: string, ...options: readonly string[]): readonly string[] => [
  process.execPath,
  client,
  streamOf(name),
  ...options,
]

interface Kept {
  readonly folder: string
  readonly stream: string
  readonly bytes: Buffer
  readonly about: Readonly<Record<string, unknown>>
}

/** What was recorded in a home. */
function keptIn(home: string): readonly Kept[] {
  const recordings = join(home, 'recordings')
  return readdirSync(recordings)
    .sort()
    .map((name) => {
      const folder = join(recordings, name)
      const stream = join(folder, 'stream.jsonl')
      const about = JSON.parse(readFileSync(join(folder, 'stream.meta.json'), 'utf8'))
      return {folder, stream, bytes: readFileSync(stream), about}
    })
}

function onlyIn(home: string): Kept {
  const [kept, another] = keptIn(home)
  if (!kept || another) throw new Error(`There is not one recording in ${home}.`)
  return kept
}

const linesIn = (bytes: Buffer): number => bytes.toString('latin1').split('\n').length - 1

const ended = async (child: ChildProcess): Promise<{code: number | null; signal: string | null}> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return {code: child.exitCode, signal: child.signalCode}
}

/** Waits until something is so. */
async function until(isSo: () => boolean): Promise<void> {
  const began = Date.now()
  while (!isSo()) {
    if (Date.now() - began > 60_000) throw new Error('It did not happen.')
    await pause(20)
  }
}

const isBegun = (home: string, bytes = 1): boolean => {
  try {
    return onlyIn(home).bytes.length >= bytes
  } catch {
    return false
  }
}

describe('what is recorded', () => {
  test.each(['2.1.325/parallel', '2.1.325/subagents-parallel', '1.0.128/tool-errors', '2.1.325/partial'])(
    'of %s is what the client printed, byte for byte, and is shown as on a pipe',
    (name) => {
      const home = newHome()
      const ran = recount(['record', '--', ...playing(name)], {home})
      const piped = recount(['print'], {home, input: readFileSync(streamOf(name), 'utf8')})
      expect(ran.status).toBe(0)
      expect(withoutTimes(ran.stdout)).toBe(withoutTimes(piped.stdout))
      const {stream, bytes, about} = onlyIn(home)
      expect(bytes.equals(readFileSync(streamOf(name)))).toBe(true)
      expect(about).toMatchObject({format: 'recount-recording', exitCode: 0, command: playing(name)})
      const offsets = readOffsets(stream)
      expect([...(offsets?.at.keys() ?? [])]).toEqual(Array.from({length: linesIn(bytes)}, (_, at) => at + 1))
    },
  )
  test('has the time at which each line came', () => {
    const home = newHome()
    recount(['record', '--', ...playing('2.1.325/tools-basic', '--pace', '1')], {home})
    const {stream} = onlyIn(home)
    const noted = [...(readOffsets(stream)?.at.values() ?? [])]
    const played = [...(readOffsets(streamOf('2.1.325/tools-basic'))?.at.values() ?? [])]
    const since = (times: readonly number[]) => times.map((time) => time - (times[0] ?? 0))
    const gaps = since(noted).map((time, at) => time - (since(played)[at] ?? 0))
    // Timers may be late on a busy machine, never early.
    expect(Math.min(...gaps)).toBeGreaterThan(-20)
    expect(noted).toEqual([...noted].sort((a, b) => a - b))
    expect(since(noted).at(-1)).toBeGreaterThan(500)
  })
  test('of a pipe is what came through it', () => {
    const home = newHome()
    const bytes = readFileSync(streamOf('2.1.325/parallel'))
    const ran = recount(['--record'], {home, input: bytes.toString()})
    expect(ran.status).toBe(0)
    expect(ran.stderr).toMatch(/^Recorded in .*stream\.jsonl\.\n$/)
    expect(onlyIn(home).bytes.equals(bytes)).toBe(true)
    expect(readOffsets(onlyIn(home).stream)?.at.size).toBe(linesIn(bytes))
  })
  test('is passed on as it is with --raw', () => {
    const home = newHome()
    const ran = recount(['record', '--raw', '--', ...playing('2.1.325/mcp')], {home})
    expect(ran.stdout).toBe(readFileSync(streamOf('2.1.325/mcp'), 'utf8'))
    expect(ran.stderr).toContain('stand-in: begins\n')
  })
  test('of many runs at once is kept apart', async () => {
    const home = newHome()
    const names = ['2.1.325/parallel', '2.1.325/mcp', '2.1.325/subagent', '2.1.325/thinking']
    await Promise.all(
      names.map((name) => ended(startRecount(['record', '--', ...playing(name, '--pace', '0.2')], {home}))),
    )
    const kept = keptIn(home)
      .map(({bytes}) => bytes.toString())
      .sort()
    expect(kept).toEqual(names.map((name) => readFileSync(streamOf(name), 'utf8')).sort())
  })
  test('is whole where lines come in halves', () => {
    const home = newHome()
    expect(recount(['record', '--', ...playing('2.1.325/parallel', '--mode', 'halves')], {home}).status).toBe(
      0,
    )
    expect(onlyIn(home).bytes.equals(readFileSync(streamOf('2.1.325/parallel')))).toBe(true)
  })
  test('of a client that floods is all of it', () => {
    const home = newHome()
    const log = join(temp, 'flood.log')
    const ran = recount(
      ['record', '--depth', 'session', '--', ...playing('2.1.325/parallel', '--mode', 'flood', '--log', log)],
      {home},
    )
    expect(ran.status).toBe(0)
    const {bytes, stream} = onlyIn(home)
    expect(bytes.length).toBe(Number(readFileSync(log, 'utf8')))
    expect(readOffsets(stream)?.at.size).toBe(linesIn(bytes))
  })
})

describe('how the client ends', () => {
  test('its exit code is ours', () => {
    const home = newHome()
    expect(recount(['record', '--', ...playing('2.1.325/hello', '--exit', '7')], {home}).status).toBe(7)
    expect(onlyIn(home).about).toMatchObject({exitCode: 7})
  })
  test('a crash is passed on, and the line that was torn is kept as it was', async () => {
    const home = newHome()
    const child = startRecount(['record', '--', ...playing('2.1.325/parallel', '--mode', 'crash')], {home})
    expect(await ended(child)).toEqual({code: null, signal: 'SIGSEGV'})
    const {bytes, about} = onlyIn(home)
    const whole = readFileSync(streamOf('2.1.325/parallel'))
    expect(about).toMatchObject({signal: 'SIGSEGV'})
    expect(bytes.equals(whole.subarray(0, bytes.length))).toBe(true)
    expect(bytes.at(-1)).not.toBe(0x0a)
    const document = JSON.parse(recount(['show', onlyIn(home).stream, '--format', 'json'], {home}).stdout)
    expect(document.outcome).toEqual({state: 'cut-off', inferred: false})
  })
  test('a command that is not there is told in a sentence, and leaves nothing behind', () => {
    const home = newHome()
    const ran = recount(['record', '--', 'no-such-command'], {home})
    expect(ran).toMatchObject({status: 1, stdout: ''})
    expect(ran.stderr).toBe(
      'Cannot start no-such-command: there is no such command, or its folder is gone.\n',
    )
    expect(keptIn(home)).toEqual([])
  })
  test('the first signal is handed on, and the last words of the client are kept', async () => {
    const home = newHome()
    const log = join(temp, 'hang.log')
    const child = startRecount(
      ['record', '--', ...playing('2.1.325/parallel', '--mode', 'hang', '--log', log)],
      {home},
    )
    await until(() => isBegun(home, 1000))
    await pause(200)
    child.kill('SIGINT')
    expect(await ended(child)).toEqual({code: 130, signal: null})
    expect(onlyIn(home).bytes.toString()).toContain('error_during_execution')
  })
  test('a client that listens to nothing is ended by the second signal', async () => {
    const home = newHome()
    const child = startRecount(['record', '--', ...playing('2.1.325/parallel', '--mode', 'stubborn')], {home})
    await until(() => isBegun(home, 1000))
    await pause(200)
    child.kill('SIGTERM')
    // Two that come at once are one.
    await pause(1500)
    expect(child.exitCode ?? child.signalCode).toBeNull()
    child.kill('SIGTERM')
    expect(await ended(child)).toEqual({code: null, signal: 'SIGKILL'})
    expect(onlyIn(home).about).toMatchObject({signal: 'SIGKILL'})
  })
})

describe('in a terminal', () => {
  test('Ctrl-C reaches the client once, its complaints stand above the running lines, and all is left clean', async () => {
    const home = newHome()
    const words = playing('2.1.325/parallel', '--mode', 'hang')
      .map((word) => `"${word}"`)
      .join(' ')
    const window = openPty(`"${process.execPath}" "${program}" record -- ${words}; echo "exit $?"`, {
      columns: 100,
      rows: 30,
      env: {RECOUNT_HOME: home},
    })
    try {
      await window.until(/Running|Read|Bash/)
      await pause(300)
      window.press('\u0003')
      await window.until('exit 130')
      expect(window.lines()).toContain('stand-in: begins')
      expect(window.state()).toEqual(untouched)
      expect(onlyIn(home).bytes.toString()).toContain('"interrupts":1')
    } finally {
      window.close()
    }
  })
})

describe('for a job', () => {
  test('a summary, a comment, a page and the numbers are written, and the exit code stays', () => {
    const home = newHome()
    const folder = join(temp, 'ci')
    const summary = join(temp, 'summary.md')
    const words = ['record', '--ci', '--ci-folder', folder, '--title', 'Nightly review', '--']
    const env = {GITHUB_STEP_SUMMARY: summary}
    const ran = recount([...words, ...playing('2.1.325/subagent', '--exit', '3')], {home, env})
    expect(ran.status).toBe(3)
    expect(readdirSync(folder).sort()).toEqual(['comment.md', 'session.html', 'usage.json'])
    expect(readFileSync(summary, 'utf8')).toMatch(/^# Nightly review\n/)
    expect(readFileSync(join(folder, 'comment.md'), 'utf8').length).toBeLessThan(65_536)
    expect(readFileSync(join(folder, 'session.html'), 'utf8')).toContain('</html>')
    expect(JSON.parse(readFileSync(join(folder, 'usage.json'), 'utf8'))).toMatchObject({
      format: 'recount-usage',
      exitCode: 3,
      outcome: 'completed',
      costUsd: expect.closeTo(0.0617014, 6),
      usageComplete: true,
      agents: [{computedUsd: expect.any(Number)}],
    })
  })
  test('a run that printed nothing is told as such', () => {
    const home = newHome()
    const folder = join(temp, 'ci-empty')
    const ran = recount(
      ['record', '--ci', '--ci-folder', folder, '--', process.execPath, '-e', 'process.exit(4)'],
      {home},
    )
    expect(ran.status).toBe(4)
    expect(readFileSync(join(folder, 'comment.md'), 'utf8')).toBe('The run printed nothing.\n')
  })
})

describe('the command line', () => {
  test('gets the options that make the client print a stream, and it is said', () => {
    const home = newHome()
    const seen = join(temp, 'args.json')
    const ran = recount(
      ['record', '--', process.execPath, client, streamOf('2.1.325/hello'), '--args', seen, 'claude'],
      {home},
    )
    expect(ran.stderr).toContain('Added --output-format stream-json --verbose, so that')
    expect(JSON.parse(readFileSync(seen, 'utf8')).slice(-3)).toEqual([
      '--output-format',
      'stream-json',
      '--verbose',
    ])
  })
  test('says what is spent, and that a budget is used up', () => {
    const home = newHome()
    const ran = recount(['record', '--budget', '0.02', '--', ...playing('2.1.325/stream-input')], {home})
    // Once, with the sum of the turns that had come by then: one, two or, mostly, all three.
    const told = ran.stderr.split('\n').filter((line) => line.startsWith('Budget: '))
    expect(told).toEqual([expect.stringMatching(/^Budget: \$0\.0(284|425|565) of \$0\.0200 are spent\.$/)])
    expect(ran.stderr).toContain('Cost $0.0565: turn 1 $0.0284, turn 2 $0.0141, turn 3 $0.0141.\n')
  })
  test('stops the client when the budget is used up', async () => {
    const home = newHome()
    const words = ['record', '--budget', '0.001', '--budget-stop', '--']
    const ran = recount([...words, ...playing('2.1.325/stream-input', '--mode', 'hang')], {home})
    expect(ran.status).toBe(130)
    expect(ran.stderr).toContain('the run is being stopped')
  })
  test('keeps the conversation in a store as well', () => {
    const home = newHome()
    const store = join(temp, 'store')
    const words = [
      'record',
      '--store',
      store,
      '--title',
      'Night run',
      '--agent',
      'reviewer',
      '--workspace',
      'shop',
      '--',
    ]
    expect(recount([...words, ...playing('2.1.325/parallel')], {home}).status).toBe(0)
    const folder = join(store, '.chorus', 'conversations', 'shop', 'reviewer')
    const [name = ''] = readdirSync(folder)
    const stored = jsonLines(readFileSync(join(folder, name), 'utf8'))
    expect(stored.map(({claudeMessage}) => claudeMessage)).toEqual(
      jsonLines(readFileSync(streamOf('2.1.325/parallel'), 'utf8')),
    )
    expect(stored[0]).toMatchObject({
      title: 'Night run',
      agentId: 'reviewer',
      conversationId: name.replace('.jsonl', ''),
    })
    expect(stored.at(-1)).toMatchObject({costUSD: expect.any(Number), durationMs: expect.any(Number)})
  })
})

/** The same numbers in every run, so that a failure can be seen again. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

describe('a recorder that is killed', () => {
  const random = numbers(20_261_116)
  const name = '2.1.325/tools-basic'
  const whole = readFileSync(streamOf(name))

  test('loses nothing of what its client printed, before and after: 50 kills', async () => {
    let cut = 0
    const kill = async (round: number): Promise<void> => {
      const home = newHome()
      const log = join(temp, `killed-${round}.log`)
      const words = playing(name, '--pace', '0.3', '--log', log)
      const child = startRecount(['record', '--raw', '--', ...words], {home})
      child.stdout?.resume()
      await until(() => isBegun(home, Math.floor(random() * whole.length * 0.9)) || child.exitCode !== null)
      child.kill('SIGKILL')
      await ended(child)
      const {bytes, about} = onlyIn(home)
      if (bytes.length < whole.length) cut += 1
      expect(about).toMatchObject({format: 'recount-recording'})
      // The client does not even notice.
      await until(() => readIfThere(log) !== '')
      expect(onlyIn(home).bytes.equals(whole)).toBe(true)
    }
    for (let round = 0; round < 50; round += 5)
      await Promise.all([0, 1, 2, 3, 4].map((next) => kill(round + next)))
    // Otherwise it would have been killed too late each time.
    expect(cut).toBeGreaterThan(25)
  })
  test('has kept what it has shown of a pipe, and nothing of it is torn but its end: 12 kills', async () => {
    for (let round = 0; round < 12; round += 1) {
      const home = newHome()
      const child = spawn(process.execPath, [program, 'print', '--record', '--style', 'line'], {
        env: {PATH: process.env['PATH'] ?? '', HOME: home, RECOUNT_HOME: home, NO_COLOR: '1'},
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      child.stdin.on('error', () => {})
      let shown = ''
      child.stdout.on('data', (data) => {
        shown += data
      })
      const first = 1 + Math.floor(whole.length * random())
      child.stdin.write(whole.subarray(0, first))
      await until(() => isBegun(home))
      child.stdin.write(whole.subarray(first))
      await pause(random() * 10)
      child.kill('SIGKILL')
      await once(child, 'close')
      const {bytes} = onlyIn(home)
      expect(bytes.equals(whole.subarray(0, bytes.length))).toBe(true)
      const results = bytes.toString().split('"type":"tool_result"').length - 1
      expect(shown.split(/^[✓✗] \w/m).length - 1).toBeLessThanOrEqual(results)
    }
  })
})

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** How long things took differs between a pipe and a client of its own. */
const withoutTimes = (text: string): string =>
  text.replaceAll(/ · \d+(?:\.\d+)?m?s/g, '').replaceAll(/ {2}\d+(?:\.\d+)?m?s/g, '')
