import type {Dirent} from 'node:fs'
import {readdirSync, statSync} from 'node:fs'
import {join} from 'node:path'
import type {Skipped} from './find-files.ts'
import {errorCode, SourceError, sourceError} from './source-error.ts'

/** Where Claude Code keeps its transcripts. */
export function projectsFolder(env: Readonly<Record<string, string | undefined>>, home: string): string {
  // An empty variable is what a script leaves behind that wanted to unset it.
  return join(env['CLAUDE_CONFIG_DIR'] || join(home, '.claude'), 'projects')
}

/**
 * Finds a session's file by its id, the beginning of it, or `latest`. What cannot be looked at is told to `skipped`. A
 * caller can leave out files by their names.
 */
export function findSession(
  name: string,
  projects: string,
  skipped: Skipped,
  accepts: (id: string) => boolean = () => true,
): string {
  const files = sessionFiles(projects, skipped).filter(({id}) => accepts(id))
  if (name === 'latest') return newest(files, projects, skipped).path
  const matches = name === '' ? [] : datedFiles(matching(name, files), skipped)
  const [match, another] = matches
  if (!match) {
    throw new SourceError(
      `Cannot find ${name || 'a session without a name'}: it is neither a file nor a session in ${projects}.`,
    )
  }
  if (another) throw ambiguousSession(name, matches)
  return match.path
}

/** A session, and where it is. */
interface SessionFile {
  readonly id: string
  readonly path: string
}

function sessionFiles(projects: string, skipped: Skipped): readonly SessionFile[] {
  return entriesOf(projects).flatMap((project) => {
    const folder = join(projects, project.name)
    // Links may lead anywhere; as everywhere, only what is below the folder itself is read.
    if (!project.isDirectory()) return []
    try {
      return entriesOf(folder)
        .filter((entry) => entry.isFile() && /^(?!agent-).+\.jsonl$/.test(entry.name))
        .map(({name}) => ({id: name.replace(/\.jsonl$/, ''), path: join(folder, name)}))
    } catch (error) {
      skipped(sourceError(folder, error))
      return []
    }
  })
}

/** What is in a folder; nothing if there is no such folder. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, {withFileTypes: true})
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error))) return []
    throw sourceError(folder, error)
  }
}

/** An id that is given whole is meant, even where another begins with it. */
function matching(name: string, files: readonly SessionFile[]): readonly SessionFile[] {
  const exact = files.filter((file) => file.id === name)
  return exact.length > 0 ? exact : files.filter((file) => file.id.startsWith(name))
}

interface DatedFile extends SessionFile {
  readonly time: number
}

function datedFiles(files: readonly SessionFile[], skipped: Skipped): readonly DatedFile[] {
  return files.flatMap((file) => {
    try {
      return [{...file, time: statSync(file.path).mtimeMs}]
    } catch (error) {
      skipped(sourceError(file.path, error))
      return []
    }
  })
}

function newest(files: readonly SessionFile[], projects: string, skipped: Skipped): SessionFile {
  const [first, ...rest] = datedFiles(files, skipped)
  if (!first) throw new SourceError(`Cannot find the latest session: there is none in ${projects}.`)
  return rest.reduce((latest, file) => (file.time > latest.time ? file : latest), first)
}

const mostNamed = 3

/** A name that several sessions have: it is known well enough not to be looked for elsewhere. */
export class AmbiguousSession extends SourceError {}

/** Says which sessions a name may mean. */
export function ambiguousSession(name: string, matches: readonly SessionFile[]): AmbiguousSession {
  const ids = new Set(matches.map((file) => file.id))
  return new AmbiguousSession(
    ids.size > 1
      ? `Cannot tell which session ${name} is: ${some([...ids])} begin with it; give more of the id.`
      : `Cannot tell which session ${name} is: it stands in ${some(matches.map((file) => file.path))}; give one of these paths.`,
  )
}

function some(names: readonly string[]): string {
  const shown = names.slice(0, mostNamed)
  return names.length > mostNamed
    ? `${shown.join(', ')} and ${names.length - mostNamed} more`
    : shown.join(' and ')
}
