import {ArchiveError} from '../archive-error.ts'
import type {Database} from './driver.ts'

/** Finds a session by its id, the beginning of it, or `latest`. */
export function findSessionId(database: Database, name: string): string {
  if (name === 'latest') {
    const newest = database.prepare('select id from session order by ended desc limit 1').get()
    if (!newest)
      throw new ArchiveError(
        'Cannot find the latest session: the archive is empty. Run "recount index" first.',
      )
    return String(newest['id'])
  }
  const found = database
    .prepare(
      'select id from session where id = ?1 or substr(id, 1, length(?1)) = ?1 order by id = ?1 desc limit 4',
    )
    .all(name)
    .map(({id}) => String(id))
  const [id, another] = found
  if (id === undefined)
    throw new ArchiveError(`Cannot find ${name}: no session in the archive begins with it.`)
  if (id !== name && another !== undefined)
    throw new ArchiveError(
      `Cannot tell which session ${name} is: ${found.join(', ')} begin with it; give more of the id.`,
    )
  return id
}
