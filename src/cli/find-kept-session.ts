import type {ListedSession, Reader} from '../archive/archive.ts'
import {ambiguousSession} from '../sources/index.ts'

/** The session of the archive that a name means: its id, or the beginning of it that no other has. */
export async function findKeptSession(
  archive: Reader,
  name: string,
  now: number,
): Promise<ListedSession | undefined> {
  const sessions = await archive.sessions({now, id: name})
  const exact = sessions.find(({id}) => id === name)
  if (exact) return exact
  const [found, ...others] = sessions
  if (found && others.length > 0)
    throw ambiguousSession(
      name,
      [found, ...others].map(({id}) => ({id, path: id})),
    )
  return found
}
