import type {Archive, Mended} from '../archive.ts'
import {follow} from '../ingest/follow.ts'
import {ingest} from '../ingest/ingest.ts'
import {filesToRestore, restoreFile} from '../ingest/restore.ts'
import {archiveFile} from './archive-file.ts'
import {attachToRead} from './attach-to-read.ts'
import type {Database} from './driver.ts'
import {knownRoots} from './file-rows.ts'
import {findSessionId} from './find-session-id.ts'
import {listSessions} from './list-sessions.ts'
import {searchEntries} from './search-entries.ts'
import {indexEntries, pendingBytes} from './search-index.ts'
import {attachShards, openShard, shardCount, shardFiles} from './search-shards.ts'
import {indexOnThreads} from './search-workers.ts'
import {unindexedNote} from './unindexed.ts'
import {queryUsage} from './usage-query.ts'

/** So many new bytes are worth the start of other threads. */
const many = 6 * 1024 * 1024

/** The archive of one person, in one folder. */
export function sqliteArchive(
  folder: string,
  database: Database,
  {readOnly, mended}: {readonly readOnly: boolean; readonly mended: Mended | undefined},
): Archive {
  let attached: Promise<void> | undefined
  const attach = async (): Promise<void> => {
    const paths = shardFiles(folder)
    if (readOnly) return attachToRead(database, paths)
    for (const path of paths) (await openShard(path)).close()
    attachShards(database, paths)
  }
  return {
    folder,
    readOnly,
    mended,
    takeIn: (roots, watcher) => ingest(database, roots, watcher, {archive: archiveFile(folder)}),
    follow: (roots, watcher, stopped, told) => follow(database, roots, watcher, stopped, told),
    roots: () => knownRoots(database),
    makeSearchable: (advance) => makeSearchable(folder, database, advance),
    sessions: (question) => listSessions(database, question),
    async search(query, wish) {
      attached ??= attach()
      await attached
      const found = searchEntries(database, query, {...wish, now: wish.now, shards: shardCount})
      return {...found, stopped: found.stopped ?? unindexedNote(database)}
    },
    usage: (question) => queryUsage(database, question),
    sessionId: (name) => findSessionId(database, name),
    files: (session) => filesToRestore(database, session),
    restore: (file, target) => restoreFile(database, file, target),
    close: () => database.close(),
  }
}

/** A little is indexed at once, much on all cores. */
async function makeSearchable(
  folder: string,
  database: Database,
  advance: (done: number, all: number) => Promise<void> = async () => {},
): Promise<void> {
  const paths = shardFiles(folder)
  const shards = await Promise.all(paths.map(openShard))
  const shares = shards.map((index, shard) => ({index, share: {shard, count: shardCount}}))
  const pending = shares.reduce((sum, {index, share}) => sum + pendingBytes(database, index, share), 0)
  let done = 0
  let told = Promise.resolve()
  const read = (bytes: number): void => {
    done += bytes
    const reached = Math.min(done, pending)
    told = told.then(() => advance(reached, pending))
  }
  if (pending < many) for (const {index, share} of shares) indexEntries(database, index, share, read)
  for (const shard of shards) shard.close()
  if (pending >= many) await indexOnThreads(archiveFile(folder), paths, read)
  await told
}
