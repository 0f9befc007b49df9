import type {Archive, ArchivedFile, IngestReport} from '../archive/archive.ts'
import {ArchiveError} from '../archive/archive-error.ts'
import {openArchiveFolder} from '../archive/open-archive.ts'
import {isMistake, parseQuery} from '../archive/query/index.ts'
import {type UsageGroup, type UsageSplit, usageGroups, usageSplits} from '../archive/usage/usage-report.ts'
import {explainErrors} from '../archive/work-in-archive.ts'
import {archiveHome} from '../cli/archive/data-folders.ts'
import {priceOverrides} from '../cli/archive/price-overrides.ts'
import {reportRepair, updateArchive, updateSearchIndex} from '../cli/archive/with-archive.ts'
import type {Host} from '../cli/host.ts'
import type {SearchHitJson, SessionJson, UsageJson} from '../json/index.ts'
import {toSearchHitJson, toUsageJson} from '../json/index.ts'
import {listSessions, readTimes, type SessionFilter} from './find-sessions.ts'
import {type LibraryOptions, withLibraryHost} from './load-session.ts'

/** What usage is added up, and how. */
export interface UsageOptions {
  /** Default: `daily`. */
  readonly groupBy?: UsageGroup | undefined
  /** A second dimension: each row is split by it. */
  readonly splitBy?: UsageSplit | undefined
  /** A `Date`, an ISO date or time, or words such as `3d` or `last week`. */
  readonly since?: Date | string | undefined
  /** A day, a week or a month is counted to its end; a `Date` or a time is the first moment that is not counted. */
  readonly until?: Date | string | undefined
  readonly sessionId?: string | undefined
  /** A part of the path of the project's folder. */
  readonly project?: string | undefined
  /** Where days begin, by its IANA name. Default: the time zone of the machine. */
  readonly timeZone?: string | undefined
}

/** How much a search looks for. */
export interface SearchSettings {
  /** The maximum number of hits. Default: 20. */
  readonly limit?: number | undefined
  /** The search returns what it has after so many milliseconds. Default: 20,000. */
  readonly timeoutMs?: number | undefined
}

/** The archive while it is open. Times are ISO 8601 strings in UTC; costs are dollars, with exact micro-dollars next to them. */
export interface OpenArchive {
  readonly folder: string
  /** Nothing can be added: its folder cannot be written to. */
  readonly isReadOnly: boolean
  /** Adds what is new in Claude Code's folders, or in the folders given, and makes it searchable. */
  update(folders?: readonly string[]): Promise<IngestReport>
  sessions(filter?: SessionFilter): Promise<readonly SessionJson[]>
  /** Finds texts by the query language of `recount search`, the best first. @throws ArchiveError if the query has a mistake. */
  search(query: string, settings?: SearchSettings): Promise<readonly SearchHitJson[]>
  usage(options?: UsageOptions): Promise<UsageJson>
  /** The archived files of one session, or all. */
  files(sessionId?: string): Promise<readonly ArchivedFile[]>
  /** The bytes of an archived file, even if the file itself is deleted. */
  bytes(file: ArchivedFile): AsyncIterable<Uint8Array>
  /** The rows of one SQL statement that only reads; docs/archive.md has the tables. */
  sql(statement: string): AsyncIterable<Readonly<Record<string, string | number | null>>>
  /** Closes the archive. Every other function fails afterwards. */
  close(): void
}

/**
 * Opens the archive of all sessions, and creates it if there is none. It contains what `update`, or an earlier command,
 * has added.
 *
 * @throws ArchiveError if it cannot be opened.
 *
 * @example
 * import {openArchive} from 'recount'
 *
 * const archive = await openArchive()
 * await archive.update()
 * const {rows} = await archive.usage({groupBy: 'daily', since: '7d'})
 * for (const {key, usage, costUsd} of rows) console.log(key, usage.output, costUsd)
 * for (const {title, snippet} of await archive.search('"cannot find module" tool:Bash')) console.log(title, snippet.text)
 * archive.close()
 */
export const openArchive = (options: LibraryOptions = {}): Promise<OpenArchive> =>
  withLibraryHost(options, async (host) => {
    const folder = archiveHome(host)
    const archive = await explainErrors(folder, () => openArchiveFolder(folder, host.now))
    if (archive.repaired) await reportRepair(host, archive.repaired)
    return viewArchive(options, archive)
  })

const defaultHits = 20
const defaultTimeout = 20_000

function viewArchive(options: LibraryOptions, archive: Archive): OpenArchive {
  let isClosed = false
  const checkOpen = (): void => {
    if (isClosed) throw new ArchiveError('The archive is closed. Open it again with openArchive().')
  }
  const work = <Result>(use: (host: Host) => Promise<Result>): Promise<Result> =>
    withLibraryHost(options, async (host) => {
      checkOpen()
      return use(host)
    })
  return {
    folder: archive.folder,
    isReadOnly: archive.readOnly,
    update: (folders = []) =>
      work(async (host) => {
        const report = await updateArchive(host, archive, folders)
        await updateSearchIndex(host, archive)
        return report ?? {files: 0, filesOpened: 0, bytesParsed: 0, records: 0, sessions: 0}
      }),
    sessions: (filter = {}) => work((host) => listSessions(host, archive, filter)),
    search: (text, {limit = defaultHits, timeoutMs = defaultTimeout} = {}) =>
      work(async (host) => {
        const query = parseQuery(text, {now: host.now(), zone: host.zone})
        if (isMistake(query)) throw new ArchiveError(query.mistake)
        const {hits, stopped} = await archive.search(query, {
          limit,
          patience: timeoutMs,
          now: host.now,
          overrides: priceOverrides(host),
        })
        if (stopped !== undefined) await host.notify(stopped)
        return hits.map(toSearchHitJson)
      }),
    usage: ({groupBy = 'daily', splitBy, since, until, sessionId, project, timeZone} = {}) =>
      work(async (host) => {
        if (!usageGroups.includes(groupBy))
          throw new ArchiveError(`Unknown grouping "${groupBy}". Use one of ${usageGroups.join(', ')}.`)
        if (splitBy !== undefined && !usageSplits.includes(splitBy))
          throw new ArchiveError(`Unknown split "${splitBy}". Use one of ${usageSplits.join(', ')}.`)
        const zone = timeZone ?? host.zone
        const report = await archive.usage({
          group: groupBy,
          split: splitBy,
          since: readTimes(since, zone)?.start,
          until: readTimes(until, zone)?.end,
          session: sessionId,
          project,
          timeZone: zone,
          overrides: priceOverrides(host),
        })
        return toUsageJson(report)
      }),
    files: (sessionId) => work(() => archive.files(sessionId)),
    async *bytes(file) {
      checkOpen()
      yield* archive.bytes(file)
    },
    async *sql(statement) {
      checkOpen()
      for await (const row of archive.sql?.(statement) ?? []) yield Object.fromEntries(row)
    },
    close() {
      isClosed = true
      archive.close()
    },
  }
}
