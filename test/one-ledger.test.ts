import {describe, expect, test} from 'vitest'
import {queryUsage} from '../src/archive/sqlite/usage-query.ts'
import type {SourceFile} from '../src/sources/index.ts'
import {archiveOf} from './support/archive.ts'
import {allRecordings, foldFiles} from './support/recordings.ts'

describe('fold and archive compute the same dollars', () => {
  test.each(allRecordings().map((found) => [found.name, found] as const))('%s', async (_, found) => {
    const {streams, transcripts} = found
    for (const files of [streams, transcripts, [...streams, ...transcripts]]) {
      const {computed, unknownTokens, reportedCostUsd, complete, usage} = foldFiles(files).costs().total
      const reported = reportedCostUsd === undefined ? undefined : Math.round(reportedCostUsd * 1_000_000)
      const archived = await archivedTotal(files)
      expect({computed, unknownTokens, complete, usage}).toEqual(archived.all)
      expect(Math.abs((reported ?? 0) - (archived.reported ?? 0))).toBeLessThanOrEqual(5)
    }
  })
})

async function archivedTotal(files: readonly SourceFile[]) {
  const database = await archiveOf(files.map(({path}) => path))
  const {cost, unknownTokens, reported, complete, usage} = queryUsage(database, {
    group: 'session',
    timeZone: 'UTC',
  }).total
  database.close()
  return {all: {computed: cost, unknownTokens, complete, usage}, reported}
}
