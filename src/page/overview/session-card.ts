import type {SessionPage} from '../page.ts'

/** A session on an index: enough to choose it by. */
export interface SessionCard
  extends Pick<
    SessionPage,
    'sessionId' | 'title' | 'firstPrompt' | 'cwd' | 'gitBranch' | 'startedAt' | 'endedAt' | 'models' | 'cost'
  > {
  readonly tokens: number | undefined
  readonly turns: number
  readonly toolCalls: number
  readonly errors: number
  readonly agents: number
}

/** Sessions of one folder on an index. */
export interface ProjectCard {
  readonly name: string
  /** The page with all its sessions, if there is one. */
  readonly href: string | undefined
  readonly sessions: readonly (SessionCard & {
    readonly href: string
    readonly isArchivedOnly: boolean
  })[]
}

/** What an index shows of a session. */
export function createSessionCard(session: SessionPage): SessionCard {
  const {sessionId, title, firstPrompt, cwd, gitBranch, startedAt, endedAt, models, cost} = session
  const {tokens, turns, toolCalls, failedToolCalls: errors} = session.summary
  const about = {sessionId, title, firstPrompt, cwd, gitBranch, startedAt, endedAt, models, cost}
  return {...about, tokens, turns, toolCalls, errors, agents: session.agents.length}
}

/** Projects and their sessions, the last active first. */
export const sortProjects = (projects: readonly ProjectCard[]): readonly ProjectCard[] =>
  projects
    .map((project) => ({
      ...project,
      sessions: project.sessions.toSorted((a, b) => lastTime(b) - lastTime(a)),
    }))
    .toSorted((a, b) => lastTime(b.sessions[0]) - lastTime(a.sessions[0]))

const lastTime = (card: SessionCard | undefined): number =>
  card?.endedAt ?? card?.startedAt ?? -Number.MAX_VALUE
