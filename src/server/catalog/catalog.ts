import type {ListedSession} from '../../archive/archive.ts'
import {parseLatest} from '../../model/session-names.ts'
import type {ServerOptions} from '../server-options.ts'

/** As many as a list shows at first. */
const many = 100
/** What changes comes to the front; where all of so few are new, there may be more. */
const few = 12
/** All are asked for again after this time, where something changed, or after so many times as long as that takes. */
const stale = 1000
const pauses = 50

type CatalogOptions = Pick<ServerOptions, 'archive' | 'isSample' | 'now' | 'overrides'>

/** All sessions, newest first, as the archive last told them. */
export class Catalog {
  readonly #parts: CatalogOptions
  #sessions: ReadonlyMap<string, ListedSession> | undefined
  #listed: {readonly from: unknown; readonly list: readonly ListedSession[]} | undefined
  #last: Promise<unknown> = Promise.resolve()
  #asked = 0
  #took = 0
  #hasChanged = false
  #isSample = false

  constructor(parts: CatalogOptions) {
    this.#parts = parts
  }

  /** Every session; the newest are asked for anew where something was taken in since. */
  async all(): Promise<readonly ListedSession[]> {
    const known = await this.#known()
    // The same list as long as it is the same, so that what was counted in it need not be counted again.
    if (this.#listed?.from !== known) this.#listed = {from: known, list: [...known.values()]}
    return this.#listed.list
  }

  async get(id: string): Promise<ListedSession | undefined> {
    return (await this.#known()).get(id)
  }

  /** The session that a word means which is not a whole id: the only beginning of one, `latest` or `latest~1`. */
  async find(word: string): Promise<ListedSession | undefined> {
    const back = parseLatest(word)
    const all = await this.all()
    if (back !== undefined) return all[back]
    const [found, another] = word === '' ? [] : all.filter(({sessionId}) => sessionId.startsWith(word))
    return another ? undefined : found
  }

  /** Says that the archive has more than it had, and gives the sessions that differ. */
  async refresh(): Promise<readonly ListedSession[]> {
    const before = this.#sessions
    this.#hasChanged = true
    if (!before) return []
    const after = await this.#known()
    return [...after.values()]
      .slice(0, many)
      .filter((session) => !isSame(before.get(session.sessionId), session))
  }

  /** Questions wait for each other: the answer to one that began earlier must not replace that to a later one. */
  #known(): Promise<ReadonlyMap<string, ListedSession>> {
    const known = this.#last.then(() => this.#update())
    this.#last = known.catch(() => {})
    return known
  }

  async #update(): Promise<ReadonlyMap<string, ListedSession>> {
    const now = this.#parts.now()
    // One's own sessions take the place of the samples as soon as there are any.
    if (this.#isSample !== this.#parts.isSample) this.#sessions = undefined
    this.#isSample = this.#parts.isSample
    const hasChanged = this.#hasChanged
    this.#hasChanged = false
    try {
      if (!this.#sessions || (hasChanged && now - this.#asked > Math.max(stale, pauses * this.#took))) {
        this.#sessions = byId(await this.#ask(undefined))
        this.#asked = now
        this.#took = this.#parts.now() - now
      } else if (hasChanged) {
        this.#sessions = byId([...(await this.#newest(this.#sessions)), ...this.#sessions.values()])
      }
      return this.#sessions
    } catch (error) {
      this.#hasChanged ||= hasChanged
      throw error
    }
  }

  async #newest(known: ReadonlyMap<string, ListedSession>): Promise<readonly ListedSession[]> {
    const newest = await this.#ask(few)
    const last = newest.at(-1)
    return last && !isSame(known.get(last.sessionId), last) ? this.#ask(many) : newest
  }

  #ask(limit: number | undefined): Promise<readonly ListedSession[]> {
    const {archive, now, overrides} = this.#parts
    return archive.sessions({limit, now: now(), overrides})
  }
}

/** Each once, as it is told first. */
function byId(sessions: readonly ListedSession[]): ReadonlyMap<string, ListedSession> {
  const known = new Map<string, ListedSession>()
  for (const session of sessions) if (!known.has(session.sessionId)) known.set(session.sessionId, session)
  return known
}

const isSame = (a: ListedSession | undefined, b: ListedSession): boolean =>
  a !== undefined &&
  (['records', 'isLive', 'title', 'costMicros', 'reportedCostMicros', 'unreportedCostMicros'] as const).every(
    (field) => a[field] === b[field],
  )
