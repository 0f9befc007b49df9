import type {ListedSession} from '../../archive/archive.ts'
import {isLiveState, type SessionStateName, sessionStateAt} from '../../model/index.ts'
import {parseLatest} from '../../model/session-names.ts'
import type {ServerOptions} from '../server-options.ts'

/** The length of the first page of the list. */
const many = 100
/** Changed sessions move to the front; if all of these changed, there may be more. */
const few = 12
/** After a change, all sessions are queried again after this time, or a multiple of the time that the query takes. */
const staleMs = 1000
const pauseFactor = 50

type CatalogOptions = Pick<ServerOptions, 'archive' | 'isSample' | 'now' | 'overrides'>

/** All sessions of the archive, newest first. */
export class Catalog {
  readonly #parts: CatalogOptions
  #sessions: ReadonlyMap<string, ListedSession> | undefined
  #listed: {readonly from: unknown; readonly list: readonly ListedSession[]} | undefined
  #last: Promise<unknown> = Promise.resolve()
  #asked = 0
  #took = 0
  #hasChanged = false
  /** Something changed since all were asked for; then only the newest were asked for again. */
  #isBehind = false
  #isSample = false
  /** All sessions when `refresh` was last called. In between, a query by the clock may have found new ones already. */
  #refreshed: ReadonlyMap<string, ListedSession> | undefined
  /** The sessions that are running, by the time of the last look: only their state changes with time alone. */
  #running: {readonly from: unknown; readonly ids: readonly string[]} | undefined
  #announced: ReadonlyMap<string, SessionStateName> | undefined

  constructor(parts: CatalogOptions) {
    this.#parts = parts
  }

  /** Every session. After a change, the newest are queried again. */
  async all(): Promise<readonly ListedSession[]> {
    const known = await this.#known()
    // The same array until something changes, so that its facets are counted once.
    if (this.#listed?.from !== known) this.#listed = {from: known, list: [...known.values()]}
    return this.#listed.list
  }

  async get(id: string): Promise<ListedSession | undefined> {
    return (await this.#known()).get(id)
  }

  /** The session for a unique prefix of an id, `latest` or `latest~1`. */
  async find(word: string): Promise<ListedSession | undefined> {
    const back = parseLatest(word)
    const all = await this.all()
    if (back !== undefined) return all[back]
    const [found, another] = word === '' ? [] : all.filter(({sessionId}) => sessionId.startsWith(word))
    return another ? undefined : found
  }

  /** The archive has changed: returns the sessions that differ from when this was last called. */
  async refresh(): Promise<readonly ListedSession[]> {
    const before = this.#refreshed
    this.#hasChanged = true
    if (!before) return []
    const after = await this.#known()
    this.#refreshed = after
    return [...after.values()]
      .slice(0, many)
      .filter((session) => !isSame(before.get(session.sessionId), session))
  }

  /** The sessions whose state differs from when this was last called; none the first time. */
  async takeStateChanges(): Promise<readonly StateChange[]> {
    const known = await this.#known()
    const before = this.#announced
    const now = new Map(
      [...known.values()].flatMap(({sessionId, state}) => (isLiveState(state) ? [[sessionId, state]] : [])),
    )
    this.#announced = now
    if (!before) return []
    return [...new Set([...before.keys(), ...now.keys()])].flatMap((id) => {
      const session = known.get(id)
      return session && before.get(id) !== session.state ? [{session, before: before.get(id)}] : []
    })
  }

  /** Queries run one after the other, so that an older answer never replaces a newer one. */
  #known(): Promise<ReadonlyMap<string, ListedSession>> {
    const known = this.#last.then(() => this.#update())
    this.#last = known.catch(() => {})
    return known
  }

  async #update(): Promise<ReadonlyMap<string, ListedSession>> {
    const now = this.#parts.now()
    // The user's own sessions replace the sample.
    if (this.#isSample !== this.#parts.isSample) this.#sessions = undefined
    this.#isSample = this.#parts.isSample
    const hasChanged = this.#hasChanged
    this.#hasChanged = false
    try {
      const isDue = now - this.#asked > Math.max(staleMs, pauseFactor * this.#took)
      if (!this.#sessions || (isDue && (hasChanged || this.#isBehind))) {
        this.#sessions = byId(await this.#ask(undefined))
        this.#isBehind = false
        this.#asked = now
        this.#took = this.#parts.now() - now
      } else if (hasChanged) {
        this.#isBehind = true
        this.#sessions = byId([...(await this.#newest(this.#sessions)), ...this.#sessions.values()])
      }
      this.#sessions = this.#withStates(this.#sessions, now)
      this.#refreshed ??= this.#sessions
      return this.#sessions
    } catch (error) {
      this.#hasChanged ||= hasChanged
      throw error
    }
  }

  /** Sessions with their states at a time; the same map if none has changed. */
  #withStates(sessions: ReadonlyMap<string, ListedSession>, now: number): ReadonlyMap<string, ListedSession> {
    if (this.#running?.from !== sessions) this.#running = runningIn(sessions)
    const changed = this.#running.ids.flatMap((id) => {
      const session = sessions.get(id)
      const state = session && sessionStateAt(session, now)
      return session && state && state !== session.state ? [[id, {...session, state}] as const] : []
    })
    if (changed.length === 0) return sessions
    const next = new Map(sessions)
    for (const [id, session] of changed) next.set(id, session)
    this.#running = runningIn(next)
    return next
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

/** A session whose state changed. */
export interface StateChange {
  readonly session: ListedSession
  /** Missing if it was not running. */
  readonly before: SessionStateName | undefined
}

const runningIn = (sessions: ReadonlyMap<string, ListedSession>) => ({
  from: sessions,
  ids: [...sessions.values()].filter(({state}) => isLiveState(state)).map(({sessionId}) => sessionId),
})

/** Sessions by id; the first of each counts. */
function byId(sessions: readonly ListedSession[]): ReadonlyMap<string, ListedSession> {
  const known = new Map<string, ListedSession>()
  for (const session of sessions) if (!known.has(session.sessionId)) known.set(session.sessionId, session)
  return known
}

const isSame = (a: ListedSession | undefined, b: ListedSession): boolean =>
  a !== undefined &&
  (['records', 'state', 'title', 'costMicros', 'reportedCostMicros', 'unreportedCostMicros'] as const).every(
    (field) => a[field] === b[field],
  )
