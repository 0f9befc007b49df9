import {existsSync, realpathSync, statSync} from 'node:fs'
import {basename, dirname, isAbsolute, resolve} from 'node:path'
import {isProjectFolder, isSessionId, parseLatest} from '../../../model/session-names.ts'
import {quoteForShell, resumeCommandLine} from '../../../page/text/resume-command-line.ts'
import {listTranscripts, readFileLines} from '../../../sources/index.ts'
import {claudeFolders} from '../../archive/data-folders.ts'
import {withArchive} from '../../archive/with-archive.ts'
import {Failure} from '../../failure.ts'
import type {Host} from '../../host.ts'
import {printable} from '../../output/printable.ts'
import {locateSession, unknownSession} from '../../sessions/resolve-session.ts'

/** How to resume. */
export interface ResumeRequest {
  /** The folder to resume in, instead of the one that the transcript names. */
  readonly folder: string | undefined
  /** `latest` is that of all projects. */
  readonly all: boolean
  /** Arguments for the client. */
  readonly extra: readonly string[]
}

/**
 * Finds a session that can be resumed: the command, the folder it runs in, because Claude Code finds a session only from its
 * project, and the newest client that wrote to it. The error says why it cannot be resumed.
 */
export async function findResumable(host: Host, name: string, {folder: chosen, all, extra}: ResumeRequest) {
  const path = await findTranscript(host, name, all)
  const id = basename(path).replace(/\.jsonl$/, '')
  if (!isSessionId(id))
    throw new Failure(
      `Cannot resume ${path}: its name is not a session id, so Claude Code did not write it. Show it with "recount show".`,
      1,
    )
  const {cwd, version, hasTalk} = readHeads(path)
  if (!hasTalk) throw new Failure(`Cannot resume ${id}: ${path} contains no messages.`, 1)
  const folder = chosen === undefined ? cwd : resolve(host.cwd, chosen)
  if (folder === undefined)
    throw new Failure(
      `Cannot resume ${id}: ${path} does not say in which folder it worked. Pass it with --folder.`,
      1,
    )
  if (!statSync(folder, {throwIfNoEntry: false})?.isDirectory())
    throw new Failure(
      `Cannot resume ${id}: its folder ${folder} is missing, and Claude Code finds a session only from there. Create it again (it can be empty), or show the session with "recount show ${id}".`,
      1,
    )
  const command = resumeCommandLine(id, folder, extra)
  if (!command) throw new Failure(`Cannot resume ${id}: ${folder} is not the path of a folder.`, 1)
  if (chosen === undefined) await confirmFolder(host, id, folder, basename(dirname(path)))
  return {command, folder, version}
}

/** A transcript can name any folder. If it is not the folder of its project, the user must confirm it. */
async function confirmFolder(host: Host, id: string, folder: string, project: string): Promise<void> {
  if (isProjectFolder(project, folder)) return
  const doubt = `The transcript names the folder ${folder}, but it is stored with another project (${project}).`
  const answer = await host.terminal?.ask(
    `${printable(doubt)}\n${printable(`Run claude in ${folder}?`)} [y/N] `,
  )
  if (answer !== undefined && /^y(?:es)?$/i.test(answer.trim())) return
  throw new Failure(
    `Cannot resume ${id}: ${answer === undefined ? doubt : 'the folder was not accepted.'} If it is right, run: recount resume ${id} --folder ${quoteForShell(folder)}`,
    1,
  )
}

/** The transcript to resume. `latest` is the first row of `ls` that Claude Code can resume. */
async function findTranscript(host: Host, name: string, all: boolean): Promise<string> {
  const own = new Set(
    claudeFolders(host).flatMap((folder) => listTranscripts(folder, () => {}).map(({id}) => id)),
  )
  const isLatest = parseLatest(name) !== undefined
  // An id can also mean a deleted session, which the error says.
  const isWanted = (id: string): boolean => isSessionId(id) && (!isLatest || own.has(id))
  const meaning =
    (await locateSession(host, name, {all, isWanted})) ??
    (isLatest ? await locateSession(host, name, {all, isWanted: isSessionId}) : undefined)
  if (!meaning) throw unknownSession(name)
  const {session, path} = meaning
  if (session === undefined) return ownTranscript(host, name)
  if (path !== undefined && own.has(session)) return path
  const files = await withArchive(host, async (archive) => archive.files(session))
  throw new Failure(
    files.some((file) => basename(file.path) === `${session}.jsonl`)
      ? `Cannot resume ${session}: its transcript is deleted. Restore it with "recount restore ${session}" first.`
      : `Cannot resume ${session}: only its stream was recorded; there is no transcript of it.`,
    1,
  )
}

/** Claude Code resumes only files in its own folders. */
function ownTranscript(host: Host, name: string): string {
  const path = realpathSync(resolve(host.cwd, name))
  const isOwn = claudeFolders(host).some(
    (folder) => existsSync(folder) && dirname(dirname(path)) === realpathSync(folder),
  )
  if (isOwn && path.endsWith('.jsonl')) return path
  throw new Failure(
    `Cannot resume ${path}: Claude Code resumes only sessions in its own folder, ${claudeFolders(host)[0]}.`,
    1,
  )
}

function readHeads(path: string): {
  readonly cwd: string | undefined
  readonly version: string | undefined
  readonly hasTalk: boolean
} {
  const project = basename(dirname(path))
  const folders = new Set<string>()
  let version: string | undefined
  let hasTalk = false
  for (const line of readFileLines(path)) {
    if (line.kind !== 'message') continue
    const {message} = line
    if (message.cwd !== undefined && isAbsolute(message.cwd)) folders.add(message.cwd)
    version = message.version ?? version
    hasTalk ||= message.kind === 'prompt' || message.kind === 'assistant' || message.kind === 'slash-command'
  }
  // A session can change folders; Claude Code finds it from the one in which it started.
  const [first] = folders
  const cwd = [...folders].find((folder) => isProjectFolder(project, folder)) ?? first
  return {cwd, version, hasTalk}
}
