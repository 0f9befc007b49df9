import type {
  Background,
  Instant,
  ToolCallBlock,
  ToolResult,
  ToolResultBlock,
  ToolRun,
  ToolRunState,
} from '../model/index.ts'
import {inputFields} from '../model/index.ts'
import {addItem, currentTurn, forgetRun, settleTurn} from './items.ts'
import {judgeResult} from './judge-result.ts'
import type {Context, Moment, SessionState} from './state.ts'

/** The tools that start agents, under their old and their new name. */
export const agentTools: ReadonlySet<string> = new Set(['Task', 'Agent'])

/** Begins a run at its call. A call that is known already only fills in what its first sight lacked. */
export function startRun(
  context: Context,
  call: ToolCallBlock,
  messageId: string | undefined,
  copied: boolean,
): void {
  const {session, thread, time, line} = context
  if (session.forgotten.has(call.id)) return
  const known = session.runs.get(call.id)
  if (known) {
    const bare = Object.keys(inputFields(known.input)).length === 0
    if (bare || known.name === '') putRun(context, {...known, name: call.name, input: call.input})
    return
  }
  if (context.state.options.oneAtATime)
    for (const id of [...thread.openCalls]) endUnanswered(context, id, 'interrupted')
  addItem(context, 'tool', {callId: call.id, messageId})
  if (!thread.agent) currentTurn(context).open += 1
  thread.openCalls.add(call.id)
  session.runSources.set(call.id, line.at.source)
  putRun(context, {
    id: call.id,
    name: call.name,
    input: call.input,
    server: call.server,
    messageId,
    agent: thread.agent?.key,
    startedAt: time,
    background: undefined,
    copied,
    state: 'pending',
  })
  const {prompt} = inputFields(call.input)
  if (agentTools.has(call.name) && typeof prompt === 'string') {
    session.callsByPrompt.set(prompt, [...(session.callsByPrompt.get(prompt) ?? []), call.id])
  }
}

/** Ends a run with its result. Results may come late, early or twice; the last word of a result always counts. */
export function answerRun(context: Context, block: ToolResultBlock): ToolRun | undefined {
  const {session, time} = context
  const run = session.runs.get(block.callId)
  if (!run) return undefined
  if (run.result && block.structured === undefined) return run
  const verdict = judgeResult(block, session.denied.has(block.callId))
  const result = keptResult(context, block)
  const endedAt = run.result ? (run.endedAt ?? time) : time
  const state = run.state === 'interrupted' && run.result ? 'interrupted' : verdict.state
  closeCall(context, run)
  const ended = putRun(context, {
    ...bareRun(run),
    background: run.background ?? backgroundOf(block),
    state,
    result,
    endedAt,
  })
  if (verdict.ambiguous) context.thread.rejected.push(run.id)
  if (context.state.options.keep === 'nothing' && ended.state === 'completed') forgetRun(session, run.id)
  return ended
}

function keptResult(context: Context, block: ToolResultBlock): ToolResult {
  if (context.state.options.keep === 'nothing')
    return {content: [], isError: block.isError, structured: undefined}
  return {content: block.content, isError: block.isError, structured: block.structured}
}

/** Ends a run that got no answer. */
export function endUnanswered(context: Moment, callId: string, state: 'interrupted' | 'orphaned'): void {
  const run = context.session.runs.get(callId)
  if (!run || run.result || run.state === state) return
  closeCall(context, run)
  putRun(
    context,
    state === 'orphaned'
      ? {...bareRun(run), state}
      : {...bareRun(run), state, result: undefined, endedAt: context.time},
  )
}

/** Turns the verdict over a run that has its result already. */
export function overrule(context: Moment, callId: string, state: 'denied' | 'interrupted'): void {
  const run = context.session.runs.get(callId)
  if (!run?.result || run.state === state) return
  putRun(context, {...bareRun(run), state, result: run.result, endedAt: run.endedAt})
}

/** Notes that a call is alive. */
export function noteLife(context: Moment, callId: string | undefined, time: Instant | undefined): void {
  if (callId === undefined) return
  const run = context.session.runs.get(callId)
  if (!run || (run.state !== 'pending' && run.state !== 'running')) return
  if (time !== undefined) context.session.signs.set(callId, time)
  if (run.state === 'pending') putRun(context, {...bareRun(run), state: 'running'})
}

/** Notes what becomes of work that goes on in the background. */
export function noteBackground(context: Moment, callId: string | undefined, background: Background): void {
  const run = callId === undefined ? undefined : context.session.runs.get(callId)
  if (run) putRun(context, {...run, background})
}

function putRun(context: Moment, run: ToolRun): ToolRun {
  const {state, session} = context
  const before = session.runs.get(run.id)
  session.runs.set(run.id, run)
  if (!run.copied) {
    if (before) state.runCounts[before.state] -= 1
    state.runCounts[run.state] += 1
  }
  state.changes.push({type: 'run-changed', session, run})
  return run
}

function closeCall(context: Moment, run: ToolRun): void {
  const {state, session} = context
  const thread = run.agent === undefined ? session.main : session.agentThreads.get(run.agent)
  session.signs.delete(run.id)
  if (!thread?.openCalls.delete(run.id) || thread.agent) return
  const turn = turnOf(session, run.id)
  if (!turn) return
  turn.open -= 1
  settleTurn(state, session, turn)
}

/** Nearly always the newest turn; a late result may belong to one before. */
function turnOf(session: SessionState, callId: string) {
  const open = session.turns.filter((turn) => turn.open > 0)
  if (open.length <= 1) return open[0]
  return (
    open.findLast((turn) => turn.items.some((item) => item.kind === 'tool' && item.callId === callId)) ??
    open[0]
  )
}

type RunBase = Omit<ToolRun, 'state' | 'result' | 'endedAt'>

const bareRun = (run: ToolRun): RunBase => ({
  id: run.id,
  name: run.name,
  input: run.input,
  server: run.server,
  messageId: run.messageId,
  agent: run.agent,
  startedAt: run.startedAt,
  background: run.background,
  copied: run.copied,
})

function backgroundOf(block: ToolResultBlock): Background | undefined {
  const {structured} = block
  if (typeof structured !== 'object' || structured === null || Array.isArray(structured)) return undefined
  const fields = inputFields(structured)
  const taskId = fields['backgroundTaskId'] ?? (fields['isAsync'] === true ? fields['agentId'] : undefined)
  return typeof taskId === 'string' ? {taskId, state: 'running', summary: undefined} : undefined
}

/** The states in which a run can still get its answer. */
export const isOpen = (state: ToolRunState): boolean => state === 'pending' || state === 'running'
