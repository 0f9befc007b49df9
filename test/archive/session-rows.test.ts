import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {describe, expect, test} from 'vitest'
import type {Database} from '../../src/archive/sqlite/database/driver.ts'
import {querySessions} from '../../src/archive/sqlite/sessions/query-sessions.ts'
import {refreshSessions} from '../../src/archive/sqlite/sessions/refresh-sessions.ts'
import {queryUsage} from '../../src/archive/sqlite/usage/query-usage.ts'
import type {Usage} from '../../src/model/index.ts'
import {addUsage, maxUsage, noUsage} from '../../src/model/index.ts'
import type {SourceFile} from '../../src/sources/index.ts'
import {findFiles} from '../../src/sources/index.ts'
import {memoryArchive} from '../support/archive/memory-archive.ts'
import {
  foldFiles,
  recording,
  recordings,
  recordingsIn,
  sharedFolder,
} from '../support/conversation/recordings.ts'

interface Sums {
  readonly usage: Usage
  readonly complete: boolean
  readonly reported: number | undefined
}

function sumsIn(database: Database): Sums {
  const sums = database
    .prepare(
      `select total(input) as input, total(output) as output, total(cache_read) as cache_read,
        total(cache_write_5m) as cache_write_5m, total(cache_write_1h) as cache_write_1h, min(final) as final from spent`,
    )
    .get()
  const reported = database.prepare('select sum(cost) as cost from reported').get()?.['cost']
  return {
    usage: {
      input: Number(sums?.['input']),
      output: Number(sums?.['output']),
      cacheRead: Number(sums?.['cache_read']),
      cacheWrite5m: Number(sums?.['cache_write_5m']),
      cacheWrite1h: Number(sums?.['cache_write_1h']),
    },
    complete: sums?.['final'] !== 0,
    reported: typeof reported === 'number' ? reported : undefined,
  }
}

function sumsOfFold(files: readonly SourceFile[]): Sums {
  const state = foldFiles(files)
  const {usage, complete} = state.spending()
  const costs = [...state.spendingBySession().values()].flatMap(({reportedCostUsd}) => reportedCostUsd ?? [])
  const micros = costs.map((cost) => Math.round(cost * 1_000_000))
  return {usage, complete, reported: costs.length === 0 ? undefined : micros.reduce((a, b) => a + b)}
}

async function expectSameSums(files: readonly SourceFile[]): Promise<Database> {
  const database = await memoryArchive(files.map(({path}) => path))
  const sums = sumsIn(database)
  const folded = sumsOfFold(files)
  // Responses of which no file has any number leave no row whose completeness could be compared.
  const hasNumbers = Object.values(folded.usage).some((tokens) => tokens > 0)
  expect(sums).toEqual(hasNumbers ? folded : {...folded, complete: sums.complete})
  return database
}

const captures = sharedFolder('captures')
const all = captures ? recordingsIn(captures) : recordings

describe('what the archive counts is what the fold counts', () => {
  for (const {name, streams, transcripts} of all) {
    test(`${name}: its streams`, async () => void (await expectSameSums(streams)))
    test(`${name}: its transcripts`, async () => void (await expectSameSums(transcripts)))
    test(`${name}: both, and their errors are the calls that failed, not refused or stopped ones`, async () => {
      const files = [...streams, ...transcripts]
      const sessions = querySessions(await expectSameSums(files), {now: 0})
      const {failed} = foldFiles(files).runCounts
      expect(sessions.reduce((sum, {errors}) => sum + errors, 0)).toBe(failed)
    })
  }
  const corpus = sharedFolder('corpus')
  for (const file of corpus ? findFiles(corpus, () => {}) : []) {
    test(`corpus: ${file.path.slice(corpus?.length)}`, async () => void (await expectSameSums([file])))
  }
})

describe('what the archive counts is what can be counted by hand', () => {
  for (const {name, streams, transcripts} of all.filter(({name}) => name.startsWith('2.1.112/'))) {
    test(`${name}: each answer of the transcripts once, its largest numbers`, async () => {
      const database = await memoryArchive(transcripts.map(({path}) => path))
      expect(sumsIn(database).usage).toEqual(sumOfAnswers(transcripts))
    })
    const [only, ...others] = streams
    const results = only ? recordsOf(only).filter(({type}) => type === 'result') : []
    if (!only || others.length > 0 || !isWhole(only)) continue
    test(`${name}: the last result of each session in the stream, and no less than its lines`, async () => {
      const database = await memoryArchive([only.path])
      expect(sumsIn(database).usage).toEqual(maxUsage(sumOfResults(results), sumOfAnswers([only])))
    })
  }
})

describe('computed cost', () => {
  test.each([
    '1.0.128/parallel',
    '1.0.128/subagents-parallel',
    '1.0.128/web',
    '2.1.112/parallel',
    '2.1.112/resume-fork',
    '2.1.112/compact-manual',
    '2.1.325/parallel',
    '2.1.325/resume-fork',
    '2.1.325/subagents-parallel',
    '2.1.325/rate-limit',
  ])('%s: it is what the client reported, for each session', async (name) => {
    const found = all.find((candidate) => candidate.name === name)
    if (!found) return
    const database = await memoryArchive([...found.streams, ...found.transcripts].map(({path}) => path))
    const {rows} = queryUsage(database, {group: 'session', timeZone: 'UTC'})
    expect(rows.length).toBeGreaterThan(0)
    for (const {costMicros, reportedCostMicros} of rows)
      if (reportedCostMicros !== undefined)
        expect(Math.abs((costMicros ?? 0) - reportedCostMicros)).toBeLessThan(3)
  })
})

describe('sessions', () => {
  test.each([
    ['was refused has not started', "The user doesn't want to proceed with this tool use.", 0],
    ['was stopped has', '[Request interrupted by user for tool use]', 1],
  ])('an agent whose call %s', async (_how, said, agents) => {
    const call = {type: 'tool_use', id: 't', name: 'Task', input: {}}
    const result = {type: 'tool_result', tool_use_id: 't', is_error: true, content: said}
    const folder = mkdtempSync(join(tmpdir(), 'recount-agent-'))
    const path = join(folder, 's.jsonl')
    const records = [
      {type: 'assistant', sessionId: 's', message: {id: 'm', content: [call]}},
      {type: 'user', sessionId: 's', message: {content: [result]}},
    ]
    writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''))
    const database = await memoryArchive([path])
    rmSync(folder, {recursive: true})
    expect(querySessions(database, {now: 0})).toMatchObject([{toolCalls: 1, errors: 0, agents}])
  })
  test('stream and transcript of one session are one session, nothing of it doubled', async () => {
    const {streams, transcripts} = recording('2.1.325/subagents-parallel')
    const [one, both] = await Promise.all([
      memoryArchive(transcripts.map(({path}) => path)),
      memoryArchive([...streams, ...transcripts].map(({path}) => path)),
    ])
    const [alone] = querySessions(one, {now: 0})
    const [joined, ...rest] = querySessions(both, {now: 0})
    expect(rest).toEqual([])
    expect(joined).toMatchObject({
      title: 'Delegate twice',
      turns: alone?.turns,
      toolCalls: alone?.toolCalls,
      errors: alone?.errors,
      agents: 3,
      model: 'claude-opus-5-5',
    })
  })
  test.each(['2.1.325/stream-queue', '2.1.325/stream-input', '2.1.325/compact-manual', '2.1.325/interrupt'])(
    '%s: what a stream gives back in the middle of a turn is no turn',
    async (name) => {
      for (const stream of recording(name).streams) {
        const folded = [...foldFiles([stream]).sessions.values()].map(({turns}) => turns.length)
        const listed = querySessions(await memoryArchive([stream.path]), {now: 0}).map(({turns}) => turns)
        expect(listed).toEqual(folded)
      }
    },
  )
  test('an answer that two sessions have is one of them, whichever is read first', async () => {
    const {transcripts} = recording('2.1.325/resume-fork')
    const paths = transcripts.map(({path}) => path)
    const rows = async (order: readonly string[]) =>
      (await memoryArchive(order)).prepare('select * from spent order by session, quarter, model').all()
    expect(await rows(paths)).toEqual(await rows([...paths].reverse()))
  })
  test.each(['1.0.128/parallel', '2.1.325/parallel'])(
    '%s: a copy of a stream counts nothing twice, wherever its lines stand',
    async (name) => {
      const found = all.find((candidate) => candidate.name === name)
      const path = found?.streams[0]?.path
      if (path === undefined) return
      const folder = mkdtempSync(join(tmpdir(), 'recount-copy-'))
      const copy = join(folder, 'copy.jsonl')
      writeFileSync(copy, `{"type":"somebody's own"}\n\n${readFileSync(path, 'utf8')}`)
      const [alone, both] = [await memoryArchive([path]), await memoryArchive([path, copy])]
      rmSync(folder, {recursive: true})
      expect(sumsIn(alone).reported).toBeGreaterThan(0)
      expect(sumsIn(both)).toEqual(sumsIn(alone))
      const turns = (database: Database) => querySessions(database, {now: 0}).map(({turns}) => turns)
      expect(turns(both)).toEqual(turns(alone))
    },
  )
  test('doing it again changes nothing', async () => {
    const database = await memoryArchive(recording('2.1.325/resume-fork').transcripts.map(({path}) => path))
    const dump = () =>
      ['session', 'spent', 'reported'].map((table) => database.prepare(`select * from ${table}`).all())
    const before = dump()
    const sessions = querySessions(database, {now: 0}).map(({sessionId}) => sessionId)
    refreshSessions(database, sessions)
    expect(dump()).toEqual(before)
  })
})

type Wire = Readonly<Record<string, unknown>>

const recordsOf = ({path}: SourceFile): readonly {type: string; line: Wire}[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((text) => {
      try {
        const line: Wire = JSON.parse(text)
        return [{type: String(line['type']), line}]
      } catch {
        return []
      }
    })

/** What clients say of a response that they did not hear to its end. */
const cut = /"aborted":true|\[Request interrupted by user\]/

/** Every response came to its end, and is followed by a result. */
function isWhole(file: SourceFile): boolean {
  const records = recordsOf(file)
  const last = records.findLastIndex(({type}) => type === 'result')
  const afterwards = records.slice(last + 1).some(({type}) => type === 'assistant' || type === 'stream_event')
  return last !== -1 && !afterwards && records.every(({line}) => !cut.test(JSON.stringify(line)))
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(name) : undefined

const count = (value: unknown, name: string): number => Number(field(value, name) ?? 0)

function sumOfAnswers(files: readonly SourceFile[]): Usage {
  const answers = new Map<string, Usage>()
  for (const {type, line} of files.flatMap(recordsOf)) {
    const message = field(line, 'message')
    if (type !== 'assistant' || field(message, 'model') === '<synthetic>') continue
    const id = String(field(message, 'id'))
    const usage = field(message, 'usage')
    const oneHour = count(field(usage, 'cache_creation'), 'ephemeral_1h_input_tokens')
    const said = {
      input: count(usage, 'input_tokens'),
      output: count(usage, 'output_tokens'),
      cacheRead: count(usage, 'cache_read_input_tokens'),
      cacheWrite5m: count(usage, 'cache_creation_input_tokens') - oneHour,
      cacheWrite1h: oneHour,
    }
    answers.set(id, maxUsage(answers.get(id) ?? noUsage, said))
  }
  return [...answers.values()].reduce(addUsage, noUsage)
}

function sumOfResults(results: readonly {line: Wire}[]): Usage {
  const last = new Map(results.map(({line}) => [line['session_id'], line]))
  const totals = [...last.values()].flatMap((line) => Object.values(field(line, 'modelUsage') ?? {}))
  return totals
    .map((total: unknown) => ({
      input: count(total, 'inputTokens'),
      output: count(total, 'outputTokens'),
      cacheRead: count(total, 'cacheReadInputTokens'),
      cacheWrite5m: count(total, 'cacheCreationInputTokens'),
      cacheWrite1h: 0,
    }))
    .reduce(addUsage, noUsage)
}
