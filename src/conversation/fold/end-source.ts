import type {Line} from '../../model/index.ts'
import type {Change} from '../change.ts'
import {resolveLineage} from '../lineage/resolve-lineage.ts'
import {settleAgent} from '../state/agents.ts'
import {endSourceTasks} from '../state/background-tasks.ts'
import type {AgentState, ConversationState, SessionContext, SessionState} from '../state/state.ts'
import {SourceReading} from '../state/state.ts'
import {forgetSettled, orphanSourceCalls} from '../state/tool-runs.ts'
import {closeTurn, openTurn, releaseHeld, resolvePendingTurn} from '../state/turns.ts'
import {foldWaiting} from './fold-line.ts'
import {inferOutcome} from './fold-result.ts'

/** Ends a source: its open calls are orphaned, and a session that it left without an end was cut off. */
export function endSource(state: ConversationState, source: string): readonly Change[] {
  forgetSettled(state)
  state.changes = []
  const waiting = state.waitingLines.get(source) ?? []
  state.waitingLines.delete(source)
  for (const {line, arrivedAt} of waiting) {
    if (line.kind === 'message' && line.message.dialect === 'stored') foldWaiting(state, line, arrivedAt)
    else addStray(state, line)
  }
  for (const session of state.sessionsOf.get(source) ?? []) endSession(state, session, source)
  state.sessionsOf.delete(source)
  state.lastSession.delete(source)
  state.readingNumbers.delete(source)
  return state.changes
}

function endSession(state: ConversationState, session: SessionState, source: string): void {
  const moment = {state, session, time: undefined}
  orphanSourceCalls(moment, source)
  for (const thread of session.streamingThreads) thread.partial = undefined
  session.streamingThreads.clear()
  endSourceTasks(moment, source)
  endAgents(moment, source)
  if (!session.mainSources.delete(source)) return
  resolveLineage(state, session)
  endReading(moment, source)
  if (session.unfinishedStream === source) {
    session.unfinishedStream = undefined
    session.outcome = {state: 'cut-off', inferred: false}
    session.hasOutcome = true
  } else if (!session.hasOutcome) session.outcome = inferOutcome(session)
  state.changes.push({type: 'outcome-changed', session})
}

/** Ends the agents that can end with a source: the others have not changed since the source before it ended. */
function endAgents({state, session}: SessionContext, source: string): void {
  const {unsettled, withoutRun} = session.roster
  const own = session.agentsById.get(state.sources.get(source)?.agent?.id ?? '')
  const isStream = session.streams.has(source)
  const agents = new Set([...unsettled, ...(own ? [own] : []), ...(isStream ? withoutRun : [])])
  unsettled.clear()
  if (isStream) withoutRun.clear()
  for (const agent of agents) {
    const {state: before, background} = agent
    endAgent(session, agent, {isOwn: agent === own, isStream})
    if (agent.state !== before || agent.background !== background)
      state.changes.push({type: 'agent-changed', session, agent})
    if (agent.state === 'running' && !session.runs.has(agent.callId ?? '')) withoutRun.add(agent)
  }
}

/**
 * An agent ends with its call; one whose call is unknown ends with its own file. An agent's agent has neither in a stream:
 * it ends with its client.
 */
function endAgent(
  session: SessionState,
  agent: AgentState,
  {isOwn, isStream}: {readonly isOwn: boolean; readonly isStream: boolean},
): void {
  if (agent.state !== 'running' || agent.background) return
  const run = agent.callId === undefined ? undefined : session.runs.get(agent.callId)
  if (run) settleAgent(session, agent, run)
  else if (isOwn || agent.callId === undefined) agent.state = 'completed'
  else if (isStream) agent.state = 'stopped'
}

/** Ends the last turn. Items that still wait for a turn are put into the last one that the reading reached. */
function endReading(context: SessionContext, source: string): void {
  const {state, session} = context
  const reading = session.readings.get(source) ?? new SourceReading()
  session.readings.delete(source)
  if (reading.pendingTrigger !== undefined) resolvePendingTurn(context, reading)
  reading.turn ??= session.turns.at(-1)
  if (reading.turn) releaseHeld(context, reading)
  else if (reading.heldItems.length > 0 && session.substantial)
    openTurn(context, reading, 'continuation').hasOnlyNotes = true
  else for (const {item} of reading.heldItems) if (item.kind === 'line') addStray(state, item.line)
  for (const turn of new Set([reading.turn, session.turns.at(-1)])) if (turn) closeTurn(context, turn)
}

function addStray(state: ConversationState, line: Line): void {
  if (state.options.keep === 'all') state.strays.push(line)
}
