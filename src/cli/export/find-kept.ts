import type {Archive} from '../../archive/archive.ts'
import type {Skipped} from '../../sources/index.ts'
import {findSessionFiles, SourceError} from '../../sources/index.ts'
import {Failure} from '../failure.ts'
import type {Host} from '../host.ts'
import type {Meaning} from '../resolve-session.ts'
import {bringUpToDate} from '../with-archive.ts'
import {archiveSources} from './archive-sources.ts'
import type {ExportOptions} from './export-options.ts'
import {sourceOnDisk} from './export-source.ts'
import type {Wanted} from './find-on-disk.ts'

/** What the user named, and the session that it means. */
export interface Named {
  readonly word: string | undefined
  readonly meaning: Meaning | undefined
}

/** Finds out by the archive what the user means: a session, a project, or everything where there is no word. */
export async function findKept(
  host: Host,
  archive: Archive,
  {word, meaning}: Named,
  {project, after, before}: ExportOptions,
  skipped: Skipped,
  sourcesOf = archiveSources,
): Promise<Wanted> {
  await bringUpToDate(host, archive)
  const now = host.now()
  if (word === undefined) {
    const sessions = await archive.sessions({now, project, after, before})
    if (sessions.length === 0) throw nothing(project)
    return {sources: await sourcesOf(archive, sessions, skipped), single: false}
  }
  if (meaning) {
    const {session, path} = meaning
    const rows = (await archive.sessions({now, id: session})).filter(({id}) => id === session)
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
