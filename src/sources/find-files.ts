import {type Dirent, lstatSync, readdirSync, realpathSync, statSync} from 'node:fs'
import {basename, dirname, join} from 'node:path'
import {hasRecords} from './has-records.ts'
import {readHead} from './read-head.ts'
import {NoTranscriptsError, SourceError, toSourceError} from './source-error.ts'
import {describeFile, type SourceFile} from './source-file.ts'
import {walkFiles} from './walk-files.ts'
import {isJournal} from './workflow-run.ts'

/** Receives each problem with a file that was left out. */
export type OnSkipped = (problem: SourceError) => void

const endings: readonly string[] = ['.jsonl', '.ndjson']

/**
 * Finds the files to read at a path: the file itself, or every transcript and stream of a folder. A session's file is
 * before the files of its agents. `skipped` receives what cannot be read in a folder.
 */
export function findFiles(path: string, skipped: OnSkipped): readonly SourceFile[] {
  if (!isFolder(path)) return [describeFile(path)]
  let problems = 0
  const files = filesIn(path, (problem) => {
    problems += 1
    skipped(problem)
  })
  if (files.length > 0) return files
  throw problems > 0
    ? new SourceError(`Cannot find a transcript in ${path}: nothing there could be read.`)
    : new NoTranscriptsError(path, endings)
}

/** A session's file together with those of its agents, in its folder or next to it. */
export function findSessionFiles(path: string, skipped: OnSkipped): readonly SourceFile[] {
  if (isFolder(path)) return findFiles(path, skipped)
  const file = describeFile(path)
  if (file.session === undefined || file.agent) return [file]
  const companions = path.replace(/\.jsonl$/, '')
  try {
    return [
      file,
      ...agentsNextTo(path, file.session, skipped),
      ...(companions !== path && isOwnFolder(companions) ? filesIn(companions, skipped) : []),
    ]
  } catch (error) {
    // The session's file may still be readable; only its agents are not.
    if (!(error instanceof SourceError)) throw error
    skipped(error)
    return [file]
  }
}

/** Whether a path exists; throws if that cannot be checked. */
export function pathExists(path: string): boolean {
  try {
    return statSync(path, {throwIfNoEntry: false}) !== undefined
  } catch (error) {
    throw toSourceError(path, error)
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch (error) {
    throw toSourceError(path, error)
  }
}

/** Whether a path is a folder, and not a link to one, which may lead anywhere. */
function isOwnFolder(path: string): boolean {
  try {
    return lstatSync(path, {throwIfNoEntry: false})?.isDirectory() ?? false
  } catch (error) {
    throw toSourceError(path, error)
  }
}

function filesIn(folder: string, skipped: OnSkipped): readonly SourceFile[] {
  const isWanted = (path: string): boolean =>
    (endings.some((ending) => path.endsWith(ending)) && !isJournal(path)) ||
    (path.endsWith('.json') && hasRecords(path))
  const paths = walkFiles(folder, isWanted, (problem, path) => {
    if (path === folder) throw problem
    skipped(problem)
  })
  return [...paths]
    .map((path) => ({path, key: readingOrder(path)}))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({path}) => describeFile(path))
}

/**
 * Without its ending, `<session>.jsonl` sorts before `<session>/subagents/…`, and `stream.jsonl` before
 * `stream-2.jsonl` and `stream-10.jsonl`; agents next to the sessions are sorted after them.
 */
function readingOrder(path: string): string {
  const name = basename(path)
    .replace(/\.[a-z]+$/, '')
    .replace(/(?<=-)\d{1,6}$/, (digits) => digits.padStart(6, '0'))
  return join(dirname(path), name.startsWith('agent-') ? `\uffff${name}` : name)
}

/** Client 2.0 wrote the agents of all sessions into the project's folder; their first lines name the session. */
function agentsNextTo(path: string, session: string, skipped: OnSkipped): readonly SourceFile[] {
  const folder = dirname(path)
  const mark = `"sessionId":"${session}"`
  return list(folder)
    .filter((entry) => entry.isFile() && /^agent-.+\.jsonl$/.test(entry.name))
    .map(({name}) => join(folder, name))
    .filter((path) => {
      try {
        return readHead(path).includes(mark)
      } catch (error) {
        skipped(toSourceError(path, error))
        return false
      }
    })
    .map(describeFile)
}

/** The paths of different files; of several paths to one file the first. */
export function uniqueFiles(paths: readonly string[]): readonly string[] {
  const byFile = new Map<string, string>()
  for (const path of paths) {
    const file = fileOf(path)
    if (!byFile.has(file)) byFile.set(file, path)
  }
  return [...byFile.values()]
}

function fileOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    // Reading the file reports the reason.
    return path
  }
}

function list(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, {withFileTypes: true})
  } catch (error) {
    throw toSourceError(folder, error)
  }
}
