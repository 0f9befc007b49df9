import {createUniqueIds} from '../../../page/index.ts'

/** The places of a session that links in its file lead to. */
export interface LinkTargets {
  /** Makes a place. */
  add(anchor: string): string
  /** A link to a place. The text is Markdown already. */
  link(text: string, anchor: string): string
  /** The ids of the places that were made. */
  readonly ids: ReadonlySet<string>
}

/** The places of a session in a file that has some ids already. */
export function createLinkTargets(session: string, taken: ReadonlySet<string>): LinkTargets {
  const idOf = createUniqueIds(session, taken, safeId)
  const ids = new Set<string>()
  return {
    ids,
    add(anchor) {
      const id = idOf(anchor)
      ids.add(id)
      return `<a id="${id}"></a>`
    },
    link: (text, anchor) => `[${text}](#${idOf(anchor)})`,
  }
}

/** Anchors are made of ids that a transcript gave. */
const safeId = (anchor: string): string => anchor.replace(/[^\w-]/g, '_')
