import {readSync} from 'node:fs'
import {withRegularFile} from '../../../sources/index.ts'
import type {Database, SqlRow} from '../database/driver.ts'
import {statements, transaction} from '../database/statements.ts'
import {checksumOf, compressBlock, decompressBlock} from './compress.ts'

/** The columns that `readBlock` needs. */
export const blockColumns = 'file, start, length, packed, checksum'

const sql = statements({
  file: 'select path, size, modified, generation from file where id = ?',
  // Another process may have replaced the block since it was read, by one with more lines.
  repair: 'update block set packed = ?, checksum = ? where file = ? and start = ? and length = ?',
  addChecksum:
    'update block set checksum = ? where file = ? and start = ? and length = ? and checksum is null',
})

/** The position of a block's bytes. */
interface BlockPlace {
  readonly file: number
  readonly start: number
  readonly length: number
}

interface DamagedBlock extends BlockPlace {
  readonly path: string
  /** The bytes, if the file still has them. */
  readonly bytes: Uint8Array | undefined
}

const noticed = new WeakMap<Database, Map<string, DamagedBlock>>()

/**
 * The bytes of a block. One that is damaged is read from the file on disk, if that still has the same bytes there; otherwise
 * nothing is given. Both is remembered for `damagedBlocks`.
 */
export function readBlock(database: Database, row: SqlRow): Uint8Array | undefined {
  const bytes = decompressBlock(row)
  if (bytes) return bytes
  const [file, start, length] = [Number(row['file']), Number(row['start']), Number(row['length'])]
  const about = sql(database).file.get(file)
  const path = String(about?.['path'] ?? `file ${file}`)
  const onDisk = about?.['generation'] === 0 ? readFromDisk(path, about, row) : undefined
  const known = noticed.get(database) ?? new Map<string, DamagedBlock>()
  noticed.set(database, known)
  known.set(`${file} ${start}`, {path, file, start, length, bytes: onDisk})
  return onDisk
}

/** The bytes at a block's place in a file, if they are those of the block. Without a checksum the file must be untouched. */
function readFromDisk(path: string, about: SqlRow, row: SqlRow): Uint8Array | undefined {
  const [start, length, checksum] = [Number(row['start']), Number(row['length']), row['checksum']]
  if (!(length > 0 && length <= maxBlock && start >= 0 && Number.isSafeInteger(start))) return undefined
  try {
    return withRegularFile(path, ({handle, about: found}) => {
      const isUntouched = found.size === about['size'] && Math.floor(found.mtimeMs) === about['modified']
      if (typeof checksum !== 'number' && !isUntouched) return undefined
      const bytes = Buffer.alloc(length)
      if (found.size < start + length || readSync(handle, bytes, 0, length, start) !== length)
        return undefined
      return typeof checksum !== 'number' || checksumOf(bytes) === checksum ? bytes : undefined
    })
  } catch {
    return undefined
  }
}

/** The maximum size of a block: one line, or a part of a line that is too long to be parsed. */
const maxBlock = 1024 * 1024 * 1024

/** The damaged blocks that were found since the last call; those that are still on disk are repaired first. */
export function repairBlocks(database: Database): readonly DamagedBlock[] {
  const found = [...(noticed.get(database)?.values() ?? [])]
  noticed.delete(database)
  const onDisk = found.filter(({bytes}) => bytes !== undefined)
  if (onDisk.length > 0)
    transaction(database, () => {
      for (const {file, start, length, bytes} of onDisk)
        if (bytes) sql(database).repair.run(compressBlock(bytes), checksumOf(bytes), file, start, length)
    })
  return found
}

/** The checksum of a block that an older recount kept without one. */
export interface MissingChecksum extends BlockPlace {
  readonly checksum: number
}

/** Adds the checksums that blocks lack. */
export function addChecksums(database: Database, missing: readonly MissingChecksum[]): void {
  if (missing.length === 0) return
  transaction(database, () => {
    for (const {file, start, length, checksum} of missing)
      sql(database).addChecksum.run(checksum, file, start, length)
  })
}
