import type {EntryCounts} from '../entry-groups.ts'
import type {SessionPage} from '../page.ts'

/** A session drawn as one of several on a page, with everything that the page needs of it. */
export interface Article {
  /** In chunks: together they can be longer than a string can be. */
  readonly text: readonly string[]
  /** Its item in the page's list of sessions, and its row in a table of them. */
  readonly listItem: string
  readonly tableRow: string
  readonly counts: EntryCounts
  /** The ids in it, which no other session on the page may use. */
  readonly ids: ReadonlySet<string>
}

/**
 * Makes ids unique on a page: sessions with a common history have common ids, and a used id gets the session's name as
 * a suffix.
 */
export function createUniqueIds(
  session: string,
  taken: ReadonlySet<string>,
  idOf: (anchor: string) => string,
): (anchor: string) => string {
  if (taken.size === 0) return idOf
  const suffix = `--${idOf(session.slice(0, 8))}`
  const numbers = knownNumbers(taken)
  const named = new Map<string, string>()
  return (anchor) => {
    const id = idOf(anchor)
    if (!taken.has(id)) return id
    const known = named.get(id)
    if (known !== undefined) return known
    let name = id + suffix
    // One session can be in several files, and so more than twice on the page.
    for (let more = numbers.get(id + suffix) ?? 2; taken.has(name); more += 1) {
      numbers.set(id + suffix, more + 1)
      name = `${id}${suffix}-${more + 1}`
    }
    named.set(id, name)
    return name
  }
}

/** The last number that was added to an id, for each page: used ids need not be tried again. */
const lastNumbers = new WeakMap<ReadonlySet<string>, Map<string, number>>()

function knownNumbers(taken: ReadonlySet<string>): Map<string, number> {
  const known = lastNumbers.get(taken) ?? new Map<string, number>()
  lastNumbers.set(taken, known)
  return known
}

/** Draws sessions one after another; each gets the ids of those before it. */
export function renderArticles(
  sessions: readonly SessionPage[],
  draw: (session: SessionPage, taken: ReadonlySet<string>) => Article,
): readonly Article[] {
  const taken = new Set<string>()
  return sessions.map((session) => {
    const article = draw(session, taken)
    for (const id of article.ids) taken.add(id)
    return article
  })
}
