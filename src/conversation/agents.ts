import type {Message, ToolRun} from '../model/index.ts'
import {inputFields} from '../model/index.ts'
import type {AgentMeta, AgentState, ConversationState, SessionState, Thread} from './state.ts'
import {newThread} from './state.ts'

/**
 * Finds the thread a message belongs to. A stream names the call that started the agent, newer transcripts the
 * agent; inline sidechains of old transcripts name neither, and hang on their parents.
 */
export function threadOf(
  state: ConversationState,
  session: SessionState,
  message: Message,
  meta: AgentMeta | undefined,
): Thread {
  if (message.parentCall !== undefined) {
    const agent = agentOfCall(state, session, message.parentCall)
    if (message.agent !== undefined) linkAgent(state, session, message.agent, message.parentCall)
    return threadOfAgent(session, session.agentsByCall.get(message.parentCall) ?? agent)
  }
  const id = meta?.id ?? (message.sidechain || message.dialect === 'stream-json' ? message.agent : undefined)
  if (id !== undefined) return threadOfAgent(session, agentOfId(state, session, id))
  if (!message.sidechain) return session.main
  const parent = message.parent ? session.nodes.get(message.parent)?.agent : undefined
  const inline = parent === undefined ? undefined : session.agentThreads.get(parent)
  return (
    inline ??
    threadOfAgent(session, addAgent(state, session, `sidechain-${message.id ?? session.agents.length}`, {}))
  )
}

/** Takes up what a file beside an agent's transcript says of it. */
export function noteAgentMeta(state: ConversationState, session: SessionState, meta: AgentMeta): void {
  const agent = agentOfId(state, session, meta.id)
  agent.type ??= meta.type
  agent.description ??= meta.description
  if (meta.parentId !== undefined) agent.parent ??= session.agentsById.get(meta.parentId)?.key
  if (meta.callId !== undefined) linkAgent(state, session, meta.id, meta.callId)
}

/** The agent that a call started. */
export function agentOfCall(state: ConversationState, session: SessionState, callId: string): AgentState {
  const known = session.agentsByCall.get(callId)
  if (known) return known
  const agent = addAgent(state, session, callId, {callId})
  session.agentsByCall.set(callId, agent)
  adoptRun(session, agent)
  return agent
}

/** Joins what is known of an agent by its id with what is known of it by its call. */
export function linkAgent(state: ConversationState, session: SessionState, id: string, callId: string): void {
  const byId = session.agentsById.get(id)
  const byCall = session.agentsByCall.get(callId)
  const agent = byCall ?? byId ?? agentOfId(state, session, id)
  if (byId && byCall && byId !== byCall) mergeAgents(session, byCall, byId)
  agent.id = id
  agent.callId = callId
  session.agentsById.set(id, agent)
  session.agentsByCall.set(callId, agent)
  adoptRun(session, agent)
  state.changes.push({type: 'agent-changed', session, agent})
}

/** An agent's first prompt; where its call is not known, a call with the same prompt is it. */
export function notePrompt(
  state: ConversationState,
  session: SessionState,
  agent: AgentState,
  prompt: string,
): void {
  agent.prompt ??= prompt
  if (agent.callId !== undefined) return
  const callId = session.callsByPrompt.get(prompt)?.find((call) => !session.agentsByCall.has(call))
  if (callId === undefined) session.agentsByPrompt.set(prompt, agent)
  else linkToCall(state, session, agent, callId)
}

/** A new call may be the one that an agent, already heard of, was started by. */
export function noteAgentCall(state: ConversationState, session: SessionState, run: ToolRun): void {
  const {prompt} = inputFields(run.input)
  const agent = typeof prompt === 'string' ? session.agentsByPrompt.get(prompt) : undefined
  if (!agent || agent.callId !== undefined || session.agentsByCall.has(run.id)) {
    const known = session.agentsByCall.get(run.id)
    if (known) adoptRun(session, known)
    return
  }
  linkToCall(state, session, agent, run.id)
}

function linkToCall(
  state: ConversationState,
  session: SessionState,
  agent: AgentState,
  callId: string,
): void {
  agent.callId = callId
  session.agentsByCall.set(callId, agent)
  adoptRun(session, agent)
  state.changes.push({type: 'agent-changed', session, agent})
}

function agentOfId(state: ConversationState, session: SessionState, id: string): AgentState {
  const known = session.agentsById.get(id)
  if (known) return known
  const agent = addAgent(state, session, id, {id})
  session.agentsById.set(id, agent)
  return agent
}

function addAgent(
  state: ConversationState,
  session: SessionState,
  key: string,
  known: {id?: string; callId?: string},
): AgentState {
  const agent: AgentState = {
    key,
    id: known.id,
    callId: known.callId,
    parent: undefined,
    type: undefined,
    description: undefined,
    prompt: undefined,
    background: false,
    copied: false,
    state: 'running',
    answer: undefined,
    startedAt: undefined,
    endedAt: undefined,
    items: [],
  }
  session.agents.push(agent)
  state.changes.push({type: 'agent-added', session, agent})
  return agent
}

/** What the call says about the agent it starts. */
function adoptRun(session: SessionState, agent: AgentState): void {
  const run = agent.callId === undefined ? undefined : session.runs.get(agent.callId)
  if (!run) return
  const {subagent_type: type, description, prompt} = inputFields(run.input)
  if (typeof type === 'string') agent.type ??= type
  if (typeof description === 'string') agent.description ??= description
  if (typeof prompt === 'string') agent.prompt ??= prompt
  agent.parent ??= run.agent
  agent.startedAt ??= run.startedAt
  agent.copied = run.copied
  settleAgent(session, agent, run)
}

/** The result of its call is an agent's answer, unless it only says that the agent was started. */
export function settleAgent(session: SessionState, agent: AgentState, run: ToolRun): void {
  if (!run.result) return
  if (run.background) {
    agent.background = true
    session.callOfTask.set(run.background.taskId, run.id)
    return
  }
  agent.state = run.state === 'completed' ? 'completed' : 'failed'
  agent.endedAt ??= run.endedAt
  agent.answer ??= run.result.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
}

/** The agent `from` turned out to be `into`: its items and its calls move over. */
function mergeAgents(session: SessionState, into: AgentState, from: AgentState): void {
  into.items.push(...from.items)
  into.type ??= from.type
  into.description ??= from.description
  into.prompt ??= from.prompt
  into.parent ??= from.parent
  into.startedAt ??= from.startedAt
  into.answer ??= from.answer
  for (const [id, run] of session.runs)
    if (run.agent === from.key) session.runs.set(id, {...run, agent: into.key})
  const thread = session.agentThreads.get(from.key)
  const target = threadOfAgent(session, into)
  for (const call of thread?.openCalls ?? []) target.openCalls.add(call)
  session.agentThreads.set(from.key, target)
  session.agents = session.agents.filter((agent) => agent !== from)
}

function threadOfAgent(session: SessionState, agent: AgentState): Thread {
  const known = session.agentThreads.get(agent.key)
  if (known) return known
  const thread = newThread(agent)
  session.agentThreads.set(agent.key, thread)
  return thread
}
