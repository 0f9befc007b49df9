import {mkdtempSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {basename, dirname, join} from 'node:path'
import type {KeptFile, ListedSession, Reader} from '../../archive/archive.ts'
import {isRecordedStream, mainFile, mainFiles, restoreSession} from '../../archive/restore.ts'
import type {Skipped} from '../../sources/index.ts'
import {findSessionFiles} from '../../sources/index.ts'
import {canBeRead} from '../resolve-session.ts'
import type {ExportSource} from './export-source.ts'
import {printOf, sourceOnDisk} from './export-source.ts'

/** Sessions that the archive knows, each from disk where it still can be read there. */
export async function archiveSources(
  archive: Reader,
  sessions: readonly ListedSession[],
  skipped: Skipped,
): Promise<readonly ExportSource[]> {
  const sources = new Map<string, ExportSource>()
  for (const session of sessions) {
    const files = mainFiles(session.id, await archive.files(session.id))
    const [main] = files
    // A stream may hold several sessions, and is read once.
    if (main && !sources.has(main.path)) sources.set(main.path, sourceOf(archive, session, files, skipped))
  }
  return [...sources.values()]
}

/** The same, and besides a transcript every stream that was recorded of its session: each has what the other lacks. */
export async function archiveSourcesWhole(
  archive: Reader,
  sessions: readonly ListedSession[],
  skipped: Skipped,
): Promise<readonly ExportSource[]> {
  const sources = new Map<string, ExportSource>()
  const add = (session: ListedSession, file: KeptFile | undefined): void => {
    if (file && !sources.has(file.path)) sources.set(file.path, sourceOf(archive, session, [file], skipped))
  }
  for (const session of sessions) add(session, mainFile(session.id, await archive.files(session.id)))
  for (const session of sessions)
    for (const file of await archive.files(session.id)) if (isRecordedStream(file)) add(session, file)
  return [...sources.values()]
}

const sourceOf = (
  archive: Reader,
  session: ListedSession,
  files: readonly KeptFile[],
  skipped: Skipped,
): ExportSource => ({
  ...(files.every(({path}) => canBeRead(path))
    ? sourceOnDisk(
        files[0]?.path ?? '',
        files.flatMap(({path}) => findSessionFiles(path, skipped)),
      )
    : keptSource(archive, session, files)),
  title: session.title,
})

/** A session that is written out of the archive when it is read, and removed again afterwards. */
function keptSource(archive: Reader, session: ListedSession, kept: readonly KeptFile[]): ExportSource {
  const {id, bytes, records, ended} = session
  const main = kept[0]?.path ?? ''
  const group = dirname(main)
  return {
    key: main,
    group,
    groupName: basename(group),
    bytes,
    print: printOf(['archive', id, `${bytes} ${records} ${ended}`]),
    archived: true,
    async open() {
      const folder = mkdtempSync(join(tmpdir(), 'recount-export-'))
      const close = (): void => rmSync(folder, {recursive: true, force: true})
      try {
        const {places} = await restoreSession(archive, id, folder)
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
