import {existsSync} from 'node:fs'
import type {Status, StatusQuery} from './archive.ts'
import {archiveFile} from './sqlite/database/archive-file.ts'
import {openToRead} from './sqlite/database/open-database.ts'
import {queryStatus} from './sqlite/usage/query-status.ts'

/**
 * What `Reader.status` gives for the archive of a folder; nothing if there is none. Claude Code runs a status line again and
 * again, so this loads only the few modules that it needs.
 */
export async function readStatus(folder: string, query: StatusQuery): Promise<Status | undefined> {
  const path = archiveFile(folder)
  if (!existsSync(path)) return undefined
  const database = await openToRead(path)
  try {
    return queryStatus(database, query)
  } finally {
    database.close()
  }
}
