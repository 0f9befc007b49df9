import type {Archive} from '../archive/archive.ts'
import type {ListedSession} from '../archive/sqlite/list-sessions.ts'
import {ambiguousSession} from '../sources/index.ts'

/** The session of the archive that a name means: its id, or the beginning of it that no other has. */
export function findKeptSession(archive: Archive, name: string, now: number): ListedSession | undefined {
  const sessions = archive.sessions({now})
  const exact = sessions.find(({id}) => id === name)
  if (exact) return exact
  const [found, ...others] = sessions.filter(({id}) => id.startsWith(name))
  if (found && others.length > 0)
    throw ambiguousSession(
      name,
      [found, ...others].map(({id}) => ({id, path: id})),
    )
  return found
}
