import {rmSync} from 'node:fs'
import {dirname} from 'node:path'
import {ensurePrivateFile} from '../../files/private-files.ts'
import type {Tables} from './find-damage.ts'
import {findDamage} from './find-damage.ts'
import {withRepairLock} from './repair-lock.ts'
import {replaceDatabase} from './replace-database.ts'

/**
 * Empties those databases of the search index that a look at them shows to be damaged; they are made again from the
 * archive. Gives the emptied ones: none, if another process was faster.
 */
export async function emptyDamagedShards(
  paths: readonly string[],
  schemaFor: (version: number) => Tables | undefined,
): Promise<readonly string[]> {
  const emptied: string[] = []
  for (const path of paths)
    await withRepairLock(dirname(path), async () => {
      if ((await findDamage(path, schemaFor)) === undefined) return
      empty(path)
      emptied.push(path)
    })
  return emptied
}

/** Empties databases of the index whatever they look like. */
export async function emptyShards(paths: readonly string[]): Promise<void> {
  for (const path of paths) await withRepairLock(dirname(path), async () => empty(path))
}

/** A file without a byte is an empty database. */
function empty(path: string): void {
  const fresh = `${path}.empty`
  rmSync(fresh, {force: true})
  ensurePrivateFile(fresh)
  replaceDatabase(fresh, path)
}
