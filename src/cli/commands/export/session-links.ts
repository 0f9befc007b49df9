import type {SessionPage} from '../../../page/index.ts'
import type {ExportOptions} from './export-options.ts'
import type {PlacedSession, Project} from './project.ts'
import {fileName} from './project.ts'
import {SessionLineage} from './session-lineage.ts'

/** The sessions of a project by the pages that they share, each of so many entries. */
export const splitIntoPages = ({sessions}: Project, size: number): readonly (readonly PlacedSession[])[] =>
  binsOf(sessions, size, ({entries}) => entries)

/** Links between sessions: where the page of each is, and which continues which. */
export class SessionLinks {
  readonly #lineage = new SessionLineage()
  readonly #byId = new Map<string, PlacedSession>()
  readonly #ending: string
  readonly #options: Pick<ExportOptions, 'individual' | 'pageSize'>

  constructor(ending: string, options: Pick<ExportOptions, 'individual' | 'pageSize'>) {
    this.#ending = ending
    this.#options = options
  }

  add(session: PlacedSession): void {
    const {card, ancestry} = session
    this.#byId.set(card.sessionId, session)
    this.#lineage.add({id: card.sessionId, ancestry})
  }

  /** The page of a session, seen from a project's folder or from above all of them. */
  hrefOf(session: PlacedSession, from: Project | undefined): string {
    const {project, base, card} = session
    const way = from === project ? '' : from ? `../${project.folder}/` : `${project.folder}/`
    if (this.#options.individual) return way + fileName(base, 1, this.#ending)
    const page = splitIntoPages(project, this.#options.pageSize).findIndex((members) =>
      members.includes(session),
    )
    return `${way}${fileName('combined', page + 1, this.#ending)}#session-${encodeURIComponent(card.sessionId)}`
  }

  hrefOfId(id: string, from: Project | undefined): string | undefined {
    const session = this.#byId.get(id)
    return session && this.hrefOf(session, from)
  }

  /** What the links of a session's page depend on. */
  printsOf({card, project}: PlacedSession): readonly string[] {
    const others = [
      this.#lineage.continues(card.sessionId) ?? '',
      ...this.#lineage.continuedBy(card.sessionId),
    ]
    return others.map((id) => `${id} ${this.hrefOfId(id, project) ?? ''}`)
  }

  /** A session with its links to others. */
  linked(page: SessionPage): SessionPage {
    return this.#lineage.linked(page)
  }
}

/** Things in their order, in groups that are full when the next would make them larger than `most`; none is split. */
function binsOf<T>(
  things: readonly T[],
  most: number,
  sizeOf: (thing: T) => number,
): readonly (readonly T[])[] {
  const bins: T[][] = []
  let size = 0
  for (const thing of things) {
    const bin = bins.at(-1)
    const own = sizeOf(thing)
    if (!bin || size + own > most) {
      bins.push([thing])
      size = own
    } else {
      bin.push(thing)
      size += own
    }
  }
  return bins
}
