import type {Archive} from '../../../archive/archive.ts'
import type {OnSkipped} from '../../../sources/index.ts'
import {findSessionFiles, SourceError} from '../../../sources/index.ts'
import {bringUpToDate} from '../../archive/with-archive.ts'
import {Failure} from '../../failure.ts'
import type {Host} from '../../host.ts'
import type {SessionLocation} from '../../sessions/resolve-session.ts'
import {archiveSources} from './archive-sources.ts'
import type {ExportOptions} from './export-options.ts'
import {sourceOnDisk} from './export-source.ts'
import type {ExportTarget} from './find-on-disk.ts'

/** What the user named, and the session that it means. */
export interface NamedTarget {
  readonly word: string | undefined
  readonly meaning: SessionLocation | undefined
}

/** Finds out by the archive what the user means: a session, a project, or everything where there is no word. */
export async function findInArchive(
  host: Host,
  archive: Archive,
  {word, meaning}: NamedTarget,
  {project, after, before}: ExportOptions,
  skipped: OnSkipped,
  sourcesOf = archiveSources,
): Promise<ExportTarget> {
  await bringUpToDate(host, archive)
  const now = host.now()
  if (word === undefined) {
    const sessions = await archive.sessions({now, project, after, before})
    if (sessions.length === 0) throw nothing(project)
    return {sources: await sourcesOf(archive, sessions, skipped), single: false}
  }
  if (meaning) {
    const {session, path} = meaning
    const rows = (await archive.sessions({now, id: session})).filter(({sessionId}) => sessionId === session)
    if (rows.length > 0) return {sources: await sourcesOf(archive, rows, skipped), single: true}
    if (path !== undefined)
      return {sources: [sourceOnDisk(path, findSessionFiles(path, skipped))], single: true}
  }
  const sessions = await archive.sessions({now, project: word, after, before})
  if (sessions.length > 0) return {sources: await sourcesOf(archive, sessions, skipped), single: false}
  throw new SourceError(
    `Cannot find ${word}: it is neither a file or folder, nor a session, nor a part of a project's path; "recount ls" lists what there is.`,
  )
}

const nothing = (project: string | undefined): Failure =>
  new Failure(
    project === undefined
      ? 'Nothing to export: there is no session in that time, or none at all; "recount ls" lists what there is.'
      : `Nothing to export: no session worked in a folder whose path holds "${project}"; "recount ls" lists what there is.`,
    1,
  )
