import type {Database} from './driver.ts'
import {shardCount, shardName} from './search-shards.ts'

/** What a running session adds at once is less, and is in the index a moment later. */
const much = 1024 * 1024

/** What a search may be missing, in a sentence: an index that is being made does not have everything yet. */
export function unindexedNote(database: Database): string | undefined {
  let bytes = 0
  for (let shard = 0; shard < shardCount; shard += 1) {
    const index = shardName(shard)
    const row = database
      .prepare(
        `select total(file.size - coalesce(indexed.offset, 0)) as bytes
        from file left join ${index}.indexed as indexed on indexed.file = file.id
        where file.id % ? = ? and file.changed > (select changed from ${index}.cursor)`,
      )
      .get(shardCount, shard)
    bytes += Number(row?.['bytes'] ?? 0)
  }
  return bytes < much
    ? undefined
    : 'Not everything can be found yet: the index of what was said and done is being made.'
}
