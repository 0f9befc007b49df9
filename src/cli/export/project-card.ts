import type {ProjectCard} from '../../page/index.ts'
import type {ExportOptions} from './export-options.ts'
import type {Project} from './project.ts'
import {fileName, nameOfProject} from './project.ts'
import type {SessionLinks} from './session-links.ts'

/** Whether there are pages that hold all sessions of a project; one alone has its own. */
export const hasSharedPages = ({sessions}: Project, {combined, individual}: ExportOptions): boolean =>
  combined && sessions.length > (individual ? 1 : 0)

/** A project on the index, its newest session first. */
export function cardOfProject(project: Project, links: SessionLinks, options: ExportOptions): ProjectCard {
  return {
    name: nameOfProject(project),
    href: hasSharedPages(project, options)
      ? `${project.folder}/${fileName('combined', 1, options.format)}`
      : undefined,
    sessions: [...project.sessions].reverse().map((session) => ({
      ...session.card,
      href: links.hrefOf(session, undefined),
      archived: session.source.archived,
    })),
  }
}
