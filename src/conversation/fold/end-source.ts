import type {Line} from '../../model/index.ts'
import type {Change} from '../change.ts'
import {resolveLineage} from '../lineage/resolve-lineage.ts'
import {settleAgent} from '../state/agents.ts'
import {endSourceTasks} from '../state/background-tasks.ts'
import type {ConversationState, SessionContext, SessionState} from '../state/state.ts'
import {orphanSourceCalls} from '../state/tool-runs.ts'
import {closeTurn, openTurn, readingOf, releaseHeld, resolvePendingTurn} from '../state/turns.ts'
import {foldWaiting} from './fold-line.ts'
import {inferOutcome} from './fold-result.ts'
import {forgetSettled} from './forget-settled.ts'

/** Says that a source has ended: what it left open is orphaned, and what had no end was cut off. */
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
  endReading(state, session, source)
  if (session.unfinishedStream === source) {
    session.unfinishedStream = undefined
    session.outcome = {state: 'cut-off', inferred: false}
    session.hasOutcome = true
  } else if (!session.hasOutcome) session.outcome = inferOutcome(session)
  state.changes.push({type: 'outcome-changed', session})
}

/** Ends the agents that can end with a source: all others are as they were when the source before it ended. */
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
 * An agent ends with its call; one whose call is not here ends with the last word of its own file. An agent's agent has
 * neither in a stream: it ends with its client.
 */
function endAgent(
  session: SessionState,
  agent: SessionState['agents'][number],
  {isOwn, isStream}: {readonly isOwn: boolean; readonly isStream: boolean},
): void {
  if (agent.state !== 'running' || agent.background) return
  const run = agent.callId === undefined ? undefined : session.runs.get(agent.callId)
  if (run) settleAgent(session, agent, run)
  else if (isOwn || agent.callId === undefined) agent.state = 'completed'
  else if (isStream) agent.state = 'stopped'
}

/** Ends the last turn. What waits for a turn that never comes is in the one that the reading came to last. */
function endReading(state: ConversationState, session: SessionState, source: string): void {
  const place = readingOf(session, source)
  session.readings.delete(source)
  if (place.pendingTrigger !== undefined) resolvePendingTurn({state, session, time: undefined}, place)
  place.turn ??= session.turns.at(-1)
  if (place.turn) releaseHeld({state, session}, place)
  else if (place.heldItems.length > 0 && session.substantial)
    openTurn({state, session, time: undefined}, place, 'continuation').hasOnlyNotes = true
  else for (const {item} of place.heldItems) if (item.kind === 'line') addStray(state, item.line)
  for (const turn of new Set([place.turn, session.turns.at(-1)])) if (turn) closeTurn(state, session, turn)
}

function addStray(state: ConversationState, line: Line): void {
  if (state.options.keep === 'all') state.strays.push(line)
}
