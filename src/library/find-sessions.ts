import type {ArchiveReader} from '../archive/archive.ts'
import {ArchiveError} from '../archive/archive-error.ts'
import {dateExamples, readSpan} from '../archive/query/index.ts'
import {priceOverrides} from '../cli/archive/price-overrides.ts'
import {updateArchive, withArchive} from '../cli/archive/with-archive.ts'
import type {Host} from '../cli/host.ts'
import {type SessionJson, toSessionJson} from '../json/index.ts'
import {type LibraryOptions, withLibraryHost} from './load-session.ts'

/** Which sessions are listed, and in which order. Without options: all, the newest first. */
export interface SessionFilter {
  /** The beginning of the id. */
  readonly sessionId?: string | undefined
  /** A part of the path of the project's folder. */
  readonly project?: string | undefined
  readonly gitBranch?: string | undefined
  /** A part of the name of a model that was used. */
  readonly model?: string | undefined
  /** The name of a tool that was called. */
  readonly tool?: string | undefined
  /** Only sessions that ended after this: a `Date`, an ISO date or time, or words such as `3d` or `yesterday`. */
  readonly after?: Date | string | undefined
  /** Only sessions that started before this. */
  readonly before?: Date | string | undefined
  /** Whether to list only sessions that are running. Default: no. */
  readonly live?: boolean | undefined
  /** Newest, most expensive or largest first. Default: `time`. */
  readonly sortBy?: 'time' | 'cost' | 'size' | undefined
  /** The maximum number of sessions. Default: no limit. */
  readonly limit?: number | undefined
}

/**
 * Finds sessions, the newest first. What is new on disk is added to the archive first.
 *
 * @throws ArchiveError if the archive cannot be opened.
 *
 * @example
 * import {findSessions, loadSession} from 'recount'
 *
 * for (const {sessionId, title, costUsd} of await findSessions({project: 'shop', after: '7d'})) {
 *   const {toolCalls} = await loadSession(sessionId)
 *   console.log(title, costUsd, toolCalls.length)
 * }
 */
export const findSessions = (options: SessionFilter & LibraryOptions = {}): Promise<readonly SessionJson[]> =>
  withLibraryHost(options, (host) =>
    withArchive(host, async (archive) => {
      await updateArchive(host, archive)
      return listSessions(host, archive, options)
    }),
  )

/** Lists what an archive has, without adding to it. */
export async function listSessions(
  host: Host,
  archive: ArchiveReader,
  {sessionId, project, gitBranch, model, tool, after, before, live, sortBy, limit}: SessionFilter,
): Promise<readonly SessionJson[]> {
  const sessions = await archive.sessions({
    id: sessionId,
    project,
    branch: gitBranch,
    model,
    tool,
    after: readTimes(after, host.zone)?.start,
    before: readTimes(before, host.zone)?.start,
    live: live || undefined,
    sort: sortBy,
    limit,
    now: host.now(),
    overrides: priceOverrides(host),
  })
  return sessions.map(toSessionJson)
}

/** When a time that was given starts and ends; a day in words ends with its last moment. */
export function readTimes(
  value: Date | string | undefined,
  zone: string,
): {readonly start: number; readonly end: number} | undefined {
  if (value === undefined) return undefined
  const span =
    typeof value === 'string'
      ? readSpan(value, {now: Date.now(), zone})
      : {start: value.getTime(), end: value.getTime()}
  if (span && Number.isFinite(span.start)) return span
  throw new ArchiveError(`Invalid time "${value}". Use a Date, or a text such as ${dateExamples}.`)
}
