import {join} from 'node:path'
import type {Archive, Mended} from '../archive.ts'
import {follow} from '../ingest/follow.ts'
import {ingest} from '../ingest/ingest.ts'
import {filesToRestore, restoreFile} from '../ingest/restore.ts'
import type {Database} from './driver.ts'
import {knownRoots} from './file-rows.ts'
import {findSessionId} from './find-session-id.ts'
import {listSessions} from './list-sessions.ts'
import {unchanging} from './open-database.ts'
import {searchEntries} from './search-entries.ts'
import {indexEntries, pendingEntries} from './search-index.ts'
import {attachShards, openShard, shardCount, shardFiles} from './search-shards.ts'
import {startSearchWorkers} from './search-workers.ts'
import {queryUsage} from './usage-query.ts'

/** The archive's file in its folder. */
export const archiveFile = (folder: string): string => join(folder, 'archive.db')

/** So many new entries are worth the start of other threads. */
const many = 5000

/** The archive of one person, in one folder. */
export function sqliteArchive(
  folder: string,
  database: Database,
  {readOnly, mended}: {readonly readOnly: boolean; readonly mended: Mended | undefined},
): Archive {
  let attached: Promise<void> | undefined
  const attach = async (): Promise<void> => {
    for (const path of readOnly ? [] : shardFiles(folder)) (await openShard(path)).close()
    attachShards(database, readOnly ? shardFiles(folder).map(unchanging) : shardFiles(folder))
  }
  return {
    folder,
    readOnly,
    mended,
    takeIn: (roots, watcher) => ingest(database, roots, watcher, {archive: archiveFile(folder)}),
    follow: (roots, watcher, stopped, told) => follow(database, roots, watcher, stopped, told),
    roots: () => knownRoots(database),
    makeSearchable: () => makeSearchable(folder, database),
    sessions: (question) => listSessions(database, question),
    async search(query, wish) {
      attached ??= attach()
      await attached
      return searchEntries(database, query, {...wish, now: wish.now, shards: shardCount})
    },
    usage: (question) => queryUsage(database, question),
    sessionId: (name) => findSessionId(database, name),
    files: (session) => filesToRestore(database, session),
    restore: (file, target) => restoreFile(database, file, target),
    close: () => database.close(),
  }
}

/** A little is indexed at once, much on all cores. */
async function makeSearchable(folder: string, database: Database): Promise<void> {
  const paths = shardFiles(folder)
  const shards = await Promise.all(paths.map(openShard))
  const pending = Math.max(...shards.map((shard) => pendingEntries(database, shard)))
  if (pending < many) {
    for (const [shard, index] of shards.entries()) indexEntries(database, index, {shard, count: shardCount})
  }
  for (const shard of shards) shard.close()
  if (pending >= many) await startSearchWorkers(archiveFile(folder), paths, () => {}).finish()
}
