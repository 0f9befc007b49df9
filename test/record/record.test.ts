import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {describe, expect, test} from 'vitest'
import {readOffsets} from '../../src/sources/index.ts'
import {recount, startRecount} from '../support/program.ts'
import {
  exitOf,
  homesIn,
  onlyRecordedIn,
  playCommand,
  recordedIn,
  streamOf,
  tempFolder,
} from '../support/record/recorded.ts'

const temp = tempFolder('record')
const newHome = homesIn(temp)
const stampingClient = fileURLToPath(new URL('../support/record/stamping-client.mjs', import.meta.url))

const linesIn = (bytes: Buffer): number => bytes.toString('latin1').split('\n').length - 1

describe('what is recorded', () => {
  test.each(['2.1.325/parallel', '2.1.325/subagents-parallel', '1.0.128/tool-errors', '2.1.325/partial'])(
    'of %s is what the client printed, byte for byte, and is shown as on a pipe',
    (name) => {
      const home = newHome()
      const ran = recount(['record', '--', ...playCommand(name)], {home})
      const piped = recount(['print'], {home, input: readFileSync(streamOf(name), 'utf8')})
      expect(ran.status).toBe(0)
      expect(withoutTimes(ran.stdout)).toBe(withoutTimes(piped.stdout))
      const {stream, bytes, about} = onlyRecordedIn(home)
      expect(bytes.equals(readFileSync(streamOf(name)))).toBe(true)
      expect(about).toMatchObject({format: 'recount-recording', exitCode: 0, command: playCommand(name)})
      const offsets = readOffsets(stream)
      expect([...(offsets?.at.keys() ?? [])]).toEqual(Array.from({length: linesIn(bytes)}, (_, at) => at + 1))
    },
  )
  test('has the time at which each line came', () => {
    const home = newHome()
    const log = join(temp, 'stamps.json')
    expect(recount(['record', '--', process.execPath, stampingClient, home, log, '12'], {home}).status).toBe(
      0,
    )
    const stamps: readonly {sent: number; seen: number}[] = JSON.parse(readFileSync(log, 'utf8'))
    const {startedAt = 0, at} = readOffsets(onlyRecordedIn(home).stream) ?? {}
    // A line comes after it was sent and before its time is in the recording. Times are in whole milliseconds.
    const early = stamps.filter(({sent}, index) => startedAt + (at?.get(index + 1) ?? Number.NaN) < sent - 2)
    const late = stamps.filter(({seen}, index) => startedAt + (at?.get(index + 1) ?? Number.NaN) > seen + 2)
    expect({count: at?.size, early, late}).toEqual({count: 12, early: [], late: []})
  })
  test('of a pipe is what came through it', () => {
    const home = newHome()
    const bytes = readFileSync(streamOf('2.1.325/parallel'))
    const ran = recount(['--record'], {home, input: bytes.toString()})
    expect(ran.status).toBe(0)
    expect(ran.stderr).toMatch(/^Recorded in .*stream\.jsonl\.\n$/)
    expect(onlyRecordedIn(home).bytes.equals(bytes)).toBe(true)
    expect(readOffsets(onlyRecordedIn(home).stream)?.at.size).toBe(linesIn(bytes))
  })
  test('is passed on as it is with --raw', () => {
    const home = newHome()
    const ran = recount(['record', '--raw', '--', ...playCommand('2.1.325/mcp')], {home})
    expect(ran.stdout).toBe(readFileSync(streamOf('2.1.325/mcp'), 'utf8'))
    expect(ran.stderr).toContain('stand-in: begins\n')
  })
  test('of many runs at once is kept apart', async () => {
    const home = newHome()
    const names = ['2.1.325/parallel', '2.1.325/mcp', '2.1.325/subagent', '2.1.325/thinking']
    await Promise.all(
      names.map((name) =>
        exitOf(startRecount(['record', '--', ...playCommand(name, '--pace', '0.2')], {home})),
      ),
    )
    const kept = recordedIn(home)
      .map(({bytes}) => bytes.toString())
      .sort()
    expect(kept).toEqual(names.map((name) => readFileSync(streamOf(name), 'utf8')).sort())
  })
  test('is whole where lines come in halves', () => {
    const home = newHome()
    expect(
      recount(['record', '--', ...playCommand('2.1.325/parallel', '--mode', 'halves')], {home}).status,
    ).toBe(0)
    expect(onlyRecordedIn(home).bytes.equals(readFileSync(streamOf('2.1.325/parallel')))).toBe(true)
  })
  test('of a client that floods is all of it', () => {
    const home = newHome()
    const log = join(temp, 'flood.log')
    const ran = recount(
      [
        'record',
        '--depth',
        'session',
        '--',
        ...playCommand('2.1.325/parallel', '--mode', 'flood', '--log', log),
      ],
      {home},
    )
    expect(ran.status).toBe(0)
    const {bytes, stream} = onlyRecordedIn(home)
    expect(bytes.length).toBe(Number(readFileSync(log, 'utf8')))
    expect(readOffsets(stream)?.at.size).toBe(linesIn(bytes))
  })
})

/** How long things took differs between a pipe and a client of its own. */
const withoutTimes = (text: string): string =>
  text.replaceAll(/ · \d+(?:\.\d+)?m?s/g, '').replaceAll(/ {2}\d+(?:\.\d+)?m?s/g, '')
