import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {dirname, join, relative} from 'node:path'
import {afterAll, describe, expect, test} from 'vitest'
import {queryStatus} from '../../src/archive/sqlite/usage/query-status.ts'
import {queryUsage} from '../../src/archive/sqlite/usage/query-usage.ts'
import {createRunReport} from '../../src/cli/commands/record/ci-files.ts'
import {RunCosts, readBudget} from '../../src/cli/commands/record/run-costs.ts'
import {newTally} from '../../src/cli/sessions/inspection.ts'
import {describePage, describeSpending} from '../../src/describe/index.ts'
import {sumTokens} from '../../src/model/billing.ts'
import {formatDollars} from '../../src/page/index.ts'
import type {SourceFile} from '../../src/sources/index.ts'
import {describeFile} from '../../src/sources/index.ts'
import {memoryArchive} from '../support/archive/memory-archive.ts'
import type {Recording} from '../support/conversation/recordings.ts'
import {allRecordings, foldFiles} from '../support/conversation/recordings.ts'

const temp = mkdtempSync(join(tmpdir(), 'recount-ledger-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

const micros = (dollars: number | null | undefined): number | undefined =>
  dollars === undefined || dollars === null ? undefined : Math.round(dollars * 1_000_000)

/** What the archive answers: `usage` with a row for each session, and what a status line shows of each. */
async function archived(files: readonly SourceFile[]) {
  const database = await memoryArchive(files.map(({path}) => path))
  const {total, rows} = queryUsage(database, {group: 'session', timeZone: 'UTC'})
  const now = Date.UTC(2030, 0)
  const lines = rows.map(({key}) => queryStatus(database, {session: key, now, today: now}).session)
  database.close()
  return {total, rows, lines}
}

/** Reported dollars are rounded by session in the archive. */
function expectClose(a: number | undefined, b: number | undefined): void {
  expect(typeof a).toBe(typeof b)
  expect(Math.abs((a ?? 0) - (b ?? 0)), `${a} and ${b} micro-dollars`).toBeLessThanOrEqual(5)
}

/** Fold, archive, status line, `inspect` and page headings have the same dollars. */
async function expectSameDollars(files: readonly SourceFile[]): Promise<void> {
  const conversation = foldFiles(files)
  const {total, sessions, charges} = conversation.costs()
  const {computed, unknownTokens, complete, usage} = total
  const {total: kept, rows, lines} = await archived(files)

  expect({cost: computed, unknownTokens, complete, usage}).toEqual({
    cost: kept.costMicros,
    unknownTokens: kept.unpricedTokens,
    complete: kept.isComplete,
    usage: kept.usage,
  })
  expectClose(micros(total.reportedCostUsd), kept.reportedCostMicros)
  expect(charges.reduce((sum, {webSearches}) => sum + webSearches, 0)).toBe(kept.webSearches)
  expect(lines).toEqual(rows.map(({costMicros}) => costMicros))

  const inspected = newTally().inspection(conversation)
  expect(micros(inspected.costUsd)).toBe(kept.costMicros)
  expect(inspected.unpricedTokens).toBe(kept.unpricedTokens)
  expectClose(micros(inspected.reportedCostUsd), kept.reportedCostMicros)

  // Which of two sessions owns a copied response may differ, so headings are compared if there is one session.
  const [row] = rows
  const pages = describePage(conversation, {depth: 'tool', thinking: true}).sessions
  const page = pages.find(({sessionId}) => sessionId === row?.key)
  if (rows.length !== 1 || !row || !page) return
  const unreported = sessions.get(page.sessionId)?.unreported ?? 0
  const priced = row.unpricedTokens === 0 && sumTokens(row.usage) > 0 ? row.costMicros : undefined
  expectClose(
    micros(page.cost?.usd),
    row.reportedCostMicros === undefined ? priced : row.reportedCostMicros + unreported,
  )
}

/** A run as it is recorded: `--budget`, the status line and the files for a job have the dollars that the page of the run has. */
function expectSameRun(stream: SourceFile): void {
  const run = new RunCosts(undefined)
  const conversation = foldFiles([stream], {onLine: (line) => void run.add(line)})
  run.end(stream.path)
  const report = createRunReport({path: stream.path, end: {code: 0}, costs: run, lines: 1})
  const {total} = conversation.costs()
  expect(report.computedCostUsd).toBe(total.unknownTokens > 0 ? null : (total.computed ?? 0) / 1_000_000)
  expect(report.reportedCostUsd).toBe(total.reportedCostUsd ?? null)
  expect(describeSpending(conversation, run.summarizer).costUsd).toBe(run.total)
  expect(report.costUsd).toBe(run.total ?? null)

  const {sessions} = describePage(conversation, {depth: 'tool', thinking: true})
  const headings = sessions.flatMap(({cost}) => micros(cost?.usd) ?? [])
  if (total.unknownTokens === 0 && headings.length > 0)
    expectClose(
      headings.reduce((sum, cost) => sum + cost, 0),
      micros(run.total),
    )
  if (run.total === undefined || run.total < 0.000001) return
  const budget = readBudget({operands: [], switches: new Set(), values: new Map([['budget', '0.000001']])})
  expect(budget?.check(run.total)).toContain(`${formatDollars(run.total)} of `)
}

/** The same recording, with every response served in fast mode in the US, and a search on the server in each. */
function dearer(found: Recording): Recording {
  const folder = mkdtempSync(join(temp, 'made-'))
  const copy = (file: SourceFile): SourceFile => {
    const path = join(folder, relative(found.folder, file.path))
    mkdirSync(dirname(path), {recursive: true})
    writeFileSync(path, readFileSync(file.path, 'utf8').split('\n').map(dearerLine).join('\n'))
    return describeFile(path)
  }
  return {...found, folder, streams: found.streams.map(copy), transcripts: found.transcripts.map(copy)}
}

function dearerLine(line: string): string {
  if (!line.includes('"type":"assistant"')) return line
  try {
    const record = JSON.parse(line)
    if (!record.message?.usage) return line
    const served = {speed: 'fast', inference_geo: 'us', server_tool_use: {web_search_requests: 1}}
    return JSON.stringify({
      ...record,
      message: {...record.message, usage: {...record.message.usage, ...served}},
    })
  } catch {
    return line
  }
}

describe('the same records have the same dollars in every output', () => {
  const found = allRecordings()
  describe.each([
    ['as recorded', (recording: Recording) => recording],
    ['in fast mode, with searches', dearer],
  ] as const)('%s', (_, make) => {
    test.each(found.map((recording) => [recording.name, recording] as const))('%s', async (_, recording) => {
      const {streams, transcripts} = make(recording)
      for (const files of [streams, transcripts, [...transcripts, ...streams]]) await expectSameDollars(files)
      for (const stream of streams) expectSameRun(stream)
    })
  })
})
