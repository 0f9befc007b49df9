import {mkdtempSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {basename, dirname, join} from 'node:path'
import type {Archive, ArchivedFile, ArchiveReader, ListedSession} from '../../../archive/archive.ts'
import {isRecordedStream, mainFile, mainFiles, restoreSession} from '../../../archive/restore.ts'
import {findSessionFiles, type OnSkipped, SourceError} from '../../../sources/index.ts'
import {updateArchive} from '../../archive/with-archive.ts'
import {Failure} from '../../failure.ts'
import type {Host} from '../../host.ts'
import type {SessionLocation} from '../../sessions/resolve-session.ts'
import {isReadableFile} from '../../sessions/session-files.ts'
import type {ExportOptions} from './export-options.ts'
import {type ExportSource, hashTexts, sourceOnDisk} from './export-source.ts'
import type {ExportTarget} from './find-on-disk.ts'

/** The sources of archived sessions, from disk if the files are still there. */
export async function archiveSources(
  archive: ArchiveReader,
  sessions: readonly ListedSession[],
  skipped: OnSkipped,
): Promise<readonly ExportSource[]> {
  const sources = new Map<string, ExportSource>()
  for (const session of sessions) {
    const files = mainFiles(session.sessionId, await archive.files(session.sessionId))
    const [main] = files
    // A stream can contain several sessions, and is read once.
    if (main && !sources.has(main.path))
      sources.set(main.path, createArchiveSource(archive, session, files, skipped))
  }
  return [...sources.values()]
}

/** The same, with every recorded stream of a session in addition to its transcript: each has what the other lacks. */
export async function archiveSourcesWithStreams(
  archive: ArchiveReader,
  sessions: readonly ListedSession[],
  skipped: OnSkipped,
): Promise<readonly ExportSource[]> {
  const sources = new Map<string, ExportSource>()
  const add = (session: ListedSession, file: ArchivedFile | undefined): void => {
    if (file && !sources.has(file.path))
      sources.set(file.path, createArchiveSource(archive, session, [file], skipped))
  }
  for (const session of sessions)
    add(session, mainFile(session.sessionId, await archive.files(session.sessionId)))
  for (const session of sessions)
    for (const file of await archive.files(session.sessionId)) if (isRecordedStream(file)) add(session, file)
  return [...sources.values()]
}

const createArchiveSource = (
  archive: ArchiveReader,
  session: ListedSession,
  files: readonly ArchivedFile[],
  skipped: OnSkipped,
): ExportSource => ({
  ...(files.every(({path}) => isReadableFile(path))
    ? sourceOnDisk(
        files[0]?.path ?? '',
        files.flatMap(({path}) => findSessionFiles(path, skipped)),
      )
    : restoredSource(archive, session, files)),
  title: session.title,
})

/** A session that is restored to a temporary folder when it is read. */
function restoredSource(
  archive: ArchiveReader,
  session: ListedSession,
  kept: readonly ArchivedFile[],
): ExportSource {
  const {sessionId, bytes, records, endedAt} = session
  const main = kept[0]?.path ?? ''
  const group = dirname(main)
  return {
    key: main,
    group,
    groupName: basename(group),
    bytes,
    print: hashTexts(['archive', sessionId, `${bytes} ${records} ${endedAt}`]),
    archived: true,
    async open() {
      const folder = mkdtempSync(join(tmpdir(), 'recount-export-'))
      const close = (): void => rmSync(folder, {recursive: true, force: true})
      try {
        const {places} = await restoreSession(archive, sessionId, folder)
        const paths = kept.flatMap(({id: file}) => places.find((place) => place.file.id === file)?.path ?? [])
        const [path = folder, ...others] = paths
        const files = [path, ...others].flatMap((one) => findSessionFiles(one, () => {}))
        return {input: {path, files}, close}
      } catch (error) {
        close()
        throw error
      }
    },
  }
}

/** The argument, and the session that it means. */
export interface NamedTarget {
  readonly word: string | undefined
  readonly meaning: SessionLocation | undefined
}

/** Finds in the archive what the user means: a session, a project, or everything without an argument. */
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

const nothing = (project: string | undefined): Failure => {
  const why = project === undefined ? 'no sessions in this period' : `no project path contains "${project}"`
  return new Failure(`Nothing to export: ${why}. "recount ls" lists sessions.`, 1)
}
