import type {Line, Message, MessageBase, ToolRun} from '../../model/index.ts'
import {isoTime} from '../../model/instant.ts'
import {spendingBySession, totalSpending} from '../costs/spending.ts'
import {listStrays, substantialSessions} from '../fold/fold-title.ts'
import {branchesByRecord, findBranches} from '../graph/find-branches.ts'
import type {Agent, Branch, Item, Session, Spending, Turn} from '../session.ts'
import type {ConversationState, SessionState} from '../state/state.ts'
import type * as Document from './document.ts'

/** Writes the folded conversation down as the documented JSON document (docs/document.md). */
export function toDocument(state: ConversationState): Document.ConversationDocument {
  const sessions = substantialSessions(state)
  const spending = spendingBySession(state)
  const total = totalSpending(state)
  const branches = new Map(sessions.map((session) => [session, findBranches(session)]))
  return {
    format: 'recount-conversation',
    version: 1,
    usage: total.usage,
    isComplete: total.complete,
    reportedCostUsd: total.reportedCostUsd ?? null,
    outcome: sessions.at(-1)?.outcome ?? null,
    sessions: sessions.map((session) =>
      writeSession(session, branches.get(session) ?? [], spending.get(session.id)),
    ),
    toolCalls: sessions.flatMap((session) => [...session.runs.values()].map((run) => writeRun(session, run))),
    agents: sessions.flatMap((session) =>
      session.agents.map((agent) =>
        writeAgent(session, agent, spending.get(session.id)?.byAgent.get(agent.key)),
      ),
    ),
    branches: sessions.flatMap((session) => writeBranches(session, branches.get(session) ?? [])),
    strays: listStrays(state).map(writeStray),
  }
}

function writeSession(
  session: SessionState,
  branches: readonly Branch[],
  spending: Spending | undefined,
): Document.SessionDocument {
  const branchOf = branchesByRecord(branches)
  return {
    sessionId: session.id,
    title: session.title ?? null,
    cwd: session.cwd ?? null,
    gitBranch: session.gitBranch ?? null,
    clientVersion: session.version ?? null,
    models: [...session.models],
    startedAt: isoTime(session.startedAt),
    endedAt: isoTime(session.endedAt),
    copiedFrom: session.copiedFrom ?? null,
    outcome: session.outcome,
    totals: session.totals ?? null,
    usage: spending?.usage ?? null,
    isComplete: spending?.complete ?? true,
    reportedCostUsd: spending?.reportedCostUsd ?? null,
    turns: session.turns.map((turn) => writeTurn(session, turn, branchOf)),
  }
}

function writeTurn(
  session: Session,
  turn: Turn,
  branchOf: ReadonlyMap<string, string>,
): Document.TurnDocument {
  return {
    index: turn.index,
    trigger: turn.trigger,
    startedAt: isoTime(turn.startedAt),
    endedAt: isoTime(turn.endedAt),
    durationMs: turn.durationMs ?? null,
    items: turn.items.map((item) => writeItem(session, item, branchOf.get(item.id ?? ''))),
  }
}

/** One item of a turn or an agent. */
export function writeItem(session: Session, item: Item, branch: string | undefined): Document.ItemDocument {
  const base = {
    messageId: item.id ?? null,
    at: isoTime(item.time),
    source: item.at.source,
    line: item.at.line,
    ...(branch === undefined ? {} : {branch}),
  }
  switch (item.kind) {
    case 'tool': {
      const run = session.runs.get(item.callId)
      return {
        kind: 'tool',
        ...base,
        toolCallId: item.callId,
        name: run?.name ?? '',
        state: run?.state ?? 'completed',
      }
    }
    case 'result':
    case 'message':
      return {kind: item.message.kind, ...base, type: item.message.type, ...ownFields(item.message)}
    case 'line':
      return item.line.kind === 'unknown'
        ? {kind: 'unknown', ...base, type: item.line.type, value: item.line.value}
        : {kind: 'unreadable', ...base, reason: item.line.reason, text: item.line.text}
    default: {
      const {key: _key, id: _id, time: _time, at: _at, kind, ...fields} = item
      return {kind, ...base, ...fields}
    }
  }
}

/** The fields that every message has, which say nothing about what it is. */
const envelope = {
  dialect: true,
  type: true,
  session: true,
  id: true,
  parent: true,
  logicalParent: true,
  time: true,
  sidechain: true,
  agent: true,
  parentCall: true,
  version: true,
  cwd: true,
  gitBranch: true,
  entrypoint: true,
  record: true,
} satisfies Record<keyof MessageBase, true>

/** The fields of a message's own kind; its times are ISO 8601, as everywhere in the document. */
const ownFields = (message: Message): object =>
  Object.fromEntries(
    Object.entries(message)
      .filter(([name]) => name !== 'kind' && !Object.hasOwn(envelope, name))
      .map(([name, value]) => [
        name,
        name.endsWith('At') && typeof value === 'number' ? isoTime(value) : value,
      ]),
  )

function writeBranches(session: Session, branches: readonly Branch[]): readonly Document.BranchDocument[] {
  if (branches.length === 0) return []
  const branchOf = branchesByRecord(branches)
  const asked = new Map<string, string>()
  for (const {items} of session.turns) {
    for (const item of items) {
      const branch = branchOf.get(item.id ?? '')
      if (branch === undefined || asked.has(branch)) continue
      if (item.kind === 'message' && item.message.kind === 'prompt') asked.set(branch, item.message.text)
    }
  }
  return branches.map((branch) => ({
    id: branch.id,
    sessionId: session.id,
    from: branch.from ?? null,
    leaf: branch.leaf,
    prompt: asked.get(branch.id) ?? null,
    records: branch.ids.length,
  }))
}

/** One tool call. */
export function writeRun(session: Session, run: ToolRun): Document.ToolCallDocument {
  const {startedAt, endedAt} = run
  return {
    id: run.id,
    name: run.name,
    state: run.state,
    sessionId: session.id,
    agent: run.agent ?? null,
    responseId: run.responseId ?? null,
    startedAt: isoTime(startedAt),
    endedAt: isoTime(endedAt),
    // Some lines of a stream are dated by their client and some by their arrival, which may be long after.
    durationMs:
      startedAt === undefined || endedAt === undefined || endedAt < startedAt ? null : endedAt - startedAt,
    isCopied: run.copied,
    isServerTool: run.server,
    background: run.background ?? null,
    input: run.input,
    result: run.result ?? null,
  }
}

function writeAgent(
  session: Session,
  agent: Agent,
  usage: Document.AgentDocument['usage'] | undefined,
): Document.AgentDocument {
  return {
    key: agent.key,
    sessionId: session.id,
    id: agent.id ?? null,
    toolCallId: agent.callId ?? null,
    parent: agent.parent ?? null,
    type: agent.type ?? null,
    description: agent.description ?? null,
    prompt: agent.prompt ?? null,
    isBackground: agent.background,
    isCopied: agent.copied,
    state: agent.state,
    answer: agent.answer ?? null,
    startedAt: isoTime(agent.startedAt),
    endedAt: isoTime(agent.endedAt),
    usage: usage ?? null,
    items: agent.items.map((item) => writeItem(session, item, undefined)),
  }
}

/** A line that belongs to no session. */
function writeStray(line: Line): Document.StrayDocument {
  const type = line.kind === 'message' ? line.message.type : line.kind === 'unknown' ? line.type : line.reason
  return {kind: line.kind, type, source: line.at.source, line: line.at.line, text: line.text}
}
