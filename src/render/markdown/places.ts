import {idsBeside} from '../../page/index.ts'

/** The places of a session that links in its file lead to. */
export interface Places {
  /** Makes a place. */
  at(anchor: string): string
  /** A link to a place. The text is Markdown already. */
  link(text: string, anchor: string): string
  /** The ids of the places that were made. */
  readonly ids: ReadonlySet<string>
}

/** The places of a session in a file that has some ids already. */
export function placesIn(session: string, taken: ReadonlySet<string>): Places {
  const idOf = idsBeside(session, taken, safeId)
  const ids = new Set<string>()
  return {
    ids,
    at(anchor) {
      const id = idOf(anchor)
      ids.add(id)
      return `<a id="${id}"></a>`
    },
    link: (text, anchor) => `[${text}](#${idOf(anchor)})`,
  }
}

/** Anchors are made of ids that a transcript gave. */
const safeId = (anchor: string): string => anchor.replace(/[^\w-]/g, '_')
