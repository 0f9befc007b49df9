import {statSync} from 'node:fs'
import {basename, dirname, join} from 'node:path'
import {readTaskStatus} from '../model/agents.ts'
import {readSmallFile} from './open-regular-file.ts'

/** How work ended. */
type EndState = 'completed' | 'failed' | 'stopped'

/** A run of a workflow: a script that sets several agents to work. */
export interface WorkflowRun {
  readonly id: string
  readonly name: string | undefined
  readonly state: EndState | undefined
  /** What the script returned. */
  readonly answer: string | undefined
}

/** What is known of an agent of a run. */
export interface WorkflowAgent {
  readonly run: WorkflowRun
  /** Its part of the run and its own name in the script. */
  readonly description: string | undefined
  readonly state: EndState | undefined
}

/** The journal and the agents of a run are in `<session>/subagents/workflows/<run>`, what came of it is in `<session>/workflows/<run>.json`. */
const runFolder = /[\\/]subagents[\\/]workflows[\\/][^\\/]+$/

/** Whether a file is the journal of a run: it lists agents and their results, and is no conversation. */
export const isJournal = (path: string): boolean =>
  basename(path) === 'journal.jsonl' && runFolder.test(dirname(path))

/** Reads what the files of a run tell of an agent; nothing for agents of no run. */
export function workflowAgent(path: string, agent: string): WorkflowAgent | undefined {
  const folder = dirname(path)
  if (!runFolder.test(folder)) return undefined
  const {run, agents} = readRun(folder)
  const known = agents.get(agent)
  return {run, description: known?.description, state: known?.state}
}

interface ReadRun {
  readonly run: WorkflowRun
  readonly agents: ReadonlyMap<
    string,
    {readonly description: string | undefined; readonly state: EndState | undefined}
  >
}

const maxBytes = 64 * 1024 * 1024

/** The run that was read last: all its agents ask for it, one after the other. */
let last: {readonly key: string; readonly read: ReadRun} | undefined

function readRun(folder: string): ReadRun {
  const id = basename(folder)
  const runFile = join(dirname(dirname(dirname(folder))), 'workflows', `${id}.json`)
  const journal = join(folder, 'journal.jsonl')
  const key = [folder, ...[runFile, journal].map(versionOf)].join('\n')
  if (last?.key === key) return last.read
  const about = parsed(readSmallFile(runFile, maxBytes) ?? '')
  const agents = new Map<string, {description: string | undefined; state: EndState | undefined}>()
  const note = (entry: unknown, phase: string, state: EndState | undefined): void => {
    const agent = textOf(entry, 'agentId')
    if (agent === undefined) return
    const names = [textOf(entry, phase), textOf(entry, 'label')].filter((name) => name !== undefined)
    const known = agents.get(agent)
    agents.set(agent, {
      description: names.length > 0 ? names.join(' · ') : known?.description,
      state: state ?? known?.state,
    })
  }
  for (const line of (readSmallFile(journal, maxBytes) ?? '').split('\n')) {
    const entry = parsed(line)
    note(entry, 'phase', journalStates.get(textOf(entry, 'type') ?? ''))
  }
  const progress = fieldOf(about, 'workflowProgress')
  for (const entry of Array.isArray(progress) ? progress : [])
    note(entry, 'phaseTitle', endOf(textOf(entry, 'state')))
  const result = fieldOf(about, 'result')
  const run = {
    id,
    name: textOf(about, 'workflowName'),
    state: endOf(textOf(about, 'status')),
    answer:
      result === undefined || result === null
        ? undefined
        : typeof result === 'string'
          ? result
          : JSON.stringify(result, null, 2),
  }
  last = {key, read: {run, agents}}
  return last.read
}

const journalStates: ReadonlyMap<string, EndState> = new Map([
  ['result', 'completed'],
  ['failed', 'failed'],
])

/** Words that only workflows have; the others are those of every task. */
const states: ReadonlyMap<string, EndState> = new Map([
  ['done', 'completed'],
  ['error', 'failed'],
])

function endOf(status: string | undefined): EndState | undefined {
  const state = states.get(status ?? '') ?? readTaskStatus(status)
  return state === 'running' ? undefined : state
}

function versionOf(path: string): string {
  const about = statSync(path, {throwIfNoEntry: false})
  return about ? `${about.size} ${about.mtimeMs}` : ''
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A torn line, or a file that is written just now.
    return undefined
  }
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined

function textOf(value: unknown, name: string): string | undefined {
  const text = fieldOf(value, name)
  return typeof text === 'string' && text !== '' ? text : undefined
}
