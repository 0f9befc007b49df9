import type {PriceOverrides} from '../../prices/index.ts'
import type {Archive, SearchOptions} from '../archive.ts'
import {ArchiveError} from '../archive-error.ts'
import {followFolders} from '../ingest/follow-folders.ts'
import {ingest} from '../ingest/ingest.ts'
import type {Query} from '../query/index.ts'
import {findDamage} from '../repair/find-damage.ts'
import type {Repair} from '../repair/repair-archive.ts'
import {emptyDamagedShards, emptyShards} from '../repair/replace-database.ts'
import type {SearchResult} from '../search/search-result.ts'
import {changeCuration, listCurations, mergeCurations} from './curation/curation-rows.ts'
import {archiveFile, archiveIdentity, fileIdentity} from './database/archive-file.ts'
import type {Database} from './database/driver.ts'
import {errorKind, mayBeDamage} from './database/error-kind.ts'
import {openDatabase, openToRead} from './database/open-database.ts'
import {listArchivedFiles, listRoots, readFileBytes} from './files/file-rows.ts'
import {repairBlocks} from './files/read-block.ts'
import {runSql} from './run-sql.ts'
import {indexEntries, pendingBytes, unindexedNote} from './search/index-entries.ts'
import {indexOnThreads} from './search/index-on-threads.ts'
import {searchEntries} from './search/search-entries.ts'
import {attachShards, attachToRead, openShard, shardCount, shardFiles, shardSchema} from './search/shards.ts'
import {querySessions} from './sessions/query-sessions.ts'
import {queryStatus} from './usage/query-status.ts'
import {queryUsage, sessionCosts} from './usage/query-usage.ts'

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
  let isClosed = false
  const identity = archiveIdentity(folder)
  /** Of the index, as long as it is open. */
  let indexIdentity: string | undefined
  /** A separate connection for the search index, so that it can be closed when the index is rebuilt. */
  const openSearch = async (): Promise<void> => {
    if (readOnly) {
      indexIdentity = identityOf(paths)
      attachToRead(database, paths)
      searched = database
      return
    }
    for (const path of paths) (await openShard(path)).close()
    indexIdentity = identityOf(paths)
    searched = await openDatabase(archiveFile(folder))
    attachShards(searched, paths)
  }
  const closeSearch = (): void => {
    if (searched !== database) searched?.close()
    searched = undefined
    searching = undefined
    indexIdentity = undefined
  }
  let opening: Promise<Database> | undefined
  let reading = readOnly ? database : undefined
  /** A separate connection for reading files: a reader can pause between blocks and must not block writes meanwhile. */
  const openReading = async (): Promise<Database> => {
    if (isClosed) throw new ArchiveError('Cannot read a file: the archive is closed.')
    if (reading) return reading
    opening ??= openToRead(archiveFile(folder))
    reading = await opening
    return reading
  }
  const searchOnce = async (query: Query, {overrides, ...options}: SearchOptions): Promise<SearchResult> => {
    if (isClosed) throw closedToSearch()
    searching ??= openSearch()
    try {
      await searching
    } catch (error) {
      // The next search tries again: what keeps the index from being opened may pass.
      closeSearch()
      throw error
    }
    // It may have been closed while the index was opened.
    if (isClosed) closeSearch()
    if (!searched) throw closedToSearch()
    const costOf = lazyCosts(searched, overrides)
    const found = searchEntries(searched, query, {...options, shards: shardCount, costOf})
    const damaged = readOnly ? [] : repairBlocks(searched)
    const note = damaged.some(({bytes}) => !bytes) ? damagedNote : undefined
    return {...found, stopped: found.stopped ?? note ?? unindexedNote(searched)}
  }
  /** Uses the index; one that turns out to be damaged is emptied and made again. */
  const withIndex = async <Result>(
    work: () => Promise<Result>,
    remake: () => Promise<void>,
  ): Promise<Result> => {
    const repairs = [emptyIfDamaged, emptyIfArchiveIsHealthy]
    for (;;) {
      try {
        return await work()
      } catch (error) {
        if (readOnly && errorKind(error) === 'damaged') throw unusableIndex(folder)
        const repair = repairs.shift()
        if (readOnly || !repair || !mayBeDamage(error)) throw error
        closeSearch()
        await repair(folder, error)
        await remake()
      }
    }
  }
  return {
    folder,
    readOnly,
    repaired,
    async ingest(roots, watcher) {
      const report = await ingest(database, roots, watcher, archiveFile(folder))
      repairBlocks(database)
      return report
    },
    follow: (roots, watcher, stopped, onReport) => followFolders(database, roots, watcher, stopped, onReport),
    roots: async () => listRoots(database),
    index: (advance) =>
      withIndex(
        () => makeSearchable(folder, database, advance),
        async () => {},
      ),
    sessions: async (query) => querySessions(database, query),
    version: async () => Number(database.prepare('pragma data_version').get()?.['data_version']),
    isReplaced: async () =>
      archiveIdentity(folder) !== identity ||
      (indexIdentity !== undefined && identityOf(paths) !== indexIdentity),
    search: (query, options) =>
      withIndex(
        () => searchOnce(query, options),
        () => makeSearchable(folder, database),
      ),
    usage: async (query) => queryUsage(database, query),
    status: async (query) => queryStatus(database, query),
    losses: async () =>
      database
        .prepare(
          `select path, generation, sum(length) as bytes from lost join file on file.id = lost.file
            group by file order by path, generation`,
        )
        .all()
        .map(({path, generation, bytes}) => ({
          path: String(path),
          generation: Number(generation),
          bytes: Number(bytes),
        })),
    curations: async (session) => listCurations(database, session),
    curate: async (target, change, now) => changeCuration(database, target, change, now),
    mergeCurations: async (items) => mergeCurations(database, items),
    files: async (session) => listArchivedFiles(database, session),
    async *bytes({id}) {
      yield* readFileBytes(await openReading(), id, () => {})
    },
    sql: (statement) => runSql(folder, statement),
    checkpoint: async () => database.exec('pragma wal_checkpoint(passive)'),
    close() {
      isClosed = true
      closeSearch()
      for (const connection of [reading, database]) if (connection?.isOpen) connection.close()
    },
  }
}

const closedToSearch = (): ArchiveError => new ArchiveError('Cannot search: the archive is closed.')

const identityOf = (paths: readonly string[]): string => paths.map(fileIdentity).join(' ')

/** What a session cost, in dollars. All costs are added up when the first is needed: most searches need none. */
function lazyCosts(
  database: Database,
  overrides: PriceOverrides | undefined,
): (session: string) => number | undefined {
  let costs: ReturnType<typeof sessionCosts> | undefined
  return (session) => {
    costs ??= sessionCosts(database, overrides)
    const {costMicros} = costs(session)
    return costMicros === undefined ? undefined : costMicros / 1_000_000
  }
}

/** If nothing is damaged any more, another process has emptied it, and a second attempt is enough. */
async function emptyIfDamaged(folder: string): Promise<void> {
  await emptyDamagedShards(shardFiles(folder), shardSchema)
}

/** Empties all of the index: it can be made again. What is wrong with the archive is left to those who repair that. */
async function emptyIfArchiveIsHealthy(folder: string, error: unknown): Promise<void> {
  if (errorKind(error) !== 'damaged' || (await findDamage(archiveFile(folder))) !== undefined) throw error
  await emptyShards(shardFiles(folder))
}

const damagedNote = 'A part of the archive is damaged and was not searched. Run "recount doctor" for details.'

const unusableIndex = (folder: string): ArchiveError =>
  new ArchiveError(
    `Cannot search: the index in ${folder} is damaged. Run "recount index" as a user who can write to it.`,
  )

/** Small amounts are indexed in this thread, large ones on all cores. */
async function makeSearchable(
  folder: string,
  database: Database,
  advance: (done: number, all: number) => Promise<void> = async () => {},
): Promise<void> {
  const paths = shardFiles(folder)
  const shards: Database[] = []
  let pending = 0
  let done = 0
  let advanced = Promise.resolve()
  const read = (bytes: number): void => {
    done += bytes
    const reached = Math.min(done, pending)
    advanced = advanced.then(() => advance(reached, pending))
  }
  try {
    for (const path of paths) shards.push(await openShard(path))
    const shares = shards.map((index, shard) => ({index, share: {shard, count: shardCount}}))
    pending = shares.reduce((sum, {index, share}) => sum + pendingBytes(database, index, share), 0)
    if (pending < many) for (const {index, share} of shares) indexEntries(database, index, share, read)
    repairBlocks(database)
  } finally {
    for (const shard of shards) shard.close()
  }
  if (pending >= many) await indexOnThreads(archiveFile(folder), paths, read)
  await advanced
}
