import {existsSync, realpathSync} from 'node:fs'
import {basename, dirname, isAbsolute, resolve} from 'node:path'
import {openArchive} from '../../archive/open-archive.ts'
import {archiveFile} from '../../archive/sqlite/archive-file.ts'
import {readLines} from '../../dialects/index.ts'
import {
  AmbiguousSession,
  findSession,
  pathExists,
  projectsFolder,
  readChunks,
  SourceError,
} from '../../sources/index.ts'
import {archiveHome, claudeFolders} from '../archive-home.ts'
import {Failure} from '../failure.ts'
import {findKeptSession} from '../find-kept-session.ts'
import type {Host} from '../host.ts'

/** A session that can be gone on with. */
export interface Resumable {
  readonly id: string
  /** The folder it worked in; Claude Code finds a session only from there. */
  readonly cwd: string
  /** The newest client that wrote to it. */
  readonly version: string | undefined
}

/** Finds a session, and says in one sentence why it cannot be resumed where that is so. */
export async function findResumable(host: Host, name: string): Promise<Resumable> {
  const path = await findTranscript(host, name)
  const {cwd, version, hasTalk} = readHeads(path)
  const id = basename(path).replace(/\.jsonl$/, '')
  if (!hasTalk) throw new Failure(`Cannot resume ${id}: nothing was said in it; ${path} holds only notes.`, 1)
  if (cwd === undefined)
    throw new Failure(`Cannot resume ${id}: ${path} does not tell the folder it worked in.`, 1)
  if (!existsSync(cwd))
    throw new Failure(
      `Cannot resume ${id}: its folder ${cwd} is gone, and Claude Code finds a session only from there. Make it again (an empty one will do), or show the session with "recount show ${id}".`,
      1,
    )
  return {id, cwd, version}
}

async function findTranscript(host: Host, name: string): Promise<string> {
  if (pathExists(name)) return ownTranscript(host, name)
  try {
    return findSession(name, projectsFolder(host.env, host.home), () => {})
  } catch (error) {
    if (!(error instanceof SourceError) || error instanceof AmbiguousSession) throw error
    const kept = await keptSession(host, name)
    if (!kept) throw error
    throw new Failure(
      kept.hasTranscript
        ? `Cannot resume ${kept.id}: its transcript is deleted. Write it back with "recount restore ${kept.id}", then resume it.`
        : `Cannot resume ${kept.id}: only its stream was recorded; Claude Code kept no transcript of it.`,
      1,
    )
  }
}

/** A file is a session of Claude Code's only where it lies among its own. */
function ownTranscript(host: Host, name: string): string {
  const path = realpathSync(resolve(host.cwd, name))
  const isOwn = claudeFolders(host).some(
    (folder) => existsSync(folder) && dirname(dirname(path)) === realpathSync(folder),
  )
  if (isOwn && path.endsWith('.jsonl')) return path
  throw new Failure(
    `Cannot resume ${path}: Claude Code resumes only what lies in its own folder, ${claudeFolders(host)[0]}.`,
    1,
  )
}

async function keptSession(
  host: Host,
  name: string,
): Promise<{readonly id: string; readonly hasTranscript: boolean} | undefined> {
  const home = archiveHome(host)
  if (name === '' || !existsSync(archiveFile(home))) return undefined
  const archive = await openArchive(home, host.now)
  try {
    const found =
      name === 'latest'
        ? archive.sessions({now: host.now(), limit: 1})[0]
        : findKeptSession(archive, name, host.now())
    if (!found) return undefined
    const {id} = found
    return {id, hasTranscript: archive.files(id).some(({path}) => basename(path) === `${id}.jsonl`)}
  } finally {
    archive.close()
  }
}

/** The client names the folder of its transcripts after the folder it was started in. */
const projectName = (cwd: string): string => cwd.replaceAll(/[^A-Za-z0-9]/g, '-')

function readHeads(path: string): {
  readonly cwd: string | undefined
  readonly version: string | undefined
  readonly hasTalk: boolean
} {
  const project = basename(dirname(path))
  const folders = new Set<string>()
  let version: string | undefined
  let hasTalk = false
  const reader = readLines(path)
  for (const chunk of readChunks(path)) {
    for (const line of reader.push(chunk)) {
      if (line.kind !== 'message') continue
      const {message} = line
      if (message.cwd !== undefined && isAbsolute(message.cwd)) folders.add(message.cwd)
      version = message.version ?? version
      hasTalk ||=
        message.kind === 'prompt' || message.kind === 'assistant' || message.kind === 'slash-command'
    }
  }
  // A session may go to other folders; it is found from the one it was begun in.
  const [first] = folders
  const cwd = [...folders].find((folder) => projectName(folder) === project) ?? first
  return {cwd, version, hasTalk}
}
