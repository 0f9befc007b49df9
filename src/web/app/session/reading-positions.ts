import {preferenceStore} from '../../page/dom.ts'
import {getText, parseFields} from '../fetch-part.ts'

const maxPositions = 200

/** The message at which a session was left; empty if it was left at its top, or not read yet. */
export const readingPositionOf = (session: string): string => getText(positions(), session)

/** Remembers where a session is being read; without a message, it is forgotten. */
export function saveReadingPosition(session: string, message: string | undefined): void {
  if ((message ?? '') === readingPositionOf(session)) return
  const others = [...positions()].filter(([id]) => id !== session)
  const all = message ? [...others, [session, message] as const] : others
  preferenceStore.set('read', JSON.stringify(Object.fromEntries(all.slice(-maxPositions))))
}

const positions = (): ReadonlyMap<string, unknown> => parseFields(preferenceStore.get('read') ?? '{}')
