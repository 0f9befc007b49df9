import {resolve} from 'node:path'
import {formatBytes, formatNoun} from '../../page/index.ts'
import {makeFolder} from '../../sinks/make-folder.ts'
import {sinkError} from '../../sinks/sink-error.ts'
import type {Run} from '../command.ts'
import {Failure} from '../failure.ts'
import {printable} from '../printable.ts'
import {withArchive} from '../with-archive.ts'

/** What the system says of a failed write is told in a sentence. */
function written<T>(path: string, write: () => T): T {
  try {
    return write()
  } catch (error) {
    throw error instanceof Error && 'syscall' in error ? sinkError(error, path) : error
  }
}

/** `recount restore`: writes kept files back, byte for byte. */
export const restore: Run = (host, given) =>
  withArchive(host, async (archive) => {
    const [name] = given.operands
    const all = given.switches.has('all')
    if (all === (name !== undefined))
      throw new Failure(
        'Cannot run restore: name one session, or give --all. See "recount restore --help".',
        2,
      )
    const folder = given.values.get('to')
    const files = archive.files(name === undefined ? undefined : archive.sessionId(name))
    if (folder !== undefined) written(folder, () => makeFolder(resolve(host.cwd, folder)))
    let bytes = 0
    let there = 0
    for (const file of files) {
      const restored = written(folder ?? file.path, () => archive.restore(file, folder))
      bytes += restored.bytes
      if (restored.there) there += 1
      else await host.out.write(`${printable(restored.path)}\n`)
    }
    const already = there === 0 ? '' : `; ${formatNoun(there, 'file was', 'files were')} there already`
    await host.err.write(
      `Restored ${formatNoun(files.length - there, 'file')}, ${formatBytes(bytes)}${already}.\n`,
    )
  })
