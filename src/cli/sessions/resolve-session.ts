import {accessSync, constants, lstatSync, mkdtempSync, readdirSync, rmSync, statSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {basename, join} from 'node:path'
import type {ArchiveReader, ListedSession} from '../../archive/archive.ts'
import {ArchiveError} from '../../archive/archive-error.ts'
import {archiveExists} from '../../archive/open-archive.ts'
import {mainFiles, restoreSession} from '../../archive/restore.ts'
import {parseLatest} from '../../model/session-names.ts'
import {formatBytes, formatNoun} from '../../page/index.ts'
import type {OnSkipped, Transcript} from '../../sources/index.ts'
import {findSessionFiles, listTranscripts, pathExists, SourceError, uniqueFiles} from '../../sources/index.ts'
import {readHead} from '../../sources/read-head.ts'
import {archiveHome, claudeFolders, recordingsFolder} from '../archive/data-folders.ts'
import {bringUpToDate, withArchive} from '../archive/with-archive.ts'
import type {Arguments} from '../arguments/command.ts'
import {ReportedFailure} from '../failure.ts'
import type {Host} from '../host.ts'
import {printNotice} from '../output/print-notice.ts'
import type {SessionInput} from './read-input.ts'
import type {SessionCandidate} from './render-sessions.ts'
import {renderCandidates} from './render-sessions.ts'

/** What a word of the user means: a file or a folder, or a session. */
export interface SessionLocation {
  /** What to read; missing if only the archive has the session. */
  readonly path: string | undefined
  /** The session's id, unless a path was given. */
  readonly session: string | undefined
  /** The beginning of a record's id, or `file:line`, behind a `#`. */
  readonly message: string | undefined
}

/** Which sessions a word may mean. */
export interface LocateOptions {
  /** `latest` is that of all projects, also inside the folder of one. */
  readonly all?: boolean
  /** Leaves sessions out by their ids. */
  readonly isWanted?: (id: string) => boolean
}

/**
 * Finds out what a word means: `-`, a file or a folder; a session by its id or the beginning of its id, over Claude
 * Code's folders, recordings and the archive; `latest`, the first row of `ls`, and `latest~1`, the row after it; each
 * with `#message` behind it, as `search` prints links. Gives nothing if nothing has that name.
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

/** A session that can be read, and perhaps the message in it that is meant. */
export interface ResolvedSession {
  readonly path: string
  readonly message: string | undefined
}

/**
 * Finds the session that the user's first word means. One that only the archive has is written out of it into a folder
 * that is removed at the end.
 */
export async function resolveSession(
  host: Host,
  {operands: [word = ''], switches}: Pick<Arguments, 'operands' | 'switches'>,
): Promise<ResolvedSession> {
  const meaning = await locateSession(host, word, {all: switches.has('all')})
  if (!meaning) throw unknownSession(word)
  const {path, session = '', message} = meaning
  return {path: path ?? (await restoreToTemp(host, session)), message}
}

/** The files of a session, or of a folder. */
export const findInput = (path: string, skipped: OnSkipped): SessionInput => ({
  path,
  files: findSessionFiles(path, skipped),
})

/** Says that nothing has a name. */
export const unknownSession = (word: string): SourceError =>
  new SourceError(
    parseLatest(word.split('#')[0] ?? '') === 0
      ? 'Cannot find the latest session: there is none.'
      : `Cannot find ${word}: it is neither a file nor a session; "recount ls" lists sessions.`,
  )

type Located = Omit<SessionLocation, 'message'>
type IsWanted = (id: string) => boolean

/** The first row of `ls --project .` if that has any and not all projects are meant, else that of `ls`, or a row behind it. */
async function findLatest(
  host: Host,
  back: number,
  all: boolean,
  isWanted: IsWanted,
): Promise<Located | undefined> {
  const now = host.now()
  try {
    return await withArchive(host, async (archive) => {
      await bringUpToDate(host, archive)
      const here = all ? [] : await archive.sessions({now, folder: host.cwd})
      const wantedHere = here.filter(({sessionId}) => isWanted(sessionId))
      const rows =
        wantedHere.length > 0
          ? wantedHere
          : (await archive.sessions({now})).filter(({sessionId}) => isWanted(sessionId))
      const row = rows[back]
      if (row) return locateArchived(host, archive, row.sessionId)
      if (rows.length === 0) return undefined
      const where = rows === wantedHere ? ` of ${host.cwd}; --all is for all projects` : ''
      throw new SourceError(
        `Cannot find latest~${back}: there ${rows.length === 1 ? 'is' : 'are'} only ${formatNoun(rows.length, 'session')}${where}.`,
      )
    })
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error
    await printNotice(host, `${error.message} The latest session is looked for by the times of files.`)
    const newest = listOwnTranscripts(host)
      .filter(({id}) => isWanted(id))
      .map((file) => ({...file, time: readFileStat(file.path).time}))
      .sort((a, b) => b.time - a.time)[back]
    return newest && {session: newest.id, path: newest.path}
  }
}

/** An id that is given whole is meant, even if another begins with it. */
async function findById(host: Host, name: string, isWanted: IsWanted): Promise<Located | undefined> {
  const onDisk = listOwnTranscripts(host).filter(({id}) => id.startsWith(name) && isWanted(id))
  if (onDisk.some(({id}) => id === name)) return locateOnDisk(host, name, onDisk)
  const recorded = findRecordings(host, name)
  const kept = await archivedSessions(host, name, onDisk.length + recorded.length > 0)
  const ids = new Set(
    [...[...onDisk, ...recorded].map(({id}) => id), ...kept.map(({sessionId}) => sessionId)].filter(isWanted),
  )
  const [first] = ids
  const id = ids.has(name) ? name : first
  if (id === undefined) return undefined
  if (id !== name && ids.size > 1) throw await reportAmbiguous(host, name, ids)
  if (onDisk.some((file) => file.id === id)) return locateOnDisk(host, id, onDisk)
  const [stream, ...others] = recorded.filter((file) => file.id === id)
  if (others.length > 0 || kept.some((row) => row.sessionId === id))
    return withArchive(host, async (archive) => {
      if (others.length > 0) await bringUpToDate(host, archive)
      return locateArchived(host, archive, id)
    })
  return {session: id, path: stream?.path}
}

/** The archive's sessions whose ids begin so. If it cannot be opened, what was found without it is enough. */
async function archivedSessions(
  host: Host,
  name: string,
  isFound: boolean,
): Promise<readonly ListedSession[]> {
  if (!archiveExists(archiveHome(host))) return []
  try {
    return await withArchive(host, async (archive) => archive.sessions({now: host.now(), id: name}))
  } catch (error) {
    if (!(error instanceof ArchiveError) || !isFound) throw error
    await printNotice(host, `${error.message} Sessions are looked for without it.`)
    return []
  }
}

/** Transcripts in all folders that Claude Code has. What cannot be read there is as if it were missing. */
const listOwnTranscripts = (host: Host): readonly Transcript[] =>
  claudeFolders(host).flatMap((folder) => listTranscripts(folder, () => {}))

/** Of several copies of a session's file the most complete one: the largest, and of the same size the newest. */
async function locateOnDisk(host: Host, id: string, files: readonly Transcript[]): Promise<Located> {
  const paths = uniqueFiles(files.filter((file) => file.id === id).map(({path}) => path))
  const copies = paths.map((path) => ({path, ...readFileStat(path)}))
  copies.sort((a, b) => b.size - a.size || b.time - a.time)
  const [best, ...others] = copies
  if (best && others.length > 0)
    await printNotice(
      host,
      `There are ${copies.length} copies of ${id}. This is the most complete one: ${best.path} (${formatBytes(best.size)}); not read: ${others.map(({path, size}) => `${path} (${formatBytes(size)})`).join(', ')}.`,
    )
  return {session: id, path: best?.path}
}

/** Where a session is that the archive knows: on disk if its file can still be read there. */
async function locateArchived(host: Host, archive: ArchiveReader, id: string): Promise<Located> {
  const kept = await archive.files(id)
  const elsewhere = kept.filter(({path, generation}) => generation === 0 && basename(path) === `${id}.jsonl`)
  const onDisk = [...listOwnTranscripts(host), ...elsewhere.map(({path}) => ({id, path}))].filter(
    (file) => file.id === id && isReadableFile(file.path),
  )
  if (onDisk.length > 0) return locateOnDisk(host, id, onDisk)
  const [main, ...others] = mainFiles(id, kept)
  // Several streams are written out of the archive into one folder, which is read as a whole.
  return {
    session: id,
    path: main && others.length === 0 && isReadableFile(main.path) ? main.path : undefined,
  }
}

/** What cannot be read any more, or is a link now, is as good as gone, and the archive has it. */
export function isReadableFile(path: string): boolean {
  try {
    accessSync(path, constants.R_OK)
    return lstatSync(path).isFile()
  } catch {
    return false
  }
}

async function restoreToTemp(host: Host, session: string): Promise<string> {
  return withArchive(host, async (archive) => {
    // The id is a file's word: it must not become a path.
    const folder = mkdtempSync(join(tmpdir(), 'recount-show-'))
    process.once('exit', () => rmSync(folder, {recursive: true, force: true}))
    const {places, missing} = await restoreSession(archive, session, folder)
    if (missing > 0)
      await printNotice(
        host,
        `${formatBytes(missing)} of this session are damaged or lost; "recount doctor" says which.`,
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
 * Recorded streams of sessions whose ids begin so, the newest first. The archive has them too, but only after it was
 * brought up to date, and whoever has just recorded something wants to see it.
 */
function findRecordings(host: Host, beginning: string): readonly Transcript[] {
  const recordings = recordingsFolder(host)
  return listNewestFirst(recordings).flatMap((name) => {
    const path = join(recordings, name, 'stream.jsonl')
    const ids = new Set(
      [...readHeadOrNothing(path).matchAll(/"session_id":"([^"\\]+)"/g)].map(([, id = '']) => id),
    )
    return [...ids].filter((id) => id.startsWith(beginning)).map((id) => ({id, path}))
  })
}

/** Their names begin with the time. */
function listNewestFirst(recordings: string): readonly string[] {
  try {
    return readdirSync(recordings).sort().reverse()
  } catch {
    return []
  }
}

/** Some recordings hold no stream of this name, and some nothing at all. */
function readHeadOrNothing(path: string): string {
  try {
    return readHead(path)
  } catch (error) {
    if (error instanceof SourceError) return ''
    throw error
  }
}

function readFileStat(path: string): {readonly size: number; readonly time: number} {
  const about = statSync(path, {throwIfNoEntry: false})
  return {size: about?.size ?? 0, time: about?.mtimeMs ?? 0}
}

/** Says which sessions a name may mean, with what they are about. */
async function reportAmbiguous(host: Host, name: string, ids: ReadonlySet<string>): Promise<ReportedFailure> {
  const now = host.now()
  const known = await withArchive(host, async (archive) => {
    await bringUpToDate(host, archive)
    return archive.sessions({now, id: name})
  }).catch((error: unknown): readonly ListedSession[] => {
    if (error instanceof ArchiveError) return []
    throw error
  })
  const rows = new Map<string, SessionCandidate>(
    known.filter(({sessionId}) => ids.has(sessionId)).map((row) => [row.sessionId, row]),
  )
  for (const id of ids) if (!rows.has(id)) rows.set(id, {sessionId: id})
  await printNotice(
    host,
    `Cannot tell which session ${name} is: ${ids.size} begin with it. Give more of the id.`,
  )
  await host.err.write(renderCandidates([...rows.values()], {width: host.width, now}))
  return new ReportedFailure()
}
