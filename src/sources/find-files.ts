import type {Dirent} from 'node:fs'
import {readdirSync, realpathSync, statSync} from 'node:fs'
import {basename, dirname, join} from 'node:path'
import {readHead} from './read-head.ts'
import {errorCode, NoTranscripts, SourceError, sourceError} from './source-error.ts'
import type {SourceFile} from './source-file.ts'
import {describeFile} from './source-file.ts'

/** Hears of each thing that was left out. */
export type Skipped = (problem: SourceError) => void

const endings: readonly string[] = ['.jsonl', '.ndjson']

/**
 * Finds the files to read under a path: the file itself, or every transcript and stream of a folder. A session's
 * own file comes before the files of its agents. What a folder holds that cannot be read is told to `skipped`.
 */
export function findFiles(path: string, skipped: Skipped): readonly SourceFile[] {
  if (!isFolder(path)) return [describeFile(path)]
  let problems = 0
  const files = filesIn(path, (problem) => {
    problems += 1
    skipped(problem)
  })
  if (files.length > 0) return files
  throw problems > 0
    ? new SourceError(`Cannot find a transcript in ${path}: nothing there could be read.`)
    : new NoTranscripts(path, endings)
}

/** A session's file together with those of its agents, in its own folder or beside it. */
export function findSessionFiles(path: string, skipped: Skipped): readonly SourceFile[] {
  if (isFolder(path)) return findFiles(path, skipped)
  const file = describeFile(path)
  if (file.session === undefined || file.agent) return [file]
  const companions = path.replace(/\.jsonl$/, '')
  try {
    return [
      file,
      ...agentsBeside(path, file.session, skipped),
      ...(companions !== path && pathExists(companions) ? filesIn(companions, skipped) : []),
    ]
  } catch (error) {
    // The session itself was named and may still be readable; only its agents are not.
    if (!(error instanceof SourceError)) throw error
    skipped(error)
    return [file]
  }
}

/** Whether something is there; that it may not be looked at is an error and not a no. */
export function pathExists(path: string): boolean {
  try {
    return statSync(path, {throwIfNoEntry: false}) !== undefined
  } catch (error) {
    throw sourceError(path, error)
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch (error) {
    throw sourceError(path, error)
  }
}

function filesIn(folder: string, skipped: Skipped): readonly SourceFile[] {
  return walk(folder, skipped)
    .map((path) => ({path, key: readingOrder(path)}))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({path}) => describeFile(path))
}

/**
 * Without its ending, `<session>.jsonl` stands before `<session>/subagents/…` by itself, and `stream.jsonl` before
 * `stream-2.jsonl`, which stands before `stream-10.jsonl`; agents that lie beside the sessions are moved behind them.
 */
function readingOrder(path: string): string {
  const name = basename(path)
    .replace(/\.[a-z]+$/, '')
    .replace(/(?<=-)\d{1,6}$/, (digits) => digits.padStart(6, '0'))
  return join(dirname(path), name.startsWith('agent-') ? `\uffff${name}` : name)
}

/** Client 2.0 wrote the agents of all sessions of a project beside them; the first lines say whose they are. */
function agentsBeside(path: string, session: string, skipped: Skipped): readonly SourceFile[] {
  const folder = dirname(path)
  const mark = `"sessionId":"${session}"`
  return list(folder)
    .filter(({name}) => /^agent-.+\.jsonl$/.test(name))
    .map((entry) => ({entry, path: join(folder, entry.name)}))
    .filter(({entry, path}) => {
      try {
        return kindOf(entry, path) === 'file' && readHead(path).includes(mark)
      } catch (error) {
        skipped(sourceError(path, error))
        return false
      }
    })
    .map(({path}) => describeFile(path))
}

/**
 * Walks with a list of its own, not with the stack. Links are followed, for whole projects may be linked, but no
 * folder is entered twice, for links may go in circles, and no file is found twice.
 */
function walk(root: string, skipped: Skipped): readonly string[] {
  const found: string[] = []
  const links: string[] = []
  const entered = new Set<string>()
  const folders = [root]
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of enter(folder, root, entered, skipped)) {
      const path = join(folder, entry.name)
      const wanted = endings.some((ending) => entry.name.endsWith(ending))
      try {
        const kind = kindOf(entry, path)
        if (kind === 'folder' && !(wanted && entry.isSymbolicLink())) folders.push(path)
        else if (wanted && kind === 'file') (entry.isSymbolicLink() ? links : found).push(path)
        else if (wanted) skipped(unfit(path, kind))
      } catch (error) {
        if (wanted) skipped(sourceError(path, error))
      }
    }
  }
  return links.length === 0 ? found : eachFileOnce([...found, ...links.sort()])
}

/** The paths of different files; of several ways to one file the first. */
export function eachFileOnce(paths: readonly string[]): readonly string[] {
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
    // Whoever reads it meets the reason again, and tells.
    return path
  }
}

function enter(folder: string, root: string, entered: Set<string>, skipped: Skipped): readonly Dirent[] {
  try {
    const real = realpathSync(folder)
    if (entered.has(real)) return []
    entered.add(real)
    return list(folder)
  } catch (error) {
    const problem = sourceError(folder, error)
    if (folder === root) throw problem
    skipped(problem)
    return []
  }
}

function list(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, {withFileTypes: true})
  } catch (error) {
    throw sourceError(folder, error)
  }
}

type Kind = 'file' | 'folder' | 'other'

/** What an entry is, or what it links to. */
function kindOf(entry: Dirent, path: string): Kind {
  const about = entry.isSymbolicLink() ? followed(path) : entry
  return about.isFile() ? 'file' : about.isDirectory() ? 'folder' : 'other'
}

function followed(path: string) {
  try {
    return statSync(path)
  } catch (error) {
    throw errorCode(error) === 'ENOENT'
      ? new SourceError(`Cannot read ${path}: it is a link that leads nowhere.`)
      : sourceError(path, error)
  }
}

/** To open a pipe would wait for its writer, perhaps for ever. */
const unfit = (path: string, kind: Kind): SourceError =>
  new SourceError(
    `Cannot read ${path}: it is ${kind === 'folder' ? 'a link to a folder' : 'no regular file'}.`,
  )
