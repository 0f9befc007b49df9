import {mkdtempSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {basename, dirname, join} from 'node:path'
import type {KeptFile, ListedSession, Reader} from '../../archive/archive.ts'
import {mainFile, restoreSession} from '../../archive/restore.ts'
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
    const main = mainFile(session.id, await archive.files(session.id))
    // A stream may hold several sessions, and is read once.
    if (main && !sources.has(main.path)) sources.set(main.path, sourceOf(archive, session, main, skipped))
  }
  return [...sources.values()]
}

/** The same, and besides a transcript every stream that was recorded of its session: each has what the other lacks. */
export async function archiveSourcesWhole(
  archive: Reader,
  sessions: readonly ListedSession[],
  skipped: Skipped,
): Promise<readonly ExportSource[]> {
  const found = await archiveSources(archive, sessions, skipped)
  const sources = new Map(found.map((source) => [source.key, source]))
  for (const session of sessions)
    for (const file of await archive.files(session.id))
      if (isStream.test(file.path) && !sources.has(file.path))
        sources.set(file.path, sourceOf(archive, session, file, skipped))
  return [...sources.values()]
}

const isStream = /[\\/]stream(?:-\d+)?\.jsonl$/

const sourceOf = (
  archive: Reader,
  session: ListedSession,
  file: KeptFile,
  skipped: Skipped,
): ExportSource => ({
  ...(canBeRead(file.path)
    ? sourceOnDisk(file.path, findSessionFiles(file.path, skipped))
    : keptSource(archive, session, file)),
  title: session.title,
})

/** A session that is written out of the archive when it is read, and removed again afterwards. */
function keptSource(archive: Reader, session: ListedSession, main: KeptFile): ExportSource {
  const {id, bytes, records, ended} = session
  const group = dirname(main.path)
  return {
    key: main.path,
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
        const path = places.find(({file}) => file.id === main.id)?.path ?? folder
        return {input: {path, files: findSessionFiles(path, () => {})}, close}
      } catch (error) {
        close()
        throw error
      }
    },
  }
}
