import {existsSync, statSync} from 'node:fs'
import {dirname, join, resolve} from 'node:path'
import {groupBy} from '../../../model/maps.ts'
import {parseLatest, projectName} from '../../../model/session-names.ts'
import type {OnSkipped, SourceFile} from '../../../sources/index.ts'
import {findFiles, findSessionFiles, NoTranscriptsError, SourceError} from '../../../sources/index.ts'
import {readHead} from '../../../sources/read-head.ts'
import {claudeFolders} from '../../archive/data-folders.ts'
import type {Arguments} from '../../arguments/command.ts'
import {Failure} from '../../failure.ts'
import type {Host} from '../../host.ts'
import {type ExportOptions, misuse} from './export-options.ts'
import {type ExportSource, sourceOnDisk, stdinSource} from './export-source.ts'

/** What to export. */
export interface ExportTarget {
  readonly sources: readonly ExportSource[]
  /** It is one session, not a list. */
  readonly single: boolean
}

/**
 * Finds on disk what the user means: standard input, a file, a folder, or the sessions of the current folder. Returns
 * `undefined` for anything else.
 */
export function findOnDisk(
  host: Host,
  {operands, switches, values}: Arguments,
  {project}: ExportOptions,
  skipped: OnSkipped,
): ExportTarget | undefined {
  const [word] = operands
  const all = switches.has('all')
  if (all && word !== undefined && parseLatest(word) === undefined)
    throw misuse(`use either --all or "${word}"`)
  if ((all && word === undefined) || (word === undefined && project !== undefined)) return undefined
  const joins = values.get('format') === 'chorus' ? 'apart' : 'joined'
  if (word === undefined) return currentProject(host, joins, skipped)
  if (word === '-') return {sources: [stdinSource], single: true}
  const path = resolve(host.cwd, word)
  return existsSync(path) ? sourcesAtPath(host, path, joins, skipped) : undefined
}

function sourcesAtPath(host: Host, path: string, joins: StreamJoin, skipped: OnSkipped): ExportTarget {
  if (!statSync(path).isDirectory())
    return {sources: [sourceOnDisk(path, findSessionFiles(path, skipped))], single: true}
  try {
    return {sources: groupFiles(findFiles(path, skipped), joins), single: false}
  } catch (error) {
    const kept = error instanceof NoTranscriptsError ? sourcesForFolder(host, path, joins, skipped) : []
    if (kept.length === 0) throw error
    return {sources: kept, single: false}
  }
}

/** The sessions of the current folder. */
function currentProject(host: Host, joins: StreamJoin, skipped: OnSkipped): ExportTarget {
  const sources = sourcesForFolder(host, host.cwd, joins, skipped)
  if (sources.length > 0) return {sources, single: false}
  throw new Failure(
    `Nothing to export: Claude Code has no sessions for ${host.cwd}. Give a session, a file, a folder or a project, or pass --all; "recount ls" lists sessions.`,
    2,
  )
}

/** The sources in Claude Code's folder for a path. */
function sourcesForFolder(
  host: Host,
  path: string,
  joins: StreamJoin,
  skipped: OnSkipped,
): readonly ExportSource[] {
  const folders = claudeFolders(host).map((folder) => join(folder, projectName(path)))
  return folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => {
      try {
        return groupFiles(findFiles(folder, skipped), joins)
      } catch (error) {
        if (error instanceof NoTranscriptsError) return []
        throw error
      }
    })
}

const sessionInLine = /"session(?:Id|_id)":"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"/i

/** Whether a stream is read with the transcript of its session. A store takes each as it was recorded. */
type StreamJoin = 'joined' | 'apart'

/**
 * Groups the files of a folder that are read together: each session with its agents, wherever they are, and with its
 * recorded streams, because each has what the other lacks and both together count once. Streams of a session without a
 * transcript are read together, and so are the agents of such a session.
 */
function groupFiles(files: readonly SourceFile[], joins: StreamJoin = 'joined'): readonly ExportSource[] {
  const leaders = new Map(files.map((file) => [file.path, file]))
  const sessions = new Map(
    files.flatMap(({session, agent, path}) => (session !== undefined && !agent ? [[session, path]] : [])),
  )
  const groups = groupBy(files, (file) => leaderOf(file, leaders, joins === 'joined' ? sessions : undefined))
  return [...groups].map(([key, group]) => {
    const leader = group.find(({path}) => path === key)
    const rest = group.filter((file) => file !== leader)
    return sourceOnDisk(leader?.path ?? rest[0]?.path ?? key, leader ? [leader, ...rest] : rest)
  })
}

/** The path of the file that a file is read with: the session's transcript, which may be missing. */
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
