import {existsSync} from 'node:fs'
import {ArchiveError} from '../archive-error.ts'
import type {Database} from './driver.ts'
import {schemaOf} from './migrate.ts'
import {shared, unchanging} from './open-to-read.ts'
import {shardName, shardVersion} from './search-shards.ts'

/** Makes the index visible beside an archive, both only to be read. An index that is not there, or another one, is told. */
export function attachToRead(archive: Database, paths: readonly string[]): void {
  for (const [shard, path] of paths.entries()) {
    const name = shardName(shard)
    const version = existsSync(path)
      ? (attachAs(archive, shared(path), name) ?? attachAs(archive, unchanging(path), name))
      : undefined
    if (version !== shardVersion) throw noIndex(path)
  }
}

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
    `Cannot search: ${path} is missing or of another recount. Run "recount index" where the archive can be written to.`,
  )
