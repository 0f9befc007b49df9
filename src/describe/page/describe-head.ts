import type {Branch, Conversation, Costs, Session, Spending} from '../../conversation/index.ts'
import {completeCost} from '../../conversation/index.ts'
import {responseOf} from '../../conversation/slices/slices.ts'
import type {
  Cost,
  PageAgent,
  PageBranch,
  PageEntry,
  PageTurn,
  SessionPage,
  Spent,
  Summary,
  TouchedFile,
} from '../../page/index.ts'
import {walkEntries} from '../../page/index.ts'
import {contextAt, durationOfTurn, summarize} from '../summarize.ts'
import {addTouches} from './touched-files.ts'

/** What the head of a session is made from. */
export interface HeadParts {
  readonly conversation: Conversation
  readonly session: Session
  readonly costs: Costs | undefined
  readonly branches: readonly Branch[]
  /** What was found in the slices of the session, in their order. */
  readonly slices: readonly SliceFacts[]
  /** The turns, with their entries or without what is in those. */
  readonly turns: readonly PageTurn[]
  /** What an archive knows of it, which also has the sessions that share its history, and a missing beginning. */
  readonly archived: ArchivedSession | undefined
  /** The beginning of the session is missing. */
  readonly isCut: boolean
}

/** What the head of a session takes from an archive. All but the cost is used only while the beginning is missing. */
export interface ArchivedSession {
  readonly cost: Cost | undefined
  readonly title?: string | undefined
  readonly startedAt?: number | undefined
  readonly turns?: number | undefined
  readonly toolCalls?: number | undefined
  readonly models?: readonly string[] | undefined
}

/** What the head of a session needs of each slice. */
export interface SliceFacts {
  readonly files: readonly TouchedFile[]
  readonly agents: readonly PageAgent[]
}

/** A session with everything that its head, its outline and its panel show. Which sessions continue it is not known here. */
export function describeHead(parts: HeadParts): SessionPage {
  const {conversation, session, costs, branches, slices, turns} = parts
  const page: SessionPage = {
    sessionId: session.id,
    title: session.title,
    firstPrompt: session.firstPrompt ?? firstCommand(session),
    cwd: session.cwd,
    gitBranch: session.gitBranch,
    clientVersion: session.version,
    models: [...session.models],
    startedAt: session.startedAt,
    endedAt: session.endedAt,
    summary: summarizeSession(session, costs),
    usage: costs?.usage,
    cost: costOf(parts),
    context: contextOf(conversation, session),
    files: mergeFiles(slices),
    agents: slices.flatMap(({agents}) => agents).sort((a, b) => orderOf(session, a) - orderOf(session, b)),
    branches: describeBranches(branches, turns),
    continues: session.copiedFrom,
    continuedBy: [],
    turns,
  }
  return parts.isCut ? completeFromArchive(page, parts.archived) : page
}

/** What the end of a session says of the whole would be wrong: the archive says it instead, or nothing does. */
const completeFromArchive = (page: SessionPage, archived: ArchivedSession | undefined): SessionPage => ({
  ...page,
  title: archived?.title ?? page.title,
  models: archived?.models ?? page.models,
  startedAt: archived?.startedAt,
  summary: {
    ...page.summary,
    turns: archived?.turns ?? page.summary.turns,
    toolCalls: archived?.toolCalls ?? page.summary.toolCalls,
    failedToolCalls: 0,
    deniedToolCalls: 0,
    durationMs: undefined,
    tokens: undefined,
  },
  usage: undefined,
  files: [],
})

/** The reported cost, or else the computed one. Without a model's price it would look complete, so there is none then. */
function costOf({costs, archived, isCut}: HeadParts): Cost | undefined {
  const known = costs && completeCost(costs)
  if (known?.from === 'reported') return known
  return archived?.cost ?? (isCut ? undefined : known)
}

/** The first command or shell line, for a session without a prompt. */
function firstCommand({turns}: Session): string | undefined {
  for (const {items} of turns) {
    for (const item of items) {
      if (item.kind === 'command') return `/${item.name.replace(/^\//, '')} ${item.args}`.trim()
      if (item.kind === 'shell') return `! ${item.command}`
    }
  }
  return undefined
}

/** How full the model's window was at the last response of the main thread. */
function contextOf({responses}: Conversation, {turns, totals, models}: Session): Spent['context'] {
  for (const {items} of [...turns].reverse()) {
    for (const item of [...items].reverse()) {
      const response = responses.get(responseOf(item) ?? '')
      const context =
        response && contextAt(response.usage, response.model, totals?.models ?? [], new Set(models))
      if (context) return context
    }
  }
  return undefined
}

/** The files of all slices, each once, in the order in which they were first touched. */
function mergeFiles(slices: readonly SliceFacts[]): readonly TouchedFile[] {
  const files = new Map<string, TouchedFile>()
  for (const slice of slices) {
    for (const file of slice.files) {
      const before = files.get(file.path)
      files.set(file.path, before ? addTouches(before, file) : file)
    }
  }
  return [...files.values()]
}

/** Agents are listed in the order in which they began. */
const orderOf = ({agentsByKey}: Session, {key}: PageAgent): number => agentsByKey.get(key)?.place ?? 0

/** What a page says of abandoned branches, wherever they are in its turns. */
function describeBranches(branches: readonly Branch[], turns: readonly PageTurn[]): readonly PageBranch[] {
  if (branches.length === 0) return []
  const first = new Map<string, PageEntry>()
  const asked = new Map<string, PageEntry>()
  const last = new Map<string, string>()
  for (const {entries} of turns) {
    for (const entry of walkEntries(entries)) {
      const {branch, messageId, anchor} = entry
      if (messageId !== undefined) last.set(messageId, anchor)
      if (branch === undefined) continue
      if (!first.has(branch)) first.set(branch, entry)
      if (entry.kind === 'prompt' && !asked.has(branch)) asked.set(branch, entry)
    }
  }
  return branches.map(({id, ids, from}) => ({
    id,
    prompt: asked.get(id)?.subject,
    records: ids.length,
    anchor: first.get(id)?.anchor,
    from: last.get(from ?? ''),
  }))
}

/** One session in one line. */
function summarizeSession(session: Session, spending: Spending | undefined): Summary {
  const {outcome, turns, runCounts} = session
  let [durationMs, unknownRecords] = [0, 0]
  let apiError: string | undefined
  for (const turn of turns) {
    durationMs += durationOfTurn(turn)
    for (const item of turn.items) {
      if (item.kind === 'line' && item.line.kind === 'unknown') unknownRecords += 1
      if (item.kind === 'text' && item.error !== undefined) apiError = item.text
      if (item.kind === 'result' && item.message.failed && item.message.text) apiError = item.message.text
    }
  }
  return summarize({outcome, apiError, turns: turns.length, durationMs, runCounts, spending, unknownRecords})
}
