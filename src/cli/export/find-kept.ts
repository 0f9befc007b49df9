import type {Archive} from '../../archive/archive.ts'
import type {Skipped} from '../../sources/index.ts'
import {SourceError} from '../../sources/index.ts'
import {Failure} from '../failure.ts'
import type {Host} from '../host.ts'
import {bringUpToDate} from '../with-archive.ts'
import {archiveSources} from './archive-sources.ts'
import type {ExportOptions} from './export-options.ts'
import type {Wanted} from './find-on-disk.ts'
import {sessionIn} from './find-on-disk.ts'

/** Finds out by the archive what the user means: a session, a project, or everything where there is no word. */
export async function findKept(
  host: Host,
  archive: Archive,
  word: string | undefined,
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
  const name = sessionIn(word)
  const matches = name === '' ? [] : await archive.sessions({now, id: name})
  const exact = matches.filter(({id}) => id === name || matches.length === 1)
  if (exact.length > 0) return {sources: await sourcesOf(archive, exact, skipped), single: true}
  const sessions = name === '' ? [] : await archive.sessions({now, project: name, after, before})
  if (sessions.length > 0) return {sources: await sourcesOf(archive, sessions, skipped), single: false}
  throw new SourceError(
    `Cannot find ${name || 'something without a name'}: it is neither a file or folder, nor a session, nor a part of a project's path; "recount ls" lists what there is.`,
  )
}

const nothing = (project: string | undefined): Failure =>
  new Failure(
    project === undefined
      ? 'Nothing to export: there is no session in that time, or none at all; "recount ls" lists what there is.'
      : `Nothing to export: no session worked in a folder whose path holds "${project}"; "recount ls" lists what there is.`,
    1,
  )
