import {AgentRoster} from './agent-roster.ts'
import {newGraph} from './graph.ts'
import type {AgentState, SessionState, Thread} from './state.ts'
import {noRuns} from './state.ts'
import {TextQueue} from './text-queue.ts'

/** A session nothing is known about yet. */
export function newSession(id: string, runs: SessionState['runs']): SessionState {
  const roster = new AgentRoster()
  const titles: SessionState['titles'] = new Map()
  return {
    id,
    title: undefined,
    get givenTitle() {
      return [...titles.keys()].some((source) => source !== 'prompt') ? this.title : undefined
    },
    get firstPrompt() {
      return titles.get('prompt')
    },
    cwd: undefined,
    gitBranch: undefined,
    version: undefined,
    models: new Set(),
    startedAt: undefined,
    endedAt: undefined,
    copiedFrom: undefined,
    turns: [],
    runs,
    runCounts: noRuns(),
    agentCalls: new Set(),
    get agents() {
      return roster.list
    },
    agentsByKey: roster.byKey,
    roster,
    agentsStartedBy: (key) => roster.startedBy(key),
    outcome: {state: 'open'},
    totals: undefined,
    entrypoint: undefined,
    written: {first: undefined, last: undefined},
    heard: {first: undefined, last: undefined},
    forkedFrom: undefined,
    relatives: new Set(),
    summarized: new Set(),
    ownAnswers: 0,
    main: newThread(undefined),
    agentThreads: new Map(),
    agentsById: new Map(),
    agentsByCall: new Map(),
    workflowCalls: new Map(),
    callsByPrompt: new Map(),
    agentsByPrompt: new Map(),
    callOfTask: new Map(),
    reportsOfCall: new Map(),
    unlinkedReports: new Map(),
    openCallsOf: new Map(),
    writing: new Set(),
    openTasks: new Map(),
    openTasksOf: new Map(),
    streams: new Set(),
    madeStreams: new Set(),
    denied: new Set(),
    unclaimed: new Map(),
    ended: [],
    forgotten: new Set(),
    graph: newGraph(),
    marks: new Map(),
    said: new Map(),
    inlineThreads: new Map(),
    leafMark: undefined,
    titles,
    queue: new TextQueue(),
    steered: new Map(),
    queuedIds: new Set(),
    woken: false,
    places: new Map(),
    turnMarks: new Map(),
    lastText: '',
    substantial: false,
    last: {kind: 'asked', reason: ''},
    lastHook: undefined,
    hooks: new Map(),
    newestRun: undefined,
    unfinished: undefined,
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
    waitingFrom: undefined,
  }
}
