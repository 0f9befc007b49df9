import type {LineageCandidate} from '../../../conversation/lineage/compare-lineage.ts'
import {compareLineage, readForkOrigin} from '../../../conversation/lineage/compare-lineage.ts'
import type {Line} from '../../../model/index.ts'
import {getOrAdd} from '../../../model/maps.ts'
import type {SessionPage} from '../../../page/index.ts'

/** What identifies the history that a session starts with: only the ids of responses survive every way of copying. */
export interface LineageInfo {
  /** The first response, and when it was written; copies of older clients were written later. */
  readonly first: string
  readonly firstAt: number
  readonly last: string
  readonly lastAt: number
  /** The session that its first response says it was copied from. */
  readonly forkedFrom?: string | undefined
}

/** A session and its lineage, if known. */
export interface LineageSession {
  readonly id: string
  readonly lineage: LineageInfo | undefined
}

/** Collects the responses of sessions while their lines are read. */
export class LineageReader {
  readonly #known = new Map<string, LineageInfo>()

  add(line: Line, named: string | undefined): void {
    if (line.kind !== 'message' || line.message.kind !== 'assistant') return
    const {message} = line
    const session = named ?? message.session
    const id = message.responseId
    // Responses of agents are not the start of a history.
    if (session === undefined || id === undefined || message.synthetic || message.sidechain) return
    if (message.agent !== undefined || message.parentCall !== undefined) return
    const known = this.#known.get(session)
    const at = message.time ?? known?.lastAt ?? 0
    this.#known.set(session, {
      first: known?.first ?? id,
      firstAt: known?.firstAt ?? at,
      last: id,
      lastAt: at,
      forkedFrom: known ? known.forkedFrom : readForkOrigin(message),
    })
  }

  get(session: string): LineageInfo | undefined {
    return this.#known.get(session)
  }

  members(): readonly LineageSession[] {
    return [...this.#known].map(([id, lineage]) => ({id, lineage}))
  }
}

/** A session whose lineage is known. */
interface KnownMember {
  readonly id: string
  readonly lineage: LineageInfo
}

/**
 * Knows which session continues which. Sessions with the same first response share a history; `compareLineage` decides
 * which one is the original.
 */
export class SessionLineage {
  readonly #groups = new Map<string, KnownMember[]>()
  /** A session can have several files with different starts. */
  readonly #groupsOf = new Map<string, Set<readonly KnownMember[]>>()

  add({id, lineage}: LineageSession): void {
    if (!lineage) return
    const group = getOrAdd(this.#groups, lineage.first, () => [])
    const own = getOrAdd(this.#groupsOf, id, () => new Set())
    if (own.has(group)) return
    own.add(group)
    group.push({id, lineage})
    group.sort(originalFirst)
  }

  /** The session that a session continues. */
  continues(id: string): string | undefined {
    for (const [original] of this.#groupsOf.get(id) ?? [])
      if (original && original.id !== id) return original.id
    return undefined
  }

  /** The sessions that continue a session. */
  continuedBy(id: string): readonly string[] {
    return [...(this.#groupsOf.get(id) ?? [])].flatMap(([original, ...others]) =>
      original?.id === id ? others.map((other) => other.id) : [],
    )
  }

  /** A session with its links to others. If none are known here, it keeps its own. */
  linked(page: SessionPage): SessionPage {
    const continuedBy = this.continuedBy(page.sessionId)
    return {
      ...page,
      continues: this.continues(page.sessionId) ?? page.continues,
      continuedBy: continuedBy.length > 0 ? continuedBy : page.continuedBy,
    }
  }
}

const originalFirst = (a: KnownMember, b: KnownMember): number =>
  compareLineage(candidateOf(a), candidateOf(b))

const candidateOf = ({id, lineage: {firstAt, lastAt, forkedFrom}}: KnownMember): LineageCandidate => ({
  id,
  forkedFrom,
  startedAt: firstAt,
  endedAt: lastAt,
})
