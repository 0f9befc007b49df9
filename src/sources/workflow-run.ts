import {statSync} from 'node:fs'
import {basename, dirname, join} from 'node:path'
import {readTaskStatus} from '../model/agents.ts'
import {emptyObject, objects, parseObject, text} from '../model/fields.ts'
import type {JsonObject, WorkflowMeta} from '../model/index.ts'
import {readSmallFile, readSmallObject} from './open-regular-file.ts'

/** How work ended. */
type EndState = NonNullable<WorkflowMeta['state']>

/** An agent of a run. */
export interface WorkflowAgent {
  readonly run: WorkflowMeta
  /** Its part of the run and its name in the script. */
  readonly description: string | undefined
  readonly state: EndState | undefined
}

/**
 * The journal and the agents of a run are in `<session>/subagents/workflows/<run>`, its result is in
 * `<session>/workflows/<run>.json`.
 */
const runFolder = /[\\/]subagents[\\/]workflows[\\/][^\\/]+$/

/** Whether a file is the journal of a run, which lists agents and their results and is not a conversation. */
export const isJournal = (path: string): boolean =>
  basename(path) === 'journal.jsonl' && runFolder.test(dirname(path))

/** Reads what the files of a run say about an agent; `undefined` for agents without a run. */
export function workflowAgent(path: string, agent: string): WorkflowAgent | undefined {
  const folder = dirname(path)
  if (!runFolder.test(folder)) return undefined
  const {run, agents} = readRun(folder)
  const known = agents.get(agent)
  return {run, description: known?.description, state: known?.state}
}

interface ReadRun {
  readonly run: WorkflowMeta
  readonly agents: ReadonlyMap<
    string,
    {readonly description: string | undefined; readonly state: EndState | undefined}
  >
}

const maxBytes = 64 * 1024 * 1024

/** The run that was read last: all its agents need it, one after the other. */
let last: {readonly key: string; readonly read: ReadRun} | undefined

function readRun(folder: string): ReadRun {
  const id = basename(folder)
  const runFile = join(dirname(dirname(dirname(folder))), 'workflows', `${id}.json`)
  const journal = join(folder, 'journal.jsonl')
  const key = [folder, ...[runFile, journal].map(versionOf)].join('\n')
  if (last?.key === key) return last.read
  const about = readSmallObject(runFile, maxBytes)
  const agents = new Map<string, {description: string | undefined; state: EndState | undefined}>()
  const note = (entry: JsonObject, phase: string, state: EndState | undefined): void => {
    const agent = text(entry, 'agentId')
    if (agent === undefined) return
    const names = [text(entry, phase), text(entry, 'label')].filter((name) => name !== undefined)
    const known = agents.get(agent)
    agents.set(agent, {
      description: names.length > 0 ? names.join(' · ') : known?.description,
      state: state ?? known?.state,
    })
  }
  for (const line of (readSmallFile(journal, maxBytes) ?? '').split('\n')) {
    const entry = parseObject(line) ?? emptyObject
    note(entry, 'phase', journalStates.get(text(entry, 'type') ?? ''))
  }
  for (const entry of objects(about, 'workflowProgress'))
    note(entry, 'phaseTitle', endOf(text(entry, 'state')))
  const {result} = about
  const run = {
    id,
    name: text(about, 'workflowName'),
    state: endOf(text(about, 'status')),
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
