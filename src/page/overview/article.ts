import type {EntryCounts} from '../entry-groups.ts'
import type {SessionPage} from '../page.ts'

/** A session drawn as one of several on a page, with all that the page needs of it: the session itself can be forgotten. */
export interface Article {
  /** In pieces: all together they can be longer than a string may be. */
  readonly text: readonly string[]
  /** It in the page's list of sessions, and in a table of them where there is one. */
  readonly listItem: string
  readonly tableRow: string
  readonly counts: EntryCounts
  /** The ids in it, which no other on the page may have. */
  readonly ids: ReadonlySet<string>
}

/** Sessions with a common history have common ids: what a page has already gets the session's name behind it. */
export function createUniqueIds(
  session: string,
  taken: ReadonlySet<string>,
  idOf: (anchor: string) => string,
): (anchor: string) => string {
  if (taken.size === 0) return idOf
  const behind = `--${idOf(session.slice(0, 8))}`
  const numbers = knownNumbers(taken)
  const named = new Map<string, string>()
  return (anchor) => {
    const id = idOf(anchor)
    if (!taken.has(id)) return id
    const known = named.get(id)
    if (known !== undefined) return known
    let name = id + behind
    // One session can be in several files, and so on the page more than twice.
    for (let more = numbers.get(id + behind) ?? 2; taken.has(name); more += 1) {
      numbers.set(id + behind, more + 1)
      name = `${id}${behind}-${more + 1}`
    }
    named.set(id, name)
    return name
  }
}

/** The number that was last put behind an id, for each page: what is taken stays so, and need not be tried again. */
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
