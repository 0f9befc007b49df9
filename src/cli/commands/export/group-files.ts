import {dirname} from 'node:path'
import type {SourceFile} from '../../../sources/index.ts'
import {SourceError} from '../../../sources/index.ts'
import {readHead} from '../../../sources/read-head.ts'
import type {ExportSource} from './export-source.ts'
import {sourceOnDisk} from './export-source.ts'

const sessionInLine = /"session(?:Id|_id)":"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"/i

/** Whether a stream is read with the transcript of its session. A store takes each as it was recorded. */
export type StreamJoin = 'joined' | 'apart'

/**
 * The files of a folder as what is to be read together: each session with its agents, wherever they are, and with the
 * streams that were recorded of it, because each has what the other lacks and both together count once. Streams whose
 * session is not there are read together. Agents whose session is missing are read in its place.
 */
export function groupFiles(
  files: readonly SourceFile[],
  joins: StreamJoin = 'joined',
): readonly ExportSource[] {
  const leaders = new Map(files.map((file) => [file.path, file]))
  const sessions = new Map(
    files.flatMap(({session, agent, path}) => (session !== undefined && !agent ? [[session, path]] : [])),
  )
  const groups = new Map<string, SourceFile[]>()
  for (const file of files) {
    const key = leaderOf(file, leaders, joins === 'joined' ? sessions : undefined)
    const group = groups.get(key)
    if (group) group.push(file)
    else groups.set(key, [file])
  }
  return [...groups].map(([key, group]) => {
    const leader = group.find(({path}) => path === key)
    const rest = group.filter((file) => file !== leader)
    return sourceOnDisk(leader?.path ?? rest[0]?.path ?? key, leader ? [leader, ...rest] : rest)
  })
}

/** The path of the file that a file is read with: the session's own, whether that is there or not. */
function leaderOf(
  file: SourceFile,
  leaders: ReadonlyMap<string, SourceFile>,
  sessions: Map<string, string> | undefined,
): string {
  const {path, session, agent} = file
  // A session's agents are in a folder of its name, at any depth.
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder))
    if (leaders.has(`${folder}.jsonl`)) return `${folder}.jsonl`
  if (!agent && (session !== undefined || !sessions)) return path
  if (!agent) {
    const named = sessionIn(path)
    const leader = sessions?.get(named ?? '') ?? path
    if (named !== undefined) sessions?.set(named, leader)
    return leader
  }
  if (session !== undefined) return path.replace(/[\\/]subagents[\\/].*$/, '.jsonl')
  const named = sessionIn(path)
  return named === undefined ? path : `${dirname(path)}/${named}.jsonl`
}

/** Client 2.0 wrote agents next to the sessions of a project; their first lines name the session. */
function sessionIn(path: string): string | undefined {
  try {
    return sessionInLine.exec(readHead(path))?.[1]
  } catch (error) {
    // Reading the file reports it.
    if (error instanceof SourceError) return undefined
    throw error
  }
}
