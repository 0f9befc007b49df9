import type {SessionPage} from '../page.ts'

/** A session on an index: enough to choose it by. */
export interface SessionCard
  extends Pick<
    SessionPage,
    'sessionId' | 'title' | 'firstPrompt' | 'cwd' | 'gitBranch' | 'startedAt' | 'endedAt' | 'models' | 'cost'
  > {
  /** Tokens of all kinds together. */
  readonly tokens: number | undefined
  /** Turns. */
  readonly turns: number
  /** Tool calls. */
  readonly toolCalls: number
  /** Tool calls that failed. */
  readonly errors: number
  /** Sub-agents. */
  readonly agents: number
}

/** Sessions of one folder on an index. */
export interface ProjectCard {
  /** The project's name. */
  readonly name: string
  /** The file with all its sessions, if there is one. */
  readonly href: string | undefined
  readonly sessions: readonly ExportedCard[]
}

/** An exported session on an index. */
export interface ExportedCard extends SessionCard {
  /** Its file. */
  readonly href: string
  /** Its files are gone: only the archive has it. */
  readonly isArchivedOnly: boolean
}

/** What an index shows of a session. */
export function createSessionCard(session: SessionPage): SessionCard {
  const {sessionId, title, firstPrompt, cwd, gitBranch, startedAt, endedAt, models, cost} = session
  const {tokens, turns, toolCalls, failedToolCalls: errors} = session.summary
  const about = {sessionId, title, firstPrompt, cwd, gitBranch, startedAt, endedAt, models, cost}
  return {...about, tokens, turns, toolCalls, errors, agents: session.agents.length}
}

/** The name of a session: its title, else its first prompt, else the start of its id. Outputs cut it to one line. */
export const sessionName = ({
  title,
  firstPrompt,
  sessionId,
}: Pick<SessionCard, 'title' | 'firstPrompt' | 'sessionId'>): string =>
  [title, firstPrompt].find((name) => name?.trim()) ?? `Session ${sessionId.slice(0, 8)}`

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
