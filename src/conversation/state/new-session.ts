import {newRecordGraph} from '../graph/record-graph.ts'
import {AgentRoster} from './agent-roster.ts'
import type {AgentState, FoldThread, SessionState} from './state.ts'
import {noRunCounts} from './state.ts'
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
    runCounts: noRunCounts(),
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
    recordTimes: {first: undefined, last: undefined},
    arrivalTimes: {first: undefined, last: undefined},
    forkedFrom: undefined,
    lineage: new Set(),
    summarized: new Set(),
    ownResponses: 0,
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
    openCallsBySource: new Map(),
    streamingThreads: new Set(),
    openTasks: new Map(),
    openTasksBySource: new Map(),
    streams: new Set(),
    madeStreams: new Set(),
    deniedCalls: new Set(),
    unclaimedResults: new Map(),
    endedCalls: [],
    forgottenCalls: new Set(),
    graph: newRecordGraph(),
    recordHashes: new Map(),
    textCounts: new Map(),
    inlineThreads: new Map(),
    leafMark: undefined,
    titles,
    queue: new TextQueue(),
    steeringCounts: new Map(),
    queuedIds: new Set(),
    isWokenByTask: false,
    readings: new Map(),
    turnsByKey: new Map(),
    lastText: '',
    substantial: false,
    lastEvent: {kind: 'asked', reason: ''},
    lastHook: undefined,
    hooks: new Map(),
    newestStream: undefined,
    unfinishedStream: undefined,
    mainSources: new Set(),
    hasOutcome: false,
  }
}

/** A thread that has said nothing yet. */
export function newThread(agent: AgentState | undefined): FoldThread {
  return {
    agent,
    lastMessage: undefined,
    openCalls: new Map(),
    orphanedCalls: new Map(),
    rejected: [],
    partial: undefined,
    waitingCommand: undefined,
    waitingCommandInfo: undefined,
  }
}
