import type {Line, Message, MessageBase, ModelTotal, ToolRun} from '../../model/index.ts'
import {isoTime} from '../../model/instant.ts'
import type {PriceOverrides} from '../../prices/index.ts'
import {bestCost, type Costs, computeCosts, spendingBySession} from '../costs/spending.ts'
import {listStrays, substantialSessions} from '../fold/fold-title.ts'
import {branchesByRecord, findBranches} from '../graph/find-branches.ts'
import type {Agent, Branch, Item, ResultTotals, Session, Turn} from '../session.ts'
import type {ConversationState, SessionState} from '../state/state.ts'
import type * as Document from './document.ts'

/** Writes the folded conversation down as the documented JSON document (docs/document.md). */
export function toDocument(
  state: ConversationState,
  overrides?: PriceOverrides,
): Document.ConversationDocument {
  const sessions = substantialSessions(state)
  const spending = spendingBySession(state)
  const costs = computeCosts(state, overrides)
  const {total} = costs
  const branches = new Map(sessions.map((session) => [session, findBranches(session)]))
  return {
    format: 'recount-conversation',
    version: 1,
    usage: total.usage,
    isComplete: total.complete,
    ...writeCost(total),
    outcome: sessions.at(-1)?.outcome ?? null,
    sessions: sessions.map((session) =>
      writeSession(session, branches.get(session) ?? [], costs.sessions.get(session.id)),
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
  costs: Costs | undefined,
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
    totals: session.totals ? writeTotals(session.totals) : null,
    usage: costs?.usage ?? null,
    isComplete: costs?.complete ?? true,
    ...writeCost(costs),
    turns: session.turns.map((turn) => writeTurn(session, turn, branchOf)),
  }
}

type DocumentCost = Pick<Document.SessionDocument, 'costUsd' | 'costMicros' | 'reportedCostUsd'>

function writeCost(costs: Costs | undefined): DocumentCost {
  const usd = costs && bestCost(costs)?.usd
  const costMicros = usd === undefined ? null : Math.round(usd * 1_000_000)
  return {
    costUsd: costMicros === null ? null : costMicros / 1_000_000,
    costMicros,
    reportedCostUsd: costs?.reportedCostUsd ?? null,
  }
}

const writeTotals = (totals: ResultTotals): Document.TotalsDocument => ({
  durationMs: totals.durationMs ?? null,
  apiDurationMs: totals.apiDurationMs ?? null,
  turns: totals.turns ?? null,
  reportedCostUsd: totals.costUsd ?? null,
  ownApiDurationMs: totals.ownApiDurationMs ?? null,
  ownReportedCostUsd: totals.ownCostUsd ?? null,
  models: totals.models.map(writeModelTotal),
})

const writeModelTotal = ({costUsd, contextWindow, ...total}: ModelTotal): Document.ModelTotalDocument => ({
  ...total,
  reportedCostUsd: costUsd ?? null,
  contextWindow: contextWindow ?? null,
})

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
      return {kind, ...base, ...writeFields(Object.entries(fields))}
    }
  }
}

/** The fields that every message has. */
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

/** The fields of a message's own kind. */
const ownFields = (message: Message): object =>
  writeFields(Object.entries(message).filter(([name]) => name !== 'kind' && !Object.hasOwn(envelope, name)))

/** Fields of the model in the vocabulary of the document: ISO times, and a cost that Claude Code wrote is a reported one. */
const writeFields = (fields: readonly (readonly [string, unknown])[]): object =>
  Object.fromEntries(
    fields.map(([name, value]) => {
      if (name.endsWith('At') && typeof value === 'number') return [name, isoTime(value)]
      if (modelTotals.has(name) && Array.isArray(value)) return [name, value.map(writeModelTotal)]
      return [fieldNames.get(name) ?? name, value]
    }),
  )

const fieldNames: ReadonlyMap<string, string> = new Map([
  ['callId', 'toolCallId'],
  // Every item has a `messageId` and a `source` of its own: its record and its file.
  ['messageId', 'forMessageId'],
  ['source', 'origin'],
  ['costUsd', 'reportedCostUsd'],
])

const modelTotals: ReadonlySet<string> = new Set(['totals', 'sinceLast'])

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
    toolCallId: run.id,
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
    agentId: agent.id ?? null,
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
