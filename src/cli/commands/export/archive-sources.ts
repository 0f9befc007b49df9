import {mkdtempSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {basename, dirname, join} from 'node:path'
import type {ArchivedFile, ArchiveReader, ListedSession} from '../../../archive/archive.ts'
import {isRecordedStream, mainFile, mainFiles, restoreSession} from '../../../archive/restore.ts'
import type {OnSkipped} from '../../../sources/index.ts'
import {findSessionFiles} from '../../../sources/index.ts'
import {isReadableFile} from '../../sessions/session-files.ts'
import type {ExportSource} from './export-source.ts'
import {hashTexts, sourceOnDisk} from './export-source.ts'

/** Sessions that the archive knows, each from disk where it still can be read there. */
export async function archiveSources(
  archive: ArchiveReader,
  sessions: readonly ListedSession[],
  skipped: OnSkipped,
): Promise<readonly ExportSource[]> {
  const sources = new Map<string, ExportSource>()
  for (const session of sessions) {
    const files = mainFiles(session.sessionId, await archive.files(session.sessionId))
    const [main] = files
    // A stream may hold several sessions, and is read once.
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

/** A session that is written out of the archive when it is read, and removed again afterwards. */
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
