import {agentTools} from '../../model/agents.ts'
import type {
  Background,
  Instant,
  InterruptedBy,
  ToolCallBlock,
  ToolResult,
  ToolResultBlock,
  ToolRun,
  ToolRunState,
} from '../../model/index.ts'
import {inputFields} from '../../model/index.ts'
import {addToList, addToSet} from '../../model/maps.ts'
import {judgeResult, type Verdict} from '../fold/judge-result.ts'
import {addItem} from './items.ts'
import type {ConversationState, FoldContext, FoldThread, SessionContext, SessionState} from './state.ts'
import {ensureTurn, settleTurn} from './turns.ts'

/** Whether a run in this state waits for its result. */
export const isOpenState = (state: ToolRunState): boolean => state === 'pending' || state === 'running'

/** Begins a run at its call. A call that is known already only adds what its first record lacked. */
export function startRun(
  context: FoldContext,
  call: ToolCallBlock,
  responseId: string | undefined,
  copied: boolean,
): void {
  const {session, thread, time, line} = context
  if (session.forgottenCalls.has(call.id)) return
  const known = session.runs.get(call.id)
  if (known) {
    const bare = Object.keys(inputFields(known.input)).length === 0
    if (bare || known.name === '') putRun(context, {...known, name: call.name, input: call.input})
    return
  }
  if (context.state.options.oneAtATime) {
    for (const id of [...thread.openCalls.keys()]) interruptRun(context, id, 'next-call')
  }
  addItem(context, 'tool', {callId: call.id, responseId})
  thread.agent?.calls.add(call.id)
  const turn = thread.agent ? undefined : ensureTurn(context)
  if (turn) turn.openCallCount += 1
  const message = line.kind === 'message' ? line.message : undefined
  const {source} = line.at
  addToSet(session.openCallsBySource, source, call.id)
  thread.openCalls.set(call.id, {
    source,
    record: message?.id,
    turn,
    isDatedByArrival: (call.time ?? message?.time) === undefined,
    seenAt: context.arrivedAt,
  })
  putRun(context, {
    id: call.id,
    name: call.name,
    input: call.input,
    server: call.server,
    responseId,
    agent: thread.agent?.key,
    startedAt: call.time ?? time,
    background: undefined,
    copied,
    state: 'pending',
  })
}

/**
 * Ends a run with its result, which may be late: it replaces any end without one. A second result only adds the
 * structured output that the first lacked, and that the call was denied or stopped.
 */
export function endRun(context: FoldContext, block: ToolResultBlock): ToolRun | undefined {
  const {session, time} = context
  const run = session.runs.get(block.callId)
  if (!run) return undefined
  if (run.result) {
    if (block.structured !== undefined && run.result.structured === undefined) {
      const result = {...run.result, structured: keptResult(context, block).structured}
      putRun(context, {...run, background: run.background ?? backgroundOf(run, block), result})
    }
    noteBetterVerdict(context, run, block)
    return session.runs.get(run.id)
  }
  const verdict = judgeResult(block, session.deniedCalls.has(block.callId))
  const wasHeard = threadOfRun(session, run)?.openCalls.get(run.id)?.isDatedByArrival
  const endedAt = block.time ?? (wasHeard ? context.arrivedAt : time)
  closeCall(context, run)
  if (verdict.ambiguous) context.thread.rejected.push(run.id)
  const background = run.background ?? backgroundOf(run, block)
  const ended = endedRun(run, verdict.state, keptResult(context, block), endedAt, background)
  return putRun(context, ended, verdict.ambiguous)
}

/** Another source may say that a call which seems to have failed was denied or stopped. */
function noteBetterVerdict(context: FoldContext, run: ToolRun, block: ToolResultBlock): void {
  if (run.state !== 'failed') return
  const {state} = judgeResult(block, context.session.deniedCalls.has(block.callId))
  if (state === 'denied' || state === 'interrupted') overruleRun(context, run.id, state)
}

/** Orphans the runs whose source ended before their result, those of the main thread first. */
export function orphanSourceCalls(context: SessionContext, source: string): void {
  const {session} = context
  const byThread = new Map<FoldThread, string[]>()
  for (const id of session.openCallsBySource.get(source) ?? []) {
    const run = session.runs.get(id)
    const thread = run && threadOfRun(session, run)
    if (!thread?.openCalls.has(id)) continue
    addToList(byThread, thread, id)
  }
  session.openCallsBySource.delete(source)
  const placeOf = ({agent}: FoldThread): number => agent?.place ?? -1
  for (const [thread, calls] of [...byThread].sort(([a], [b]) => placeOf(a) - placeOf(b)))
    for (const id of calls) orphanCall(context, thread, id)
}

function orphanCall(context: SessionContext, thread: FoldThread, callId: string): void {
  const run = context.session.runs.get(callId)
  const call = thread.openCalls.get(callId)
  if (!run || !call) return
  closeCall(context, run)
  if (!run.result && run.state !== 'orphaned')
    putRun(context, {state: 'orphaned', waitedMs: undefined, ...bareRun(run)})
  thread.orphanedCalls.set(callId, call)
}

/** Ends a run that was stopped or left behind. The calls of an agent that it started end with it. */
export function interruptRun(context: SessionContext, callId: string, by: InterruptedBy): void {
  const {session} = context
  // A thread may continue days later.
  const endedAt = by === 'moved-on' ? undefined : context.time
  const calls = [callId]
  for (const id of calls) {
    const run = session.runs.get(id)
    if (!run || run.result) continue
    closeCall(context, run)
    if (run.state !== 'interrupted')
      putRun(context, {state: 'interrupted', result: undefined, endedAt, by, ...bareRun(run)})
    const agent = session.agentsByCall.get(id)
    for (const open of (agent && session.agentThreads.get(agent.key)?.openCalls.keys()) ?? [])
      calls.push(open)
  }
}

/** Gives up a silent call. It stays open: later activity, or its result, still counts. */
export function giveUpRun(context: SessionContext, callId: string, waitedMs: number): void {
  const run = context.session.runs.get(callId)
  if (run && isOpenState(run.state)) putRun(context, {state: 'orphaned', waitedMs, ...bareRun(run)})
}

/** Changes how a run ended that has its result already. */
export function overruleRun(context: SessionContext, callId: string, state: 'denied' | 'interrupted'): void {
  const run = context.session.runs.get(callId)
  if (!run?.result || run.state === state) return
  putRun(context, endedRun(run, state, run.result, run.endedAt))
}

/** Notes activity of a call; one that was given up runs again. */
export function noteActivity(context: FoldContext, callId: string | undefined): void {
  const run = callId === undefined ? undefined : context.session.runs.get(callId)
  if (!run || run.result) return
  const open = threadOfRun(context.session, run)?.openCalls.get(run.id)
  if (!open) return
  open.seenAt = context.arrivedAt ?? open.seenAt
  if (run.state !== 'running') putRun(context, {state: 'running', ...bareRun(run)})
}

/** Notes the state of the background work of a call. */
export function noteBackground(
  context: SessionContext,
  callId: string | undefined,
  background: Background,
): void {
  const run = callId === undefined ? undefined : context.session.runs.get(callId)
  if (run) putRun(context, {...run, background})
}

/** Moves a run to another agent: two agents turned out to be one. */
export function moveRun(context: SessionContext, run: ToolRun, agent: string): void {
  putRun(context, {...run, agent})
}

/** Forgets a run that has ended, except that it existed. */
export function forgetRun(session: SessionState, callId: string): void {
  session.forgottenCalls.add(callId)
  session.agentsByKey.get(session.runs.get(callId)?.agent ?? '')?.calls.delete(callId)
  session.runs.delete(callId)
}

/**
 * Forgets the runs that have ended in sessions of which a turn settled with the line before: every subscriber has seen
 * them by now. The result of the turn, which may say that they were denied, was folded with it.
 */
export function forgetSettled(state: ConversationState): void {
  if (state.settledSessions.length === 0) return
  for (const session of state.settledSessions) {
    for (const id of session.endedCalls) {
      const run = session.runs.get(id)
      if (run?.result && !run.background && !agentTools.has(run.name)) forgetRun(session, id)
    }
    session.endedCalls = []
  }
  state.settledSessions = []
}

function putRun(context: SessionContext, run: ToolRun, unsettled = false): ToolRun {
  const {state, session} = context
  const before = session.runs.get(run.id)
  session.runs.set(run.id, run)
  const agent = session.agentsByCall.get(run.id)
  if (agent) session.roster.unsettled.add(agent)
  if (agentTools.has(run.name)) session.agentCalls.add(run.id)
  if (run.result && state.options.keep === 'open') session.endedCalls.push(run.id)
  if (!run.copied) {
    for (const counts of [state.runCounts, session.runCounts]) {
      if (before) counts[before.state] -= 1
      counts[run.state] += 1
    }
  }
  state.changes.push({type: 'run-changed', session, run, unsettled})
  return run
}

function closeCall(context: SessionContext, run: ToolRun): void {
  const thread = threadOfRun(context.session, run)
  const call = thread?.openCalls.get(run.id)
  const turn = call?.turn
  thread?.openCalls.delete(run.id)
  if (call) context.session.openCallsBySource.get(call.source)?.delete(run.id)
  if (!turn) return
  turn.openCallCount -= 1
  settleTurn(context, turn)
}

const threadOfRun = (session: SessionState, run: ToolRun): FoldThread | undefined =>
  run.agent === undefined ? session.main : session.agentThreads.get(run.agent)

/** With `keep: 'nothing'` the content of results is dropped. */
function keptResult(context: FoldContext, block: ToolResultBlock): ToolResult {
  if (context.state.options.keep === 'nothing')
    return {content: [], isError: block.isError, structured: undefined}
  return {content: block.content, isError: block.isError, structured: block.structured}
}

/**
 * A run with its result; if the result says that it was stopped, a person stopped it. Each is one literal: spreading the old
 * run takes V8 longer than the rest of folding a result.
 */
function endedRun(
  run: ToolRun,
  state: Verdict['state'],
  result: ToolResult,
  endedAt: Instant | undefined,
  background = run.background,
): ToolRun {
  const {id, name, input, server, responseId, agent, startedAt, copied} = run
  return state === 'interrupted'
    ? {
        id,
        name,
        input,
        server,
        responseId,
        agent,
        startedAt,
        background,
        copied,
        state,
        result,
        endedAt,
        by: 'user',
      }
    : {id, name, input, server, responseId, agent, startedAt, background, copied, state, result, endedAt}
}

type RunBase = Omit<ToolRun, 'state' | 'result' | 'endedAt'>

const bareRun = (run: ToolRun): RunBase => ({
  id: run.id,
  name: run.name,
  input: run.input,
  server: run.server,
  responseId: run.responseId,
  agent: run.agent,
  startedAt: run.startedAt,
  background: run.background,
  copied: run.copied,
})

/** The background task that a result names: of a command, an agent, a workflow or a monitor. */
function backgroundOf(run: ToolRun, block: ToolResultBlock): Background | undefined {
  const fields = inputFields(block.structured ?? null)
  const {isAsync, status, persistent} = fields
  const launched = isAsync === true || status === 'async_launched' || status === 'remote_launched'
  const own = launched || persistent !== undefined ? (fields['taskId'] ?? fields['agentId']) : undefined
  const taskId = fields['backgroundTaskId'] ?? own ?? readTaskId(run, block)
  return typeof taskId === 'string' ? {taskId, state: 'running', summary: undefined} : undefined
}

const launchText = /^Command running in background with ID: (\w+)/

/** Streams of 1.0.128 have no structured output: only the text of a result names the task. */
function readTaskId({input}: ToolRun, {content, structured}: ToolResultBlock): string | undefined {
  const [first] = content
  if (structured !== undefined || first?.type !== 'text' || !inputFields(input)['run_in_background'])
    return undefined
  return launchText.exec(first.text)?.[1]
}
