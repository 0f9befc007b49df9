/** Things by session and by an id that is only the session's own. */
export interface BySession<Thing> {
  /** Those of a session, to be looked up and added to. */
  of(session: string): Map<string, Thing>
  all(): readonly Thing[]
}

/** Nothing yet. Most of a file is of one session: it is not looked up again, and no key is put together for each thing. */
export function newBySession<Thing>(): BySession<Thing> {
  const sessions = new Map<string, Map<string, Thing>>()
  let last: string | undefined
  let things = new Map<string, Thing>()
  return {
    of(session) {
      if (session === last) return things
      last = session
      things = sessions.get(session) ?? new Map()
      sessions.set(session, things)
      return things
    },
    all: () => [...sessions.values()].flatMap((some) => [...some.values()]),
  }
}
