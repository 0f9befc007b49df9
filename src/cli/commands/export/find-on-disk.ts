import {existsSync, statSync} from 'node:fs'
import {join, resolve} from 'node:path'
import {parseLatest, projectName} from '../../../model/session-names.ts'
import type {OnSkipped} from '../../../sources/index.ts'
import {findFiles, findSessionFiles, NoTranscriptsError} from '../../../sources/index.ts'
import {claudeFolders} from '../../archive/data-folders.ts'
import type {Arguments} from '../../arguments/command.ts'
import {Failure} from '../../failure.ts'
import type {Host} from '../../host.ts'
import type {ExportOptions} from './export-options.ts'
import type {ExportSource} from './export-source.ts'
import {sourceOnDisk, stdinSource} from './export-source.ts'
import type {StreamJoin} from './group-files.ts'
import {groupFiles} from './group-files.ts'

/** What the user wants to have pages of. */
export interface ExportTarget {
  readonly sources: readonly ExportSource[]
  /** It is one session, and no list of them. */
  readonly single: boolean
}

/**
 * Finds on disk what the user means: standard input, a file, a folder, or the sessions of the folder they are in. Nothing
 * if it is something else.
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
    throw new Failure(`Cannot export: use either --all or "${word}".`, 2)
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

/** The sessions of the folder the user is in. */
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
