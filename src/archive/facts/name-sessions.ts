/** Whose records of a file are. */
export interface NamedSessions {
  /** One for each record. */
  readonly sessions: readonly string[]
  /** The one that was named last; nothing where none ever was. */
  readonly last: string | undefined
}

/**
 * Finds the session of each record of a file. A transcript's is its file's, because forks copy lines with the old id; a
 * stream's is the line's own word, or that of the line before. What comes before the first word belongs to it as well;
 * as long as there is none, `fallback` is used instead.
 */
export function nameSessions(
  named: readonly (string | undefined)[],
  file: {readonly session: string | undefined; readonly last: string | undefined; readonly fallback: string},
): NamedSessions {
  const {session} = file
  if (session !== undefined) return {sessions: named.map(() => session), last: session}
  let last = file.last ?? named.find((name) => name !== undefined)
  const sessions = named.map((name) => {
    last = name ?? last
    return last ?? file.fallback
  })
  return {sessions, last}
}
