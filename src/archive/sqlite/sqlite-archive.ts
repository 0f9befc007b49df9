import type {Archive, SearchWish} from '../archive.ts'
import {ArchiveError} from '../archive-error.ts'
import {follow} from '../ingest/follow.ts'
import {ingest} from '../ingest/ingest.ts'
import {filesToRestore, restoreFile} from '../ingest/restore.ts'
import type {Query} from '../query/index.ts'
import {findDamage} from '../repair/find-damage.ts'
import type {Repair} from '../repair/repair-archive.ts'
import {emptyDamagedShards, emptyShards} from '../repair/repair-index.ts'
import type {Found} from '../search/hit.ts'
import {archiveFile} from './archive-file.ts'
import {attachToRead} from './attach-to-read.ts'
import type {Database} from './driver.ts'
import {errorKind, mayBeDamage} from './error-kind.ts'
import {knownRoots} from './file-rows.ts'
import {findSessionId} from './find-session-id.ts'
import {listSessions} from './list-sessions.ts'
import {openDatabase} from './open-database.ts'
import {searchEntries} from './search-entries.ts'
import {indexEntries, pendingBytes} from './search-index.ts'
import {attachShards, openShard, shardCount, shardFiles, shardSchema} from './search-shards.ts'
import {indexOnThreads} from './search-workers.ts'
import {unindexedNote} from './unindexed.ts'
import {queryUsage} from './usage-query.ts'

/** So many new bytes are worth the start of other threads. */
const many = 6 * 1024 * 1024

/** The archive of one person, in one folder. */
export function sqliteArchive(
  folder: string,
  database: Database,
  {readOnly, repaired}: {readonly readOnly: boolean; readonly repaired: Repair | undefined},
): Archive {
  const paths = shardFiles(folder)
  let searching: Promise<void> | undefined
  let searched: Database | undefined
  /** A connection of its own sees the index beside the archive, so that it can be closed if the index must be made again. */
  const openSearch = async (): Promise<void> => {
    if (readOnly) {
      attachToRead(database, paths)
      searched = database
      return
    }
    for (const path of paths) (await openShard(path)).close()
    searched = await openDatabase(archiveFile(folder))
    attachShards(searched, paths)
  }
  const closeSearch = (): void => {
    if (searched !== database) searched?.close()
    searched = undefined
    searching = undefined
  }
  const searchOnce = async (query: Query, wish: SearchWish): Promise<Found> => {
    searching ??= openSearch()
    await searching
    if (!searched) throw new ArchiveError('Cannot search: the archive was closed.')
    const found = searchEntries(searched, query, {...wish, now: wish.now, shards: shardCount})
    return {...found, stopped: found.stopped ?? unindexedNote(searched)}
  }
  return {
    folder,
    readOnly,
    repaired,
    takeIn: (roots, watcher) => ingest(database, roots, watcher, {archive: archiveFile(folder)}),
    follow: (roots, watcher, stopped, told) => follow(database, roots, watcher, stopped, told),
    roots: () => knownRoots(database),
    async makeSearchable(advance) {
      try {
        await makeSearchable(folder, database, advance)
      } catch (error) {
        if (!mayBeDamage(error)) throw error
        closeSearch()
        await repairIndex(folder, error)
        await makeSearchable(folder, database, advance)
      }
    },
    sessions: (question) => listSessions(database, question),
    version: () => Number(database.prepare('pragma data_version').get()?.['data_version']),
    async search(query, wish) {
      try {
        return await searchOnce(query, wish)
      } catch (error) {
        if (readOnly && errorKind(error) === 'damaged') throw unusableIndex(folder)
        if (readOnly || !mayBeDamage(error)) throw error
        closeSearch()
        await repairIndex(folder, error)
        await makeSearchable(folder, database)
        return searchOnce(query, wish)
      }
    },
    usage: (question) => queryUsage(database, question),
    sessionId: (name) => findSessionId(database, name),
    files: (session) => filesToRestore(database, session),
    restore: (file, path) => restoreFile(database, file, path),
    checkpoint: () => database.exec('pragma wal_checkpoint(passive)'),
    close() {
      closeSearch()
      if (database.isOpen) database.close()
    },
  }
}

/**
 * Empties what is damaged of the index. Where a look finds nothing wrong with it nor with the archive, all of it is emptied:
 * it can be made again. Whatever is wrong with the archive is left to those who repair that.
 */
async function repairIndex(folder: string, error: unknown): Promise<void> {
  const paths = shardFiles(folder)
  const emptied = await emptyDamagedShards(paths, shardSchema)
  if (emptied.length > 0) return
  if (errorKind(error) !== 'damaged' || (await findDamage(archiveFile(folder))) !== undefined) throw error
  await emptyShards(paths)
}

const unusableIndex = (folder: string): ArchiveError =>
  new ArchiveError(
    `Cannot search: the index in ${folder} is damaged. Run "recount index" as a user who may write to it.`,
  )

/** A little is indexed at once, much on all cores. */
async function makeSearchable(
  folder: string,
  database: Database,
  advance: (done: number, all: number) => Promise<void> = async () => {},
): Promise<void> {
  const paths = shardFiles(folder)
  const shards: Database[] = []
  let pending = 0
  let done = 0
  let told = Promise.resolve()
  const read = (bytes: number): void => {
    done += bytes
    const reached = Math.min(done, pending)
    told = told.then(() => advance(reached, pending))
  }
  try {
    for (const path of paths) shards.push(await openShard(path))
    const shares = shards.map((index, shard) => ({index, share: {shard, count: shardCount}}))
    pending = shares.reduce((sum, {index, share}) => sum + pendingBytes(database, index, share), 0)
    if (pending < many) for (const {index, share} of shares) indexEntries(database, index, share, read)
  } finally {
    for (const shard of shards) shard.close()
  }
  if (pending >= many) await indexOnThreads(archiveFile(folder), paths, read)
  await told
}
