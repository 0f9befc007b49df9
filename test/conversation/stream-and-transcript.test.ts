import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {dirname, join, relative} from 'node:path'
import {afterAll, describe, expect, test} from 'vitest'
import {queryUsage} from '../../src/archive/sqlite/usage/query-usage.ts'
import {Conversation} from '../../src/conversation/index.ts'
import {readLines} from '../../src/dialects/index.ts'
import type {Line, Usage} from '../../src/model/index.ts'
import {addUsage, noUsage, usageFields} from '../../src/model/index.ts'
import type {SourceFile} from '../../src/sources/index.ts'
import {describeFile} from '../../src/sources/index.ts'
import {memoryArchive} from '../support/archive/memory-archive.ts'
import type {Recording} from '../support/conversation/recordings.ts'
import {allRecordings, foldFiles, recording} from '../support/conversation/recordings.ts'

const temp = mkdtempSync(join(tmpdir(), 'recount-joins-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

/** What is compared: calls, responses, tokens, and the dollars that the client reported. */
interface Counts {
  readonly calls: number
  readonly responses: number
  readonly usage: Usage
  readonly complete: boolean
  readonly micros: number | undefined
}

const microsOf = (dollars: number | undefined): number | undefined =>
  dollars === undefined ? undefined : Math.round(dollars * 1_000_000)

function countsIn(state: Conversation): Counts {
  const calls = new Set([...state.sessions.values()].flatMap(({runs}) => [...runs.keys()]))
  const {usage, complete, reportedCostUsd} = state.spending()
  return {
    calls: calls.size,
    responses: state.responses.size,
    usage,
    complete,
    micros: microsOf(reportedCostUsd),
  }
}

const fold = (files: readonly SourceFile[]): Counts => countsIn(foldFiles(files))

async function archived(files: readonly SourceFile[]): Promise<Counts> {
  const database = await memoryArchive(files.map(({path}) => path))
  const {
    usage,
    responses: answers,
    isComplete: complete,
    reportedCostMicros,
  } = queryUsage(database, {group: 'session', timeZone: 'UTC'}).total
  const calls = database.prepare('select count(distinct id) as count from call where tool is not null').get()
  database.close()
  return {calls: Number(calls?.['count']), responses: answers, usage, complete, micros: reportedCostMicros}
}

/** Each session's dollars are rounded by themselves in the archive. */
const closeTo = (a: number | undefined, b: number | undefined): boolean =>
  a === b || Math.abs((a ?? Number.NaN) - (b ?? Number.NaN)) <= 5

function expectSame(counted: Counts, expected: Counts): void {
  const {micros, ...rest} = counted
  const {micros: expectedMicros, ...expectedRest} = expected
  expect(rest).toEqual(expectedRest)
  expect(closeTo(micros, expectedMicros), `${micros} and ${expectedMicros} micro-dollars`).toBe(true)
}

const atLeast = (a: Usage, b: Usage): boolean => usageFields.every((field) => a[field] >= b[field])

const joined = allRecordings().filter(
  ({streams, transcripts}) => streams.length > 0 && transcripts.length > 0,
)

/** What a stream does not have, by recording: nothing else may be missing in it. */
const lessInStreams: readonly (readonly [RegExp, 'tokens' | 'responses' | 'calls', string])[] = [
  [/hooks|partial|subagent|worktree/, 'responses', 'the text of agents is not forwarded'],
  [
    /subagents-parallel|subagent-background/,
    'calls',
    'nor are lines of nested agents and of those in the background',
  ],
  [/output-json/, 'responses', '--output-format json prints the result alone'],
  [/concurrent/, 'responses', 'another client wrote to the same session'],
  [/concurrent/, 'calls', 'another client wrote to the same session'],
  [/concurrent/, 'tokens', 'another client wrote to the same session'],
  [/sigint|sigkill/, 'tokens', 'a killed client prints no result, and stream lines hold placeholders'],
]

/** What a transcript does not have, by recording. Only 2.1.325 notes the session's total in it. */
const lessInTranscripts: readonly (readonly [RegExp, 'tokens' | 'dollars', string])[] = [
  [/^(1\.0\.128|2\.1\.112)\//, 'dollars', 'no cost-state before 2.1.325'],
  [/^1\.0\.128\//, 'tokens', 'placeholders only before 2.1.112, and no helpers'],
  [/^2\.1\.112\/(compact|events-env|web)/, 'tokens', 'compactions, helpers and searches are in no line'],
]

const isLess = (table: readonly (readonly [RegExp, string, string])[], name: string, what: string): boolean =>
  table.some(([names, kind]) => kind === what && names.test(name))

describe('stream and transcript, alone and together, in both orders', () => {
  test.each(joined.map((found) => [found.name, found] as const))(
    '%s',
    async (name, {streams, transcripts}) => {
      const both = fold([...streams, ...transcripts])
      expectSame(fold([...transcripts, ...streams]), both)
      expectSame(await archived([...streams, ...transcripts]), both)
      expectSame(await archived([...transcripts, ...streams]), both)

      const [stream, transcript] = [fold(streams), fold(transcripts)]
      expectSame(await archived(streams), stream)
      expectSame(await archived(transcripts), transcript)
      const known = {
        stream: {
          calls: isLess(lessInStreams, name, 'calls') ? both.calls : stream.calls,
          responses: isLess(lessInStreams, name, 'responses') ? both.responses : stream.responses,
          usage: isLess(lessInStreams, name, 'tokens') ? both.usage : stream.usage,
          micros: stream.micros,
        },
        transcript: {
          calls: transcript.calls,
          responses: transcript.responses,
          usage: isLess(lessInTranscripts, name, 'tokens') ? both.usage : transcript.usage,
          micros: isLess(lessInTranscripts, name, 'dollars') ? both.micros : transcript.micros,
        },
      }
      const {complete: _, ...expected} = both
      expect(known).toEqual({stream: expected, transcript: expected})
      for (const alone of [stream, transcript]) expect(atLeast(both.usage, alone.usage)).toBe(true)
    },
  )
})

/** A file that was made, with its lines. */
interface MadeFile {
  readonly file: SourceFile
  readonly lines: readonly string[]
}

const madeOf = (file: SourceFile): MadeFile => ({
  file,
  lines: readFileSync(file.path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => `${line}\n`),
})

const foldMade = (files: readonly MadeFile[]): Counts => countsIn(stateOf(files))

function stateOf(files: readonly MadeFile[]): Conversation {
  const state = new Conversation()
  for (const {file, lines} of files) {
    state.begin(file.path, {session: file.session, agent: file.agent})
    for (const line of parsed(file.path, lines)) state.add(line)
    state.end(file.path)
  }
  return state
}

const parses = new WeakMap<readonly string[], readonly Line[]>()

/** The same lines are folded many times, and need to be parsed once. */
function parsed(path: string, lines: readonly string[]): readonly Line[] {
  const known = parses.get(lines)
  if (known) return known
  const reader = readLines(path)
  const read = [...reader.push(Buffer.from(lines.join(''))), ...reader.end()]
  parses.set(lines, read)
  return read
}

/** Files as an archive takes them in; agents are found by where they are, so the folders stay. */
async function archiveMade(found: Recording, files: readonly MadeFile[]): Promise<Counts> {
  const folder = mkdtempSync(join(temp, 'made-'))
  const paths = files.map(({file, lines}) => {
    const path = join(folder, relative(found.folder, file.path))
    mkdirSync(dirname(path), {recursive: true})
    writeFileSync(path, lines.join(''))
    return path
  })
  const counts = await archived(paths.map(describeFile))
  rmSync(folder, {recursive: true})
  return counts
}

/** What holds of any join: the order of reading makes no difference, and together they know no less than each alone. */
function expectJoin(streams: readonly MadeFile[], transcripts: readonly MadeFile[]): Counts {
  const both = foldBoth(streams, transcripts)
  for (const alone of [foldMade(streams), foldMade(transcripts)]) {
    expect(both.calls).toBeGreaterThanOrEqual(alone.calls)
    expect(both.responses).toBeGreaterThanOrEqual(alone.responses)
    expect(atLeast(both.usage, alone.usage)).toBe(true)
    expect(both.micros ?? 0).toBeGreaterThanOrEqual(alone.micros ?? 0)
  }
  return both
}

/** The files with the last of them cut off after some lines. */
const cut = (files: readonly MadeFile[], at: number): readonly MadeFile[] =>
  files.map((made, index) => (index === files.length - 1 ? {...made, lines: made.lines.slice(0, at)} : made))

describe('interrupts at every line', () => {
  test.each([
    '1.0.128/partial',
    '1.0.128/subagents-parallel',
    '2.1.112/interrupt',
    '2.1.112/parallel',
    '2.1.112/subagent-background',
    '2.1.325/interrupt',
    '2.1.325/resume-fork',
    '2.1.325/subagents-parallel',
  ])('%s', async (name) => {
    const found = recording(name)
    const [streams, transcripts] = [found.streams.map(madeOf), found.transcripts.map(madeOf)]
    const whole = expectJoin(streams, transcripts)
    const expectLess = ({calls, responses, usage, micros}: Counts): void => {
      expect(calls).toBeLessThanOrEqual(whole.calls)
      expect(responses).toBeLessThanOrEqual(whole.responses)
      expect(atLeast(whole.usage, usage), JSON.stringify([whole.usage, usage])).toBe(true)
      expect(micros ?? 0).toBeLessThanOrEqual((whole.micros ?? 0) + 1)
    }
    const lengthOf = (files: readonly MadeFile[]): number => files.at(-1)?.lines.length ?? 0
    for (let at = 0; at < lengthOf(streams); at += 1) expectLess(expectJoin(cut(streams, at), transcripts))
    for (let at = 0; at < lengthOf(transcripts); at += 1) {
      expectLess(expectJoin(streams, cut(transcripts, at)))
      const part = Math.round((at / lengthOf(transcripts)) * lengthOf(streams))
      const [some, others] = [cut(streams, part), cut(transcripts, at)]
      const both = expectJoin(some, others)
      expectLess(both)
      if (at % 8 === 1) expectSame(await archiveMade(found, [...others, ...some]), both)
    }
  })
})

/** A record of a line, for tests that change it. */
type Wire = Record<string, unknown>

const wireTotal = (usage: Usage) => ({
  inputTokens: usage.input,
  outputTokens: usage.output,
  cacheReadInputTokens: usage.cacheRead,
  cacheCreationInputTokens: usage.cacheWrite5m + usage.cacheWrite1h,
  webSearchRequests: 0,
  costUSD: 0,
})

const addAll = (usages: readonly Usage[]): Usage => usages.reduce(addUsage, noUsage)

/** What a helper used that no line shows. */
const helper: Usage = {input: 6, output: 10, cacheRead: 164, cacheWrite5m: 36, cacheWrite1h: 0}

/** Some things in every combination: any of them may have been interrupted, broken off, or come without streaming. */
const partsOf = <Value>(values: readonly Value[]): readonly (readonly Value[])[] =>
  values.reduce<readonly (readonly Value[])[]>(
    (parts, value) => parts.flatMap((part) => [part, [...part, value]]),
    [[]],
  )

describe('reports that cover some, none or all responses', () => {
  test.each(['2.1.112/parallel', '2.1.112/subagents-parallel', '2.1.112/mcp', '2.1.325/parallel'])(
    '%s',
    async (name) => {
      const found = recording(name)
      const transcripts = found.transcripts.map(madeOf).map((made) => ({
        ...made,
        lines: made.lines.filter((line) => !line.includes('"type":"cost-state"')),
      }))
      const [stream] = found.streams.map(madeOf)
      if (!stream) throw new Error('no stream')
      const responses = [...foldFiles(found.transcripts).responses.values()]
      const [model = ''] = responses.flatMap((response) => response.model ?? [])
      const all = addAll(responses.map(({usage}) => usage))
      expect(responses.every((response) => response.final && response.model === model)).toBe(true)
      const showsAll = foldMade([stream]).responses === responses.length
      const parts = partsOf(responses.map(({usage}) => usage))
      for (const [at, some] of parts.entries()) {
        for (const helped of [noUsage, helper]) {
          const truth = addUsage(all, helped)
          const named = some.length > 0 || at % 2 === 0 ? {[model]: wireTotal(addAll(some))} : {}
          const reported = reportAs(stream, {...named, helper: wireTotal(helped)})
          const both = foldBoth([reported], transcripts)
          // Each response once, and what only the report knows.
          expect(both).toMatchObject({usage: truth, complete: true})
          if (at % 40 === 1) expectSame(await archiveMade(found, [...transcripts, reported]), both)
          // Which responses it counts can be a guess if a helper uses the same model.
          const guess = reportAs(stream, {[model]: wireTotal(addUsage(addAll(some), helped))})
          expectMarked(foldBoth([guess], transcripts), truth)
          // A stream that does not show all responses of agents cannot miss one in the report.
          if (showsAll) for (const alone of [reported, guess]) expectMarked(foldMade([alone]), truth)
        }
      }
    },
  )
})

const foldBoth = (streams: readonly MadeFile[], transcripts: readonly MadeFile[]): Counts => {
  const both = foldMade([...streams, ...transcripts])
  expectSame(foldMade([...transcripts, ...streams]), both)
  return both
}

/** Numbers that are not those of the truth do not claim to be. */
const expectMarked = ({usage, complete}: Counts, truth: Usage): void => {
  if (complete) expect(usage).toEqual(truth)
}

/** A stream whose last result counts something else. */
function reportAs(stream: MadeFile, modelUsage: object): MadeFile {
  const last = stream.lines.findLastIndex((line) => line.includes('"type":"result"'))
  const {model_usage_since_last_result: _, ...result}: Wire = JSON.parse(stream.lines[last] ?? '{}')
  const line = `${JSON.stringify({...result, modelUsage})}\n`
  return {...stream, lines: stream.lines.map((old, at) => (at === last ? line : old))}
}

/** Every entry of a conversation, by its kind and its words, in any order. */
const toldIn = (files: readonly MadeFile[]): readonly string[] => {
  const {sessions, agents} = stateOf(files).document()
  const items = [...sessions.flatMap(({turns}) => turns), ...agents].flatMap((turn) => turn.items)
  return items
    .filter(({kind}) => kind !== 'init')
    .map((item) => `${item.kind} ${'text' in item ? item.text : ''}`)
    .sort()
}

describe('streams of clients that gave their lines no ids, up to 1.0.44', () => {
  const old = joined.filter(({name}) => name.startsWith('1.0.128/'))
  test.each(old.map((found) => [found.name, found] as const))('%s', (_name, found) => {
    const [streams, transcripts] = [found.streams.map(madeOf), found.transcripts.map(madeOf)]
    const bare = streams.map((made) => ({
      ...made,
      lines: made.lines.map((line) => line.replaceAll(/,"uuid":"[^"]*"/g, '')),
    }))
    expectSame(expectJoin(bare, transcripts), foldMade([...streams, ...transcripts]))
    const told = toldIn([...streams, ...transcripts])
    expect(toldIn([...bare, ...transcripts])).toEqual(told)
    expect(toldIn([...transcripts, ...bare])).toEqual(told)
  })
})
