import type {SessionPage} from '../../../page/index.ts'
import type {DocumentSession} from './formats/page-format.ts'
import {withStrays} from './formats/with-strays.ts'

/** All sessions of a document that begins with a list of them, so that all must be there first. */
export async function collectSessions(read: AsyncIterable<DocumentSession>): Promise<readonly SessionPage[]> {
  const all: SessionPage[] = []
  for await (const {sessions, strays} of read) {
    const last = sessions.at(-1)
    for (const session of sessions.slice(0, -1)) all.push(session)
    if (last) all.push(withStrays(last, strays))
  }
  return all
}

/** What sessions of one folder have in common, or else that they are several. */
export function commonName(sessions: readonly SessionPage[]): string {
  const folders = new Set(sessions.map(({cwd}) => cwd))
  const [only] = folders
  return folders.size === 1 && only !== undefined ? only : `${sessions.length} sessions`
}
