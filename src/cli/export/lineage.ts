import type {Descent} from '../../conversation/lineage.ts'
import {compareDescent, forkOf} from '../../conversation/lineage.ts'
import type {Line} from '../../model/index.ts'
import type {SessionPage} from '../../page/index.ts'

/** What tells whose history a session begins with: only the ids of answers survive every way of copying. */
export interface Ancestry {
  /** The first answer, and when it was written down here; copies of older clients were written later. */
  readonly first: string
  readonly firstAt: number
  readonly last: string
  readonly lastAt: number
  /** The session that its first response says it was copied from. */
  readonly forkedFrom?: string | undefined
}

/** A session with what is known of its ancestry. */
export interface Member {
  readonly id: string
  readonly ancestry: Ancestry | undefined
}

/** Notes the answers of sessions while their lines are read. */
export class AncestryReader {
  readonly #known = new Map<string, Ancestry>()

  look(line: Line, named: string | undefined): void {
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
      forkedFrom: known ? known.forkedFrom : forkOf(message),
    })
  }

  of(session: string): Ancestry | undefined {
    return this.#known.get(session)
  }

  members(): readonly Member[] {
    return [...this.#known].map(([id, ancestry]) => ({id, ancestry}))
  }
}

/** A session whose ancestry is known. */
interface Relative {
  readonly id: string
  readonly ancestry: Ancestry
}

/**
 * Who continues whom. Sessions with the same first response share a history; the others continue the one that
 * `compareDescent` says is the original.
 */
export class Lineage {
  readonly #families = new Map<string, Relative[]>()
  /** One session may be told by several files, each with a beginning of its own. */
  readonly #familiesOf = new Map<string, Set<readonly Relative[]>>()

  add({id, ancestry}: Member): void {
    if (!ancestry) return
    const family = this.#families.get(ancestry.first) ?? []
    this.#families.set(ancestry.first, family)
    const own = this.#familiesOf.get(id) ?? new Set()
    if (own.has(family)) return
    this.#familiesOf.set(id, own.add(family))
    family.push({id, ancestry})
    family.sort(originalFirst)
  }

  /** What a session goes on from. */
  continues(id: string): string | undefined {
    for (const [original] of this.#familiesOf.get(id) ?? [])
      if (original && original.id !== id) return original.id
    return undefined
  }

  /** What goes on from a session. */
  continuedBy(id: string): readonly string[] {
    return [...(this.#familiesOf.get(id) ?? [])].flatMap(([original, ...others]) =>
      original?.id === id ? others.map((other) => other.id) : [],
    )
  }

  /** A session with what is known here of those before and after it, else what it says itself. */
  linked(page: SessionPage): SessionPage {
    const continuedBy = this.continuedBy(page.id)
    return {
      ...page,
      continues: this.continues(page.id) ?? page.continues,
      continuedBy: continuedBy.length > 0 ? continuedBy : page.continuedBy,
    }
  }
}

const originalFirst = (a: Relative, b: Relative): number => compareDescent(descentOf(a), descentOf(b))

const descentOf = ({id, ancestry: {firstAt, lastAt, forkedFrom}}: Relative): Descent => ({
  id,
  forkedFrom,
  startedAt: firstAt,
  endedAt: lastAt,
})
