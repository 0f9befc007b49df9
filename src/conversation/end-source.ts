import type {Line} from '../model/index.ts'
import {settleAgent} from './agents.ts'
import {endTasksOf} from './background.ts'
import type {Change} from './change.ts'
import {foldWaiting} from './fold-line.ts'
import {inferOutcome} from './fold-turn-end.ts'
import {forgetSettled} from './forget-settled.ts'
import {resolveLineage} from './resolve-lineage.ts'
import {orphanCallsOf} from './runs.ts'
import type {ConversationState, Moment, SessionState} from './state.ts'
import {closeTurn, openTurn, placeIn, releaseHeld, settleBegun} from './turns.ts'

/** Says that a source has ended: what it left open is orphaned, and what had no end was cut off. */
export function endSource(state: ConversationState, source: string): readonly Change[] {
  forgetSettled(state)
  state.changes = []
  const waiting = state.waiting.get(source) ?? []
  state.waiting.delete(source)
  for (const {line, arrivedAt} of waiting) {
    if (line.kind === 'message' && line.message.dialect === 'stored') foldWaiting(state, line, arrivedAt)
    else addStray(state, line)
  }
  for (const session of state.sessionsOf.get(source) ?? []) endSession(state, session, source)
  state.sessionsOf.delete(source)
  state.lastSession.delete(source)
  state.readings.delete(source)
  return state.changes
}

function endSession(state: ConversationState, session: SessionState, source: string): void {
  const moment = {state, session, time: undefined}
  orphanCallsOf(moment, source)
  for (const thread of session.writing) thread.partial = undefined
  session.writing.clear()
  endTasksOf(moment, source)
  endAgents(moment, source)
  if (!session.mainSources.delete(source)) return
  resolveLineage(state, session)
  endPlace(state, session, source)
  if (session.unfinished === source) {
    session.unfinished = undefined
    session.outcome = {state: 'cut-off', inferred: false}
    session.judged = true
  } else if (!session.judged) session.outcome = inferOutcome(session)
  state.changes.push({type: 'outcome-changed', session})
}

/** Ends the agents that can end with a source: all others are as they were when the source before it ended. */
function endAgents({state, session}: Moment, source: string): void {
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
function endPlace(state: ConversationState, session: SessionState, source: string): void {
  const place = placeIn(session, source)
  session.places.delete(source)
  if (place.begun !== undefined) settleBegun({state, session, time: undefined}, place)
  place.turn ??= session.turns.at(-1)
  if (place.turn) releaseHeld({state, session}, place)
  else if (place.held.length > 0 && session.substantial)
    openTurn({state, session, time: undefined}, place, 'continuation').isBare = true
  else for (const {item} of place.held) if (item.kind === 'line') addStray(state, item.line)
  for (const turn of new Set([place.turn, session.turns.at(-1)])) if (turn) closeTurn(state, session, turn)
}

function addStray(state: ConversationState, line: Line): void {
  if (state.options.keep === 'all') state.strays.push(line)
}
