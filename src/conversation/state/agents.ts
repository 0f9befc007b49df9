import {splitAgentReport} from '../../model/agents.ts'
import type {AgentMeta, Message, ToolRun, WorkflowMeta} from '../../model/index.ts'
import {inputFields} from '../../model/index.ts'
import {addToSet, getOrAdd} from '../../model/maps.ts'
import {moveResponses} from '../costs/ledger.ts'
import {endTask, hasTaskEnded, linkTask} from './background-tasks.ts'
import {AgentState, type FoldContext, FoldThread, type SessionContext, type SessionState} from './state.ts'
import {moveRun} from './tool-runs.ts'

/**
 * Finds the thread a message belongs to. A stream names the call that started the agent, newer transcripts the
 * agent; inline sidechains of old transcripts name neither and follow their parents.
 */
export function findThread(
  moment: SessionContext,
  message: Message,
  meta: AgentMeta | undefined,
): FoldThread {
  const {session} = moment
  if (message.parentCall !== undefined) {
    if (message.agent !== undefined) linkAgent(moment, message.agent, message.parentCall)
    return threadOfAgent(session, agentOfCall(moment, message.parentCall))
  }
  const id = meta?.id ?? (message.sidechain || message.dialect === 'stream-json' ? message.agent : undefined)
  if (id !== undefined) return threadOfAgent(session, agentOfId(moment, id))
  return message.sidechain ? inlineThread(moment, message) : session.main
}

/** The thread of an agent's file, for lines that could not be read as messages. */
export const findFileThread = (moment: SessionContext, meta: AgentMeta): FoldThread =>
  threadOfAgent(moment.session, agentOfId(moment, meta.id))

function inlineThread(moment: SessionContext, message: Message): FoldThread {
  const {session} = moment
  const known = session.inlineThreads.get(message.id ?? '') ?? session.inlineThreads.get(message.parent ?? '')
  // The agent may have been merged into another since.
  if (known?.agent) return session.agentThreads.get(known.agent.key) ?? known
  const agent = addAgent(moment, `sidechain-${message.id ?? session.agents.length}`, {root: message.id ?? ''})
  return threadOfAgent(session, agent)
}

/** Notes the metadata of an agent's transcript. */
export function noteAgentMeta(moment: SessionContext, meta: AgentMeta): void {
  const {session} = moment
  // A run is added before its agents.
  if (meta.workflow) agentOfId(moment, meta.workflow.id)
  const agent = agentOfId(moment, meta.id)
  agent.type ??= meta.type
  agent.description ??= meta.description
  if (meta.state !== undefined) {
    agent.state = meta.state
    session.roster.unsettled.add(agent)
  }
  if (meta.workflow) noteWorkflow(moment, agent, meta.workflow)
  if (meta.parentId !== undefined && agent.parent === undefined)
    session.roster.setParent(agent, session.agentsById.get(meta.parentId)?.key)
  if (meta.callId !== undefined && session.agentsByCall.get(meta.callId) !== agent)
    linkAgent(moment, meta.id, meta.callId)
}

/** A run of a workflow is an agent that has other agents and no lines. */
function noteWorkflow(
  moment: SessionContext,
  agent: AgentState,
  {id, name, state, answer}: WorkflowMeta,
): void {
  const {session} = moment
  const run = agentOfId(moment, id)
  run.type ??= 'workflow'
  run.description ??= name
  run.answer ??= answer
  run.startedAt ??= moment.time
  if (agent.parent === undefined) session.roster.setParent(agent, run.key)
  const call = session.workflowCalls.get(id)
  if (call !== undefined && run.callId === undefined) linkAgent(moment, id, call)
  if (state === undefined) return
  if (call !== undefined) endTask(moment, call, state)
  run.state = state
}

/** The result of a call that started a workflow names the run. */
export function noteWorkflowCall(moment: SessionContext, id: string, callId: string): void {
  const {session} = moment
  session.workflowCalls.set(id, callId)
  const run = session.agentsById.get(id)
  if (!run) return
  const {state} = run
  linkAgent(moment, id, callId)
  // The files of the run were read before, and are more complete than the result of the call.
  if (!hasTaskEnded(state)) return
  endTask(moment, callId, state)
  run.state = state
}

/** Joins what is known of an agent by its id with what is known of it by its call. */
export function linkAgent(moment: SessionContext, id: string, callId: string): void {
  const {session} = moment
  const byId = session.agentsById.get(id)
  const byCall = session.agentsByCall.get(callId)
  if (byId && byId === byCall) return
  if (byCall && byCall.id !== undefined && byCall.id !== id) {
    // That agent was linked to the call by its prompt, which two calls may share.
    byCall.callId = undefined
    session.roster.unsettled.add(byCall)
    session.agentsByCall.delete(callId)
    link(moment, byId ?? agentOfId(moment, id), callId)
    return
  }
  if (byId && byCall) mergeAgents(moment, byCall, byId)
  const agent = byCall ?? byId ?? agentOfId(moment, id)
  agent.id = id
  session.agentsById.set(id, agent)
  link(moment, agent, callId)
}

/** Notes an agent's first prompt; if its call is unknown, a call with the same prompt is its call. */
export function noteAgentPrompt(moment: SessionContext, agent: AgentState, prompt: string): void {
  const {session} = moment
  if (agent.prompt === undefined) {
    agent.prompt = prompt
    moment.state.changes.push({type: 'agent-changed', session, agent})
  }
  if (agent.callId !== undefined) return
  const callId = findFreeCall(session, prompt, agent)
  if (callId !== undefined) claim(moment, agent, callId)
  else addToSet(session.agentsByPrompt, prompt, agent)
}

/** Notes a new call: it may have started an agent that is known already. */
export function noteAgentCall(moment: SessionContext, run: ToolRun): void {
  const {session} = moment
  const {prompt} = inputFields(run.input)
  if (typeof prompt === 'string') addToSet(session.callsByPrompt, prompt, run.id)
  const known = session.agentsByCall.get(run.id)
  if (known) {
    adoptRun(session, known)
    return
  }
  const waiting = typeof prompt === 'string' ? session.agentsByPrompt.get(prompt) : undefined
  for (const agent of waiting ?? []) {
    waiting?.delete(agent)
    if (agent.callId !== undefined) continue
    link(moment, agent, run.id)
    return
  }
}

/**
 * The agent that a call has run. Streams up to 1.0.128 have no line of an agent that used no tool: there only the result
 * shows that it ran. Transcripts have lines or files of all agents.
 */
export function findResultAgent(context: FoldContext, run: ToolRun): AgentState | undefined {
  const known = context.session.agentsByCall.get(run.id)
  const {line} = context
  const isStream = line.kind === 'message' && line.message.dialect === 'stream-json'
  return known ?? (isStream && run.state === 'completed' ? agentOfCall(context, run.id) : undefined)
}

/** Takes an agent's report from the result of its call, unless that only says that the agent was started. */
export function settleAgent(session: SessionState, agent: AgentState, run: ToolRun): void {
  if (run.background) {
    const {taskId, state, summary} = run.background
    agent.background = true
    linkTask(session, taskId, run.id)
    // It may have ended before its call was known.
    agent.state = state
    if (state !== 'running') agent.answer ??= summary
    return
  }
  if (run.state === 'pending' || run.state === 'running') return
  agent.state = agentEndState(run)
  if (!run.result) return
  agent.endedAt ??= run.endedAt
  const said = run.result.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
  agent.answer ??= splitAgentReport(said, inputFields(run.result.structured ?? null)).report
}

function agentEndState(run: ToolRun): AgentState['state'] {
  if (run.state === 'completed') return 'completed'
  return run.state === 'interrupted' || run.state === 'orphaned' ? 'stopped' : 'failed'
}

/**
 * The first call with a prompt that has no agent, or whose agent is known from a stream alone while this one is that agent's
 * inline transcript. Calls that can never be free again are not checked twice.
 */
function findFreeCall(session: SessionState, prompt: string, agent: AgentState): string | undefined {
  const calls = session.callsByPrompt.get(prompt)
  for (const call of calls ?? []) {
    const other = session.agentsByCall.get(call)
    const streamed = other !== undefined && other.root === undefined && other.id === undefined
    if (!other || (streamed && agent.root !== undefined)) return call
    if (!streamed) calls?.delete(call)
  }
  return undefined
}

function claim(moment: SessionContext, agent: AgentState, callId: string): void {
  const streamed = moment.session.agentsByCall.get(callId)
  if (streamed) {
    streamed.root = agent.root
    mergeAgents(moment, streamed, agent)
  } else link(moment, agent, callId)
}

function link(moment: SessionContext, agent: AgentState, callId: string): void {
  const {state, session} = moment
  if (agent.callId !== undefined && agent.callId !== callId) session.agentsByCall.delete(agent.callId)
  agent.callId = callId
  session.agentsByCall.set(callId, agent)
  session.roster.unsettled.add(agent)
  adoptRun(session, agent)
  state.changes.push({type: 'agent-changed', session, agent})
}

function agentOfCall(moment: SessionContext, callId: string): AgentState {
  const known = moment.session.agentsByCall.get(callId)
  if (known) return known
  const agent = addAgent(moment, callId, {})
  link(moment, agent, callId)
  return agent
}

function agentOfId(moment: SessionContext, id: string): AgentState {
  const known = moment.session.agentsById.get(id)
  if (known) return known
  const agent = addAgent(moment, id, {id})
  moment.session.agentsById.set(id, agent)
  return agent
}

function addAgent(
  {state, session}: SessionContext,
  key: string,
  known: {readonly id?: string; readonly root?: string},
): AgentState {
  const agent = new AgentState(key, session.roster.added, known)
  session.roster.add(agent)
  state.changes.push({type: 'agent-added', session, agent})
  return agent
}

/** What the call says about the agent it starts. */
function adoptRun(session: SessionState, agent: AgentState): void {
  const run = agent.callId === undefined ? undefined : session.runs.get(agent.callId)
  if (!run) return
  const {subagent_type: type, name, description, prompt} = inputFields(run.input)
  if (typeof type === 'string') agent.type ??= type
  if (typeof name === 'string') agent.name ??= name
  if (typeof description === 'string') agent.description ??= description
  if (typeof prompt === 'string') agent.prompt ??= prompt
  if (agent.parent === undefined) session.roster.setParent(agent, run.agent)
  agent.startedAt ??= run.startedAt
  agent.copied = run.copied
  settleAgent(session, agent, run)
}

/** The thread of an agent, begun if it has none. */
const threadOfAgent = (session: SessionState, agent: AgentState): FoldThread =>
  getOrAdd(session.agentThreads, agent.key, () => new FoldThread(agent))

/** The agent `from` turned out to be `into`: its items, its calls and what it used move over. */
function mergeAgents(moment: SessionContext, into: AgentState, from: AgentState): void {
  const {state, session} = moment
  for (const item of from.items) into.list.add(item)
  into.id ??= from.id
  into.type ??= from.type
  into.name ??= from.name
  into.description ??= from.description
  into.prompt ??= from.prompt
  if (into.parent === undefined) session.roster.setParent(into, from.parent)
  into.startedAt ??= from.startedAt
  into.endedAt ??= from.endedAt
  into.answer ??= from.answer
  const thread = threadOfAgent(session, into)
  for (const [id, call] of session.agentThreads.get(from.key)?.openCalls ?? []) thread.openCalls.set(id, call)
  // Records that are children of the merged thread's still name it by its old key.
  session.agentThreads.set(from.key, thread)
  if (from.id !== undefined && session.agentsById.get(from.id) === from) session.agentsById.set(from.id, into)
  for (const id of from.calls) {
    const run = session.runs.get(id)
    if (run) moveRun(moment, run, into.key)
    into.calls.add(id)
  }
  for (const agent of [...session.roster.startedBy(from.key)]) session.roster.setParent(agent, into.key)
  moveResponses(state.ledger, session.id, from.key, into.key)
  session.roster.remove(from)
  session.roster.unsettled.add(into)
  state.changes.push({type: 'agent-removed', session, agent: from, into})
}
