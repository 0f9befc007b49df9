import {pathToFileURL} from 'node:url'
import type {Database} from './driver.ts'
import {schemaOf} from './migrate.ts'
import {openDatabase} from './open-database.ts'

/** A file that is only read, while others may write to it. */
export const shared = (path: string): string => `${pathToFileURL(path).href}?mode=ro`

/** A file that nobody changes while it is read: it needs no other file beside it, but must indeed not change. */
export const unchanging = (path: string): string => `${pathToFileURL(path).href}?immutable=1`

/**
 * Opens a database only to read it. Others may write to it meanwhile; where nothing can be written beside it and nobody
 * has it open, it can only be read as one that nobody changes.
 */
export async function openToRead(path: string): Promise<Database> {
  const database = await openDatabase(path, {readOnly: true})
  try {
    schemaOf(database)
    return database
  } catch {
    database.close()
    return openDatabase(unchanging(path), {readOnly: true})
  }
}
