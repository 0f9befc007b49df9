import type {Archive} from '../../../archive/archive.ts'
import type {OnSkipped} from '../../../sources/index.ts'
import {findSessionFiles, SourceError} from '../../../sources/index.ts'
import {updateArchive} from '../../archive/with-archive.ts'
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
  await updateArchive(host, archive)
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
    `Cannot find ${word}: not a file, a folder, a session or part of a project path. "recount ls" lists sessions.`,
  )
}

const nothing = (project: string | undefined): Failure =>
  new Failure(
    project === undefined
      ? 'Nothing to export: no sessions in this period. "recount ls" lists sessions.'
      : `Nothing to export: no project path contains "${project}". "recount ls" lists sessions.`,
    1,
  )
