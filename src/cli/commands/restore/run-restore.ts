import {join, resolve} from 'node:path'
import type {ArchiveReader} from '../../../archive/archive.ts'
import {ArchiveError} from '../../../archive/archive-error.ts'
import {curationFileName, formatCurationFile} from '../../../archive/curation/curation-file.ts'
import {restoreFile, restoreTargets} from '../../../archive/restore.ts'
import {makePrivateFolder} from '../../../files/make-folder.ts'
import {writePrivateFile} from '../../../files/private-files.ts'
import {formatBytes, formatNoun} from '../../../page/index.ts'
import {toSinkError} from '../../../sinks/sink-error.ts'
import {withArchive} from '../../archive/with-archive.ts'
import type {RunCommand} from '../../arguments/command.ts'
import {Failure} from '../../failure.ts'
import type {Host} from '../../host.ts'
import {printable} from '../../output/printable.ts'
import {locateSession, unknownSession} from '../../sessions/resolve-session.ts'

/** `recount restore`: restores archived files, byte for byte. One that cannot be written does not stop the others. */
export const runRestore: RunCommand = async (host, given) => {
  const [name] = given.operands
  const all = given.switches.has('all')
  if (all === (name !== undefined))
    throw new Failure('restore needs a session or --all. See "recount restore --help".', 2)
  const meaning = name === undefined ? undefined : await locateSession(host, name)
  const session = meaning?.session
  if (meaning && session === undefined)
    throw new Failure(
      `Cannot restore ${name}: it is a file or a folder. Give a session id; "recount ls" lists sessions.`,
      2,
    )
  if (name !== undefined && session === undefined) throw unknownSession(name)
  await withArchive(host, async (archive) => {
    const folder = given.values.get('to')
    const target = folder === undefined ? undefined : resolve(host.cwd, folder)
    const files = await archive.files(session)
    if (session !== undefined && files.length === 0)
      throw new ArchiveError(`Cannot restore ${session}: none of its files is in the archive.`)
    if (target !== undefined) {
      try {
        makePrivateFolder(target)
      } catch (error) {
        throw toSinkError(error, target)
      }
    }
    let bytes = 0
    let there = 0
    let failed = 0
    for (const {file, path} of restoreTargets(files, target)) {
      try {
        const restored = await restoreFile(archive, file, path)
        if (!restored.there) bytes += restored.bytes
        if (restored.there) there += 1
        else if (restored.missing === 0) await host.out.write(`${printable(restored.path)}\n`)
        else {
          failed += 1
          await host.notify(
            `Cannot restore all of ${path}: ${formatBytes(restored.missing)} are damaged or lost. The rest is in ${restored.path}.`,
          )
        }
      } catch (error) {
        failed += 1
        await host.notify(problemOf(error, path))
      }
    }
    if (all && target !== undefined) await writeCurations(host, archive, target)
    const already = there === 0 ? '' : `; ${formatNoun(there, 'file was', 'files were')} already there`
    await host.err.write(
      `Restored ${formatNoun(files.length - there - failed, 'file')}, ${formatBytes(bytes)}${already}.\n`,
    )
    if (failed > 0)
      throw new Failure(`Could not restore ${failed} of ${formatNoun(files.length, 'file')}; see above.`, 1)
  })
}

/** Writes what users said about sessions, for `import`. Only below another folder: it is not Claude Code's. */
async function writeCurations(host: Host, archive: ArchiveReader, folder: string): Promise<void> {
  const items = await archive.curations()
  if (items.length === 0) return
  const path = join(folder, curationFileName)
  try {
    writePrivateFile(path, formatCurationFile(items))
  } catch (error) {
    throw toSinkError(error, path)
  }
  await host.out.write(`${printable(path)}\n`)
}

/** The message for a file that could not be written; other errors are thrown. */
function problemOf(error: unknown, path: string): string {
  if (error instanceof ArchiveError) return error.message
  if (error instanceof Error && 'syscall' in error) return toSinkError(error, path).message
  throw error
}
