import {describe, expect, test} from 'vitest'
import type {Database} from '../../src/archive/sqlite/database/driver.ts'
import {querySessions} from '../../src/archive/sqlite/sessions/query-sessions.ts'
import {queryUsage} from '../../src/archive/sqlite/usage/query-usage.ts'
import type {Usage} from '../../src/model/index.ts'
import {usageFields} from '../../src/model/index.ts'
import {memoryArchive} from '../support/archive/memory-archive.ts'
import type {Recording} from '../support/conversation/recordings.ts'
import {allRecordings, foldDocument} from '../support/conversation/recordings.ts'

const all = allRecordings().filter(({streams, transcripts}) => streams.length > 0 && transcripts.length > 0)

const sessionsIn = (database: Database) =>
  new Map(querySessions(database, {now: 0}).map((row) => [row.sessionId, row]))

const usageOf = (database: Database) => {
  const {total} = queryUsage(database, {group: 'session', timeZone: 'UTC'})
  return total
}

const idsOf = (database: Database): readonly string[] =>
  database
    .prepare('select distinct id from call where tool is not null order by id')
    .all()
    .map(({id}) => String(id))

describe('a recorded stream and the transcript of the same session are one conversation in the archive', () => {
  for (const recording of all) test(recording.name, () => join(recording))
})

const atLeast = (a: Usage, b: Usage): boolean => usageFields.every((field) => a[field] >= b[field])

async function join({streams, transcripts}: Recording): Promise<void> {
  const paths = (files: typeof streams): readonly string[] => files.map(({path}) => path)
  const live = await memoryArchive(paths(streams))
  const saved = await memoryArchive(paths(transcripts))
  const both = await memoryArchive([...paths(streams), ...paths(transcripts)])
  const other = await memoryArchive([...paths(transcripts), ...paths(streams)])

  const merged = sessionsIn(both)
  expect([...merged.keys()].sort()).toEqual(
    [...new Set([...sessionsIn(live).keys(), ...sessionsIn(saved).keys()])].sort(),
  )
  // Every call once, whichever side has it.
  expect(idsOf(both)).toEqual([...new Set([...idsOf(live), ...idsOf(saved)])].sort())
  // The order of arrival makes no difference.
  expect(usageOf(other)).toEqual(usageOf(both))
  // What was used is what the fold of both finds, and never less than either side alone knows.
  const {usage, responses, reportedCostMicros} = usageOf(both)
  const document = foldDocument([...streams, ...transcripts])
  expect(usage).toEqual(document.usage)
  for (const side of [usageOf(live), usageOf(saved)]) {
    expect(atLeast(usage, side.usage)).toBe(true)
    expect(responses).toBeGreaterThanOrEqual(side.responses)
    expect(reportedCostMicros ?? 0).toBeGreaterThanOrEqual(side.reportedCostMicros ?? 0)
  }
  // Each call counts once, for the session that made it and not for those that copied it.
  for (const [id, row] of merged) {
    const own = document.toolCalls.filter((run) => run.sessionId === id && !run.isCopied)
    expect([id, row.toolCalls]).toEqual([id, own.length])
    const sides = [sessionsIn(live).get(id), sessionsIn(saved).get(id)]
    expect(row.title ?? '').toBe(sides.map((side) => side?.title).find((title) => title !== undefined) ?? '')
  }
}
