import {newGraph} from './graph.ts'
import type {AgentState, SessionState, Thread} from './state.ts'

/** A session nothing is known about yet. */
export function newSession(id: string): SessionState {
  return {
    id,
    title: undefined,
    cwd: undefined,
    gitBranch: undefined,
    version: undefined,
    models: new Set(),
    startedAt: undefined,
    endedAt: undefined,
    copiedFrom: undefined,
    turns: [],
    runs: new Map(),
    agents: [],
    outcome: {state: 'open'},
    totals: undefined,
    entrypoint: undefined,
    written: {first: undefined, last: undefined},
    heard: {first: undefined, last: undefined},
    forkedFrom: undefined,
    relatives: new Set(),
    ownAnswers: 0,
    main: newThread(undefined),
    agentThreads: new Map(),
    agentsById: new Map(),
    agentsByCall: new Map(),
    callsByPrompt: new Map(),
    agentsByPrompt: new Map(),
    callOfTask: new Map(),
    denied: new Set(),
    unclaimed: new Map(),
    forgotten: new Set(),
    graph: newGraph(),
    marks: new Map(),
    inlineThreads: new Map(),
    leafMark: undefined,
    titles: new Map(),
    queue: [],
    steered: new Map(),
    queuedIds: new Set(),
    woken: false,
    held: [],
    substantial: false,
    last: {kind: 'asked', reason: ''},
    lastHook: undefined,
    hooks: new Map(),
    unfinished: new Set(),
    mainSources: new Set(),
    judged: false,
  }
}

/** A thread that has said nothing yet. */
export function newThread(agent: AgentState | undefined): Thread {
  return {
    agent,
    lastMessage: undefined,
    openCalls: new Map(),
    leftCalls: new Map(),
    rejected: [],
    partial: undefined,
    waiting: undefined,
  }
}
