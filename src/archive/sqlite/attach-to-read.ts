import {existsSync} from 'node:fs'
import {ArchiveError} from '../archive-error.ts'
import type {Database} from './driver.ts'
import {schemaOf} from './migrate.ts'
import {shared, unchanging} from './open-to-read.ts'
import {shardName, shardVersion} from './search-shards.ts'

/** Makes the index visible beside an archive, both only to be read. An index that is not there, or another one, is told. */
export function attachToRead(archive: Database, paths: readonly string[]): void {
  const attached: string[] = []
  for (const [shard, path] of paths.entries()) {
    const name = shardName(shard)
    const version = existsSync(path)
      ? (attachAs(archive, shared(path), name) ?? attachAs(archive, unchanging(path), name))
      : undefined
    if (version !== undefined) attached.push(name)
    if (version === shardVersion && isOf(archive, name)) continue
    // Its tables must not be taken for others of these names.
    for (const other of attached) archive.exec(`detach ${other}`)
    throw noIndex(path)
  }
}

/** An index that was made from another archive would lead to other files. */
const isOf = (archive: Database, name: string): boolean =>
  archive.prepare(`select 1 from archive join ${name}.cursor on cursor.archive = archive.id`).get() !==
  undefined

/** Gives the version of what was attached; nothing where it could not be read, and then it is not attached. */
function attachAs(archive: Database, url: string, name: string): number | undefined {
  try {
    archive.prepare('attach ? as ?').run(url, name)
  } catch {
    return undefined
  }
  try {
    return schemaOf(archive, name)
  } catch {
    archive.exec(`detach ${name}`)
    return undefined
  }
}

const noIndex = (path: string): ArchiveError =>
  new ArchiveError(
    `Cannot search: ${path} is missing, or was made from another archive or by another recount. Run "recount index" where the archive can be written to.`,
  )
