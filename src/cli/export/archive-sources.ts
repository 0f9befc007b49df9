import {accessSync, constants, mkdtempSync, rmSync, statSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {basename, dirname, join} from 'node:path'
import type {KeptFile, ListedSession, Reader} from '../../archive/archive.ts'
import {restoreSession} from '../../archive/restore.ts'
import type {Skipped} from '../../sources/index.ts'
import {describeFile, findSessionFiles} from '../../sources/index.ts'
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
    const kept = (await archive.files(session.id)).filter(({kind}) => kind === 'lines')
    const main = mainFile(session.id, kept)
    // A stream may hold several sessions, and is read once.
    if (main && !sources.has(main.path)) sources.set(main.path, sourceOf(archive, session, main, skipped))
  }
  return [...sources.values()]
}

/** What cannot be read any more is as good as gone, and the archive has it. */
function canBeRead(path: string): boolean {
  try {
    accessSync(path, constants.R_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
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

/** The session's own file, else a stream that tells of it, else that of an agent. */
function mainFile(session: string, files: readonly KeptFile[]): KeptFile | undefined {
  const described = files.map((file) => ({file, about: describeFile(file.path)}))
  const found =
    described.find(({about}) => about.session === session && !about.agent) ??
    described.find(({file, about}) => !about.agent && file.generation === 0) ??
    described.find(({about}) => !about.agent) ??
    described[0]
  return found?.file
}

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
