import type {SessionPage} from '../../../page/index.ts'
import type {ExportOptions} from './export-options.ts'
import {hashTexts} from './export-source.ts'
import {fileName, type PlacedSession, type Project} from './project.ts'
import {SessionLineage} from './session-lineage.ts'

/** The sessions of each combined page of a project; a page has at most `size` entries, unless one session has more. */
export function splitIntoPages({sessions}: Project, size: number): readonly (readonly PlacedSession[])[] {
  const pages: PlacedSession[][] = []
  let filled = 0
  for (const session of sessions) {
    const page = pages.at(-1)
    const isFull = filled + session.entries > size
    if (page && !isFull) page.push(session)
    else pages.push([session])
    filled = page && !isFull ? filled + session.entries : session.entries
  }
  return pages
}

/** Links between sessions: where the page of each is, and which continues which. */
export type SessionLinks = ReturnType<typeof newSessionLinks>

/** No session is linked yet. */
export function newSessionLinks(
  ending: string,
  {individual, pageSize}: Pick<ExportOptions, 'individual' | 'pageSize'>,
) {
  const lineage = new SessionLineage()
  const byId = new Map<string, PlacedSession>()
  /** The page of a session, seen from a project's folder or from above all of them. */
  const hrefOf = (session: PlacedSession, from: Project | undefined): string => {
    const {project, base, card} = session
    const way = from === project ? '' : from ? `../${project.folder}/` : `${project.folder}/`
    if (individual) return way + fileName(base, 1, ending)
    const page = splitIntoPages(project, pageSize).findIndex((members) => members.includes(session))
    return `${way}${fileName('combined', page + 1, ending)}#session-${encodeURIComponent(card.sessionId)}`
  }
  const hrefOfId = (id: string, from: Project | undefined): string | undefined => {
    const session = byId.get(id)
    return session && hrefOf(session, from)
  }
  return {
    hrefOf,
    hrefOfId,
    add(session: PlacedSession): void {
      byId.set(session.card.sessionId, session)
      lineage.add({id: session.card.sessionId, lineage: session.lineage})
    },
    /** Changes with a session, with the way it is read, and with the links on its page. */
    printOf({print, card, project}: PlacedSession): string {
      const others = [lineage.continues(card.sessionId) ?? '', ...lineage.continuedBy(card.sessionId)]
      return hashTexts([print, ...others.map((id) => `${id} ${hrefOfId(id, project) ?? ''}`)])
    },
    /** A session with its links to others. */
    linked: (page: SessionPage): SessionPage => lineage.linked(page),
  }
}
