import {basename, join} from 'node:path'
import {isSessionId} from '../model/session-names.ts'
import {readSmallFile} from './open-regular-file.ts'
import {readRecordingNotes} from './recording-notes.ts'
import {storedTitle} from './stored-title.ts'
import type {WorkflowRun} from './workflow-run.ts'
import {workflowAgent} from './workflow-run.ts'

/** What is known of an agent from the names and files around its transcript. */
export interface AgentFile {
  readonly id: string
  readonly callId?: string | undefined
  readonly parentId?: string | undefined
  readonly type?: string | undefined
  readonly description?: string | undefined
  /** How it ended, and in which run of a workflow. */
  readonly state?: 'completed' | 'failed' | 'stopped' | undefined
  readonly workflow?: WorkflowRun | undefined
}

/** A file to read, with what its name and its neighbours tell. */
export interface SourceFile {
  readonly path: string
  /** The session the file is named after, or lies in the folder of. */
  readonly session?: string | undefined
  readonly agent?: AgentFile | undefined
  /** What its recorder noted: what it is called, and what was asked. */
  readonly title?: string | undefined
  readonly prompt?: string | undefined
}

/** A store names its files after its own conversations, whose sessions only their lines tell. */
const stored = /[\\/]conversations[\\/][^\\/]+[\\/][^\\/]+[\\/][^\\/]+\.jsonl$/
const agentFile = /^agent-(.+)\.jsonl$/
/** Agents of workflows are in folders of their own, below those of the session. */
const inSubagents = /[\\/]?([^\\/]+)[\\/]subagents[\\/](?:workflows[\\/][^\\/]+[\\/])?[^\\/]+$/

/** Reads what a transcript's place says: `<session>.jsonl`, `<session>/subagents/…/agent-<id>.jsonl`, `agent-<id>.jsonl`. */
export function describeFile(path: string): SourceFile {
  const name = basename(path)
  const agentId = agentFile.exec(name)?.[1]
  if (agentId === undefined) {
    const session = name.replace(/\.jsonl$/, '')
    if (isSessionId(session) && !stored.test(path)) {
      const title = customTitle(path)
      return {path, session, ...(title === undefined ? {} : {title})}
    }
    const {title = storedTitle(path), prompt} = readRecordingNotes(path)
    return {path, ...(title === undefined ? {} : {title}), ...(prompt === undefined ? {} : {prompt})}
  }
  const session = inSubagents.exec(path)?.[1]
  const meta = readMeta(path)
  const known = workflowAgent(path, agentId)
  return {
    path,
    agent: {
      id: agentId,
      ...meta,
      ...(known && {
        description: known.description ?? meta.description,
        state: known.state,
        workflow: known.run,
      }),
    },
    ...(session !== undefined && isSessionId(session) ? {session} : {}),
  }
}

/** The name that a person gave to a session, which newer clients keep in its folder. */
function customTitle(path: string): string | undefined {
  let title: unknown
  try {
    const file = join(path.replace(/\.jsonl$/, ''), 'custom-title.json')
    title = JSON.parse(readSmallFile(file, maxMetaBytes) ?? '')?.customTitle
  } catch {
    return undefined
  }
  return typeof title === 'string' && title.trim() !== '' ? title : undefined
}

const maxMetaBytes = 1_000_000

function readMeta(path: string): Omit<AgentFile, 'id'> {
  const beside = path.replace(/\.jsonl$/, '.meta.json')
  let meta: unknown
  try {
    // Nothing of that size is a meta file.
    meta = JSON.parse(readSmallFile(beside, maxMetaBytes) ?? '')
  } catch {
    // Old clients wrote none, and a torn one says nothing.
    return {}
  }
  const fields = new Map(Object.entries(typeof meta === 'object' && meta !== null ? meta : {}))
  const text = (key: string): string | undefined => {
    const value: unknown = fields.get(key)
    return typeof value === 'string' ? value : undefined
  }
  return {
    callId: text('toolUseId'),
    parentId: text('parentAgentId'),
    type: text('agentType'),
    description: text('description'),
  }
}
