import {mkdtempSync, readdirSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {basename, join} from 'node:path'
import type {ArchiveReader, ListedSession} from '../../archive/archive.ts'
import {ArchiveError} from '../../archive/archive-error.ts'
import {archiveExists} from '../../archive/open-archive.ts'
import {mainFiles, restoreSession} from '../../archive/restore.ts'
import {parseLatest} from '../../model/session-names.ts'
import {formatBytes, formatNoun} from '../../page/index.ts'
import {
  listTranscripts,
  pathExists,
  readFileStat,
  SourceError,
  type Transcript,
  uniqueFiles,
} from '../../sources/index.ts'
import {archiveHome, claudeFolders, recordingsFolder} from '../archive/data-folders.ts'
import {updateArchive, withArchive} from '../archive/with-archive.ts'
import type {Arguments} from '../arguments/command.ts'
import {ReportedFailure} from '../failure.ts'
import type {Host} from '../host.ts'
import {renderCandidates, type SessionCandidate} from './render-sessions.ts'
import {isReadableFile, readHeadOrNothing} from './session-files.ts'

/** What an argument means: a file or a folder, or a session. */
export interface SessionLocation {
  /** What to read; missing if only the archive has the session. */
  readonly path: string | undefined
  /** The session's id, unless a path was given. */
  readonly session: string | undefined
  /** The prefix of a record's id, or `file:line`, after a `#`. */
  readonly message: string | undefined
}

/** Which sessions an argument can mean. */
export interface LocateOptions {
  /** `latest` is the latest of all projects, even inside a project folder. */
  readonly all?: boolean
  /** Excludes sessions by their ids. */
  readonly isWanted?: (id: string) => boolean
}

/**
 * Finds out what an argument means: `-`, a file or a folder; a session by its id or a prefix of it, among Claude Code's
 * folders, recordings and the archive; `latest`, the first row of `ls`, or `latest~1`, the row after it; each with an
 * optional `#message`, as in the links of `search`. Returns `undefined` if nothing has that name.
 */
export async function locateSession(
  host: Host,
  word: string,
  {all = false, isWanted = () => true}: LocateOptions = {},
): Promise<SessionLocation | undefined> {
  if (word === '-' || pathExists(word)) return {path: word, session: undefined, message: undefined}
  const [name = '', ...rest] = word.split('#')
  const message = rest.length === 0 ? undefined : rest.join('#')
  if (name === '') return undefined
  if (pathExists(name)) return {path: name, session: undefined, message}
  const back = parseLatest(name)
  const found =
    back === undefined ? await findById(host, name, isWanted) : await findLatest(host, back, all, isWanted)
  return found && {...found, message}
}

/**
 * Finds the session of the first operand, and the message in it that is meant, if one is. If only the archive has it, it is
 * restored to a temporary folder.
 */
export async function resolveSession(
  host: Host,
  {operands: [word = ''], switches}: Pick<Arguments, 'operands' | 'switches'>,
): Promise<{readonly path: string; readonly message: string | undefined}> {
  const location = await locateSession(host, word, {all: switches.has('all')})
  if (!location) throw unknownSession(word)
  const {path, session = '', message} = location
  return {path: path ?? (await restoreToTemp(host, session)), message}
}

/** The error for an argument that is neither a file nor a session. */
export const unknownSession = (word: string): SourceError =>
  new SourceError(
    parseLatest(word.split('#')[0] ?? '') === 0
      ? 'Cannot find the latest session: there is none.'
      : `Cannot find ${word}: not a file or a session. "recount ls" lists sessions.`,
  )

type Located = Omit<SessionLocation, 'message'>
type IsWanted = (id: string) => boolean

/** A row of `ls --project .` if that has any and `all` is false, else of `ls`, counted back from the first. */
async function findLatest(
  host: Host,
  back: number,
  all: boolean,
  isWanted: IsWanted,
): Promise<Located | undefined> {
  const now = host.now()
  try {
    return await withArchive(host, async (archive) => {
      await updateArchive(host, archive)
      const wanted = async (folder?: string): Promise<readonly ListedSession[]> =>
        (await archive.sessions({now, folder, hidden: false})).filter(({sessionId}) => isWanted(sessionId))
      const here = all ? [] : await wanted(host.cwd)
      const rows = here.length > 0 ? here : await wanted()
      const row = rows[back]
      if (row) return locateArchived(host, archive, row.sessionId)
      if (rows.length === 0) return undefined
      const where = rows === here ? ` in ${host.cwd}; use --all for all projects` : ''
      throw new SourceError(
        `Cannot find latest~${back}: there ${rows.length === 1 ? 'is' : 'are'} only ${formatNoun(rows.length, 'session')}${where}.`,
      )
    })
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error
    await host.notify(`${error.message} The latest session is chosen by file times instead.`)
    const newest = listOwnTranscripts(host)
      .filter(({id}) => isWanted(id))
      .map((file) => ({...file, modified: readFileStat(file.path).modified}))
      .sort((a, b) => b.modified - a.modified)[back]
    return newest && {session: newest.id, path: newest.path}
  }
}

/** A complete id means its session, even if it is also the prefix of another one. */
async function findById(host: Host, name: string, isWanted: IsWanted): Promise<Located | undefined> {
  const onDisk = listOwnTranscripts(host).filter(({id}) => id.startsWith(name) && isWanted(id))
  if (onDisk.some(({id}) => id === name)) return locateOnDisk(host, name, onDisk)
  const recorded = findRecordings(host, name)
  const archived = await archivedSessions(host, name, onDisk.length + recorded.length > 0)
  const ids = new Set(
    [...[...onDisk, ...recorded].map(({id}) => id), ...archived.map(({sessionId}) => sessionId)].filter(
      isWanted,
    ),
  )
  const [first] = ids
  const id = ids.has(name) ? name : first
  if (id === undefined) return undefined
  if (id !== name && ids.size > 1) throw await reportAmbiguous(host, name, ids)
  if (onDisk.some((file) => file.id === id)) return locateOnDisk(host, id, onDisk)
  const [stream, ...others] = recorded.filter((file) => file.id === id)
  if (others.length === 0 && !archived.some((row) => row.sessionId === id))
    return {session: id, path: stream?.path}
  return withArchive(host, async (archive) => {
    if (others.length > 0) await updateArchive(host, archive)
    return locateArchived(host, archive, id)
  })
}

/** The archive's sessions with this prefix. If it cannot be opened, what was found without it is enough. */
async function archivedSessions(
  host: Host,
  prefix: string,
  isFound: boolean,
): Promise<readonly ListedSession[]> {
  if (!archiveExists(archiveHome(host))) return []
  try {
    return await withArchive(host, async (archive) => archive.sessions({now: host.now(), id: prefix}))
  } catch (error) {
    if (!(error instanceof ArchiveError) || !isFound) throw error
    await host.notify(`${error.message} Searching for the session without it.`)
    return []
  }
}

/** The transcripts in Claude Code's folders. What cannot be read there is ignored. */
const listOwnTranscripts = (host: Host): readonly Transcript[] =>
  claudeFolders(host).flatMap((folder) => listTranscripts(folder, () => {}))

/** The most complete copy of a session's file: the largest, and of several the newest. */
async function locateOnDisk(host: Host, id: string, files: readonly Transcript[]): Promise<Located> {
  const paths = uniqueFiles(files.filter((file) => file.id === id).map(({path}) => path))
  const copies = paths.map((path) => ({path, ...readFileStat(path)}))
  copies.sort((a, b) => b.size - a.size || b.modified - a.modified)
  const [best, ...others] = copies
  const describeCopy = ({path, size}: (typeof copies)[number]): string => `${path} (${formatBytes(size)})`
  if (best && others.length > 0)
    await host.notify(
      `Found ${copies.length} copies of ${id}. Using the most complete one, ${describeCopy(best)}; ignoring ${others.map(describeCopy).join(', ')}.`,
    )
  return {session: id, path: best?.path}
}

/** Where a session of the archive is: on disk if its file can still be read there. */
async function locateArchived(host: Host, archive: ArchiveReader, id: string): Promise<Located> {
  const archived = await archive.files(id)
  const elsewhere = archived.filter(
    ({path, generation}) => generation === 0 && basename(path) === `${id}.jsonl`,
  )
  const onDisk = [...listOwnTranscripts(host), ...elsewhere.map(({path}) => ({id, path}))].filter(
    (file) => file.id === id && isReadableFile(file.path),
  )
  if (onDisk.length > 0) return locateOnDisk(host, id, onDisk)
  const [main, ...others] = mainFiles(id, archived)
  // Several streams are restored to one folder, which is read as one session.
  const isOnDisk = main && others.length === 0 && isReadableFile(main.path)
  return {session: id, path: isOnDisk ? main.path : undefined}
}

async function restoreToTemp(host: Host, session: string): Promise<string> {
  return withArchive(host, async (archive) => {
    // The id comes from a file, so it must not become part of a path.
    const folder = mkdtempSync(join(tmpdir(), 'recount-show-'))
    process.once('exit', () => rmSync(folder, {recursive: true, force: true}))
    const {places, missing} = await restoreSession(archive, session, folder)
    if (missing > 0)
      await host.notify(
        `${formatBytes(missing)} of this session are damaged or lost; "recount doctor" lists them.`,
      )
    const [main, ...others] = mainFiles(
      session,
      places.map(({file}) => file),
    )
    const path = others.length > 0 ? folder : places.find(({file}) => file === main)?.path
    if (path === undefined) throw unknownSession(session)
    return path
  })
}

/**
 * Recorded streams of sessions with this prefix, newest first. The archive gets them too, but only when it is updated,
 * and a recording should be found as soon as it is made.
 */
function findRecordings(host: Host, prefix: string): readonly Transcript[] {
  const recordings = recordingsFolder(host)
  return listNewestFirst(recordings).flatMap((name) => {
    const path = join(recordings, name, 'stream.jsonl')
    const head = readHeadOrNothing(path)
    const ids = new Set([...head.matchAll(/"session_id":"([^"\\]+)"/g)].map(([, id = '']) => id))
    return [...ids].filter((id) => id.startsWith(prefix)).map((id) => ({id, path}))
  })
}

/** The names of recordings start with the time. */
function listNewestFirst(recordings: string): readonly string[] {
  try {
    return readdirSync(recordings).sort().reverse()
  } catch {
    return []
  }
}

/** Prints the sessions that a prefix matches, with their titles. */
async function reportAmbiguous(
  host: Host,
  prefix: string,
  ids: ReadonlySet<string>,
): Promise<ReportedFailure> {
  const now = host.now()
  const known = await withArchive(host, async (archive) => {
    await updateArchive(host, archive)
    return archive.sessions({now, id: prefix})
  }).catch((error: unknown): readonly ListedSession[] => {
    if (error instanceof ArchiveError) return []
    throw error
  })
  const rows = new Map<string, SessionCandidate>(
    known.filter(({sessionId}) => ids.has(sessionId)).map((row) => [row.sessionId, row]),
  )
  for (const id of ids) if (!rows.has(id)) rows.set(id, {sessionId: id})
  await host.notify(`"${prefix}" matches ${ids.size} sessions:`)
  await host.err.write(renderCandidates([...rows.values()], {width: host.width, now}))
  return new ReportedFailure()
}
