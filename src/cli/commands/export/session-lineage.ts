import type {LineageCandidate} from '../../../conversation/lineage/compare-lineage.ts'
import {compareLineage, readForkOrigin} from '../../../conversation/lineage/compare-lineage.ts'
import type {Line} from '../../../model/index.ts'
import type {SessionPage} from '../../../page/index.ts'

/** What identifies the history that a session starts with: only the ids of responses survive every way of copying. */
export interface LineageInfo {
  /** The first answer, and when it was written down here; copies of older clients were written later. */
  readonly first: string
  readonly firstAt: number
  readonly last: string
  readonly lastAt: number
  /** The session that its first response says it was copied from. */
  readonly forkedFrom?: string | undefined
}

/** A session with what is known of its ancestry. */
export interface LineageSession {
  readonly id: string
  readonly ancestry: LineageInfo | undefined
}

/** Notes the answers of sessions while their lines are read. */
export class LineageReader {
  readonly #known = new Map<string, LineageInfo>()

  add(line: Line, named: string | undefined): void {
    if (line.kind !== 'message' || line.message.kind !== 'assistant') return
    const {message} = line
    const session = named ?? message.session
    const id = message.responseId
    // What agents say begins with them, and no history with it.
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
    return [...this.#known].map(([id, ancestry]) => ({id, ancestry}))
  }
}

/** A session whose ancestry is known. */
interface KnownMember {
  readonly id: string
  readonly ancestry: LineageInfo
}

/**
 * Who continues whom. Sessions with the same first response share a history; the others continue the one that
 * `compareLineage` says is the original.
 */
export class SessionLineage {
  readonly #groups = new Map<string, KnownMember[]>()
  /** A session can have several files, each with a start of its own. */
  readonly #groupsOf = new Map<string, Set<readonly KnownMember[]>>()

  add({id, ancestry}: LineageSession): void {
    if (!ancestry) return
    const family = this.#groups.get(ancestry.first) ?? []
    this.#groups.set(ancestry.first, family)
    const own = this.#groupsOf.get(id) ?? new Set()
    if (own.has(family)) return
    this.#groupsOf.set(id, own.add(family))
    family.push({id, ancestry})
    family.sort(originalFirst)
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

  /** A session with what is known here of those before and after it, else what it says itself. */
  linked(page: SessionPage): SessionPage {
    const continuedBy = this.continuedBy(page.sessionId)
    return {
      ...page,
      continues: this.continues(page.sessionId) ?? page.continues,
      continuedBy: continuedBy.length > 0 ? continuedBy : page.continuedBy,
    }
  }
}

const originalFirst = (a: KnownMember, b: KnownMember): number => compareLineage(descentOf(a), descentOf(b))

const descentOf = ({id, ancestry: {firstAt, lastAt, forkedFrom}}: KnownMember): LineageCandidate => ({
  id,
  forkedFrom,
  startedAt: firstAt,
  endedAt: lastAt,
})
