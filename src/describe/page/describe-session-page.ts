import type {Branch, Conversation, Session, Spending, Turn} from '../../conversation/index.ts'
import type {Usage} from '../../model/index.ts'
import {addUsage} from '../../model/index.ts'
import type {PageBranch, PageEntry, PageTurn, SessionPage} from '../../page/index.ts'
import {walkEntries} from '../../page/index.ts'
import {arrange} from './arrange.ts'
import {contextOf} from './context-of.ts'
import {AgentPlacer} from './place-agents.ts'
import type {StoryOptions} from './session-story.ts'
import {SessionStory} from './session-story.ts'
import {summarizeSession} from './summarize-session.ts'
import {TouchedFiles} from './touched-files.ts'

/** One session as a page; which others continue it is for those to say who know them. */
export function describeSessionPage(
  state: Conversation,
  session: Session,
  spending: Spending | undefined,
  options: StoryOptions,
): Omit<SessionPage, 'continuedBy'> {
  const branches = state.branches(session.id)
  const story = new SessionStory(state, session, branches, options)
  const files = new TouchedFiles(session)
  const agents = new AgentPlacer(session, story, options.depth)
  const told = session.turns.map((turn) => story.tell(turn.items, turn.index + 1, undefined))
  story.answerTasks()
  const turns = session.turns.map((turn, place) => {
    const entries = told[place] ?? []
    agents.placeBelow(entries, turn.index + 1)
    const others = agents.takeOthers(endOf(session.turns, place), turn.index + 1)
    const {index, startedAt, durationMs = 0, spanMs = 0} = turn
    const time = {number: index + 1, startedAt, durationMs: Math.max(durationMs, spanMs) || undefined}
    return pageTurn(time, [...arrange(entries), ...others])
  })
  const others = agents.takeOthers(Number.POSITIVE_INFINITY, undefined)
  if (others.length > 0) turns.push(pageTurn(afterwards(session), others))
  for (const turn of turns) for (const entry of walkEntries(turn.entries)) files.note(entry)
  return {
    id: session.id,
    title: session.title,
    firstPrompt: session.firstPrompt ?? firstCommand(session),
    folder: session.cwd,
    gitBranch: session.gitBranch,
    version: session.version,
    models: [...session.models],
    startedAt: session.startedAt,
    endedAt: session.endedAt,
    summary: summarizeSession(session, spending),
    usage: spending?.usage,
    cost:
      spending?.reportedCostUsd === undefined ? undefined : {usd: spending.reportedCostUsd, from: 'reported'},
    context: contextOf(state, session),
    files: files.list(),
    agents: agents.list(),
    branches: pageBranches(branches, turns),
    continues: session.copiedFrom,
    turns: turns.filter(({entries}) => entries.length > 0),
  }
}

/** Where nobody asked anything, what was typed first is all the session is about. */
function firstCommand({turns}: Session): string | undefined {
  for (const {items} of turns) {
    for (const item of items) {
      if (item.kind === 'command') return `/${item.name.replace(/^\//, '')} ${item.args}`.trim()
      if (item.kind === 'shell') return `! ${item.command}`
    }
  }
  return undefined
}

/** Agents that nobody called belong to the turn before whose end they began; those that began later, to the last. */
const endOf = (turns: readonly Turn[], place: number): number =>
  place === turns.length - 1
    ? Number.POSITIVE_INFINITY
    : (turns[place + 1]?.startedAt ?? Number.NEGATIVE_INFINITY)

/** The file of an agent alone has no turn that it could stand in. */
const afterwards = ({turns, startedAt}: Session): TurnTime => ({
  number: turns.length + 1,
  startedAt,
  durationMs: undefined,
})

type TurnTime = Pick<PageTurn, 'number' | 'startedAt' | 'durationMs'>

function pageTurn(time: TurnTime, entries: readonly PageEntry[]): PageTurn {
  const [first] = entries
  return {
    ...time,
    anchor: `turn-${first?.anchor ?? time.number}`,
    usage: usageOf(entries),
    branch: entries.every(({branch}) => branch === first?.branch) ? first?.branch : undefined,
    entries,
  }
}

function usageOf(entries: readonly PageEntry[]): Usage | undefined {
  let sum: Usage | undefined
  for (const {usage} of walkEntries(entries)) if (usage) sum = sum ? addUsage(sum, usage) : usage
  return sum
}

/** What a page says of the paths that were left, wherever they stand in its turns. */
export function pageBranches(branches: readonly Branch[], turns: readonly PageTurn[]): readonly PageBranch[] {
  if (branches.length === 0) return []
  const first = new Map<string, PageEntry>()
  const asked = new Map<string, PageEntry>()
  const last = new Map<string, string>()
  for (const {entries} of turns) {
    for (const entry of walkEntries(entries)) {
      const {branch, record, anchor} = entry
      if (record !== undefined) last.set(record, anchor)
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
