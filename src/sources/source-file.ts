import {basename, join} from 'node:path'
import {text} from '../model/fields.ts'
import type {AgentMeta} from '../model/index.ts'
import {isSessionId} from '../model/session-names.ts'
import {readSmallObject} from './open-regular-file.ts'
import {readRecordingNotes} from './recording-notes.ts'
import {storedTitle} from './stored-title.ts'
import {workflowAgent} from './workflow-run.ts'

/** A file to read, with what its name and the files next to it say. */
export interface SourceFile {
  readonly path: string
  /** The session in the file's name, or in that of its folder. */
  readonly session?: string | undefined
  readonly agent?: AgentMeta | undefined
  /** The title and the first prompt, if they were noted. */
  readonly title?: string | undefined
  readonly prompt?: string | undefined
}

/** A store names its files after its conversations; their sessions are named in the lines. */
const stored = /[\\/]conversations[\\/][^\\/]+[\\/][^\\/]+[\\/][^\\/]+\.jsonl$/
const agentFile = /^agent-(.+)\.jsonl$/
/** Agents of workflows are in separate folders, below those of the session. */
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

/** The title that the user gave to a session; newer clients store it in its folder. */
function customTitle(path: string): string | undefined {
  const file = join(path.replace(/\.jsonl$/, ''), 'custom-title.json')
  const title = text(readSmallObject(file, maxMetaBytes), 'customTitle')
  return title?.trim() ? title : undefined
}

const maxMetaBytes = 1_000_000

/** The `.meta.json` of an agent's transcript. Old clients wrote none. */
function readMeta(path: string): Omit<AgentMeta, 'id'> {
  const meta = readSmallObject(path.replace(/\.jsonl$/, '.meta.json'), maxMetaBytes)
  return {
    callId: text(meta, 'toolUseId'),
    parentId: text(meta, 'parentAgentId'),
    type: text(meta, 'agentType'),
    description: text(meta, 'description'),
  }
}
