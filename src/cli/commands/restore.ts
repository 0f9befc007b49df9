import {resolve} from 'node:path'
import {ArchiveError} from '../../archive/archive-error.ts'
import {restoreFile, restorePlaces} from '../../archive/restore.ts'
import {makePrivateFolder} from '../../files/make-folder.ts'
import {formatBytes, formatNoun} from '../../page/index.ts'
import {sinkError} from '../../sinks/sink-error.ts'
import type {Run} from '../command.ts'
import {complain} from '../complain.ts'
import {Failure} from '../failure.ts'
import {printable} from '../printable.ts'
import {findMeaning, unknownSession} from '../resolve-session.ts'
import {withArchive} from '../with-archive.ts'

/** `recount restore`: writes kept files back, byte for byte. One that cannot be written does not stop the others. */
export const restore: Run = async (host, given) => {
  const [name] = given.operands
  const all = given.switches.has('all')
  if (all === (name !== undefined))
    throw new Failure('Cannot run restore: name one session, or give --all. See "recount restore --help".', 2)
  const meaning = name === undefined ? undefined : await findMeaning(host, name)
  const session = meaning?.session
  if (meaning && session === undefined)
    throw new Failure(
      `Cannot restore ${name}: it is a file or a folder. Name a session; "recount ls" lists them.`,
      2,
    )
  if (name !== undefined && session === undefined) throw unknownSession(name)
  await withArchive(host, async (archive) => {
    const folder = given.values.get('to')
    const target = folder === undefined ? undefined : resolve(host.cwd, folder)
    const files = await archive.files(session)
    if (session !== undefined && files.length === 0)
      throw new ArchiveError(`Cannot restore ${session}: the archive has none of its files.`)
    if (target !== undefined) {
      try {
        makePrivateFolder(target)
      } catch (error) {
        throw sinkError(error, target)
      }
    }
    let bytes = 0
    let there = 0
    let failed = 0
    for (const {file, path} of restorePlaces(files, target)) {
      try {
        const restored = await restoreFile(archive, file, path)
        bytes += restored.bytes
        if (restored.there) there += 1
        else if (restored.missing === 0) await host.out.write(`${printable(restored.path)}\n`)
        else {
          failed += 1
          await complain(
            host,
            `Cannot restore all of ${path}: ${formatBytes(restored.missing)} of it are damaged or lost. The rest is in ${restored.path}.`,
          )
        }
      } catch (error) {
        failed += 1
        await complain(host, problemOf(error, path))
      }
    }
    const already = there === 0 ? '' : `; ${formatNoun(there, 'file was', 'files were')} there already`
    await host.err.write(
      `Restored ${formatNoun(files.length - there - failed, 'file')}, ${formatBytes(bytes)}${already}.\n`,
    )
    if (failed > 0)
      throw new Failure(
        `Could not restore ${formatNoun(failed, 'file')} of ${files.length}, as said above.`,
        1,
      )
  })
}

/** Why one file could not be written; what is wrong with the archive as a whole is thrown. */
function problemOf(error: unknown, path: string): string {
  if (error instanceof ArchiveError) return error.message
  if (error instanceof Error && 'syscall' in error) return sinkError(error, path).message
  throw error
}
