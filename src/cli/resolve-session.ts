import {accessSync, constants, lstatSync, mkdtempSync, readdirSync, rmSync, statSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {basename, join} from 'node:path'
import type {ListedSession, Reader} from '../archive/archive.ts'
import {ArchiveError} from '../archive/archive-error.ts'
import {archiveExists} from '../archive/open-archive.ts'
import {mainFiles, restoreSession} from '../archive/restore.ts'
import {latestIn} from '../model/session-place.ts'
import {formatBytes, formatNoun} from '../page/index.ts'
import type {Skipped, Transcript} from '../sources/index.ts'
import {eachFileOnce, findSessionFiles, listTranscripts, pathExists, SourceError} from '../sources/index.ts'
import {readHead} from '../sources/read-head.ts'
import {archiveHome, claudeFolders, recordingsFolder} from './archive-home.ts'
import type {Arguments} from './command.ts'
import {complain} from './complain.ts'
import {SaidFailure} from './failure.ts'
import type {Host} from './host.ts'
import type {Input} from './read-input.ts'
import type {Candidate} from './sessions-table.ts'
import {candidatesText} from './sessions-table.ts'
import {bringUpToDate, withArchive} from './with-archive.ts'

/** What a word of the user means: a file or a folder, or a session. */
export interface Meaning {
  /** What to read; missing if only the archive has the session. */
  readonly path: string | undefined
  /** The session's id, unless a path was given. */
  readonly session: string | undefined
  /** The beginning of a record's id, or `file:line`, behind a `#`. */
  readonly message: string | undefined
}

/** Which sessions a word may mean. */
export interface MeaningOptions {
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
export async function findMeaning(
  host: Host,
  word: string,
  {all = false, isWanted = () => true}: MeaningOptions = {},
): Promise<Meaning | undefined> {
  if (word === '-' || pathExists(word)) return {path: word, session: undefined, message: undefined}
  const [name = '', ...rest] = word.split('#')
  const message = rest.length === 0 ? undefined : rest.join('#')
  if (name === '') return undefined
  if (pathExists(name)) return {path: name, session: undefined, message}
  const back = latestIn(name)
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
  const meaning = await findMeaning(host, word, {all: switches.has('all')})
  if (!meaning) throw unknownSession(word)
  const {path, session = '', message} = meaning
  return {path: path ?? (await writeOut(host, session)), message}
}

/** The files of a session, or of a folder. */
export const inputAt = (path: string, skipped: Skipped): Input => ({
  path,
  files: findSessionFiles(path, skipped),
})

/** Says that nothing has a name. */
export const unknownSession = (word: string): SourceError =>
  new SourceError(
    latestIn(word.split('#')[0] ?? '') === 0
      ? 'Cannot find the latest session: there is none.'
      : `Cannot find ${word}: it is neither a file nor a session; "recount ls" lists sessions.`,
  )

type Found = Omit<Meaning, 'message'>
type IsWanted = (id: string) => boolean

/** The first row of `ls --project .` if that has any and not all projects are meant, else that of `ls`, or a row behind it. */
async function findLatest(
  host: Host,
  back: number,
  all: boolean,
  isWanted: IsWanted,
): Promise<Found | undefined> {
  const now = host.now()
  try {
    return await withArchive(host, async (archive) => {
      await bringUpToDate(host, archive)
      const here = all ? [] : await archive.sessions({now, folder: host.cwd})
      const wantedHere = here.filter(({id}) => isWanted(id))
      const rows =
        wantedHere.length > 0 ? wantedHere : (await archive.sessions({now})).filter(({id}) => isWanted(id))
      const row = rows[back]
      if (row) return keptPlace(host, archive, row.id)
      if (rows.length === 0) return undefined
      const where = rows === wantedHere ? ` of ${host.cwd}; --all is for all projects` : ''
      throw new SourceError(
        `Cannot find latest~${back}: there ${rows.length === 1 ? 'is' : 'are'} only ${formatNoun(rows.length, 'session')}${where}.`,
      )
    })
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error
    await complain(host, `${error.message} The latest session is looked for by the times of files.`)
    const newest = transcriptsOf(host)
      .filter(({id}) => isWanted(id))
      .map((file) => ({...file, time: lookAt(file.path).time}))
      .sort((a, b) => b.time - a.time)[back]
    return newest && {session: newest.id, path: newest.path}
  }
}

/** An id that is given whole is meant, even if another begins with it. */
async function findById(host: Host, name: string, isWanted: IsWanted): Promise<Found | undefined> {
  const onDisk = transcriptsOf(host).filter(({id}) => id.startsWith(name) && isWanted(id))
  if (onDisk.some(({id}) => id === name)) return placeOnDisk(host, name, onDisk)
  const recorded = recordingsOf(host, name)
  const kept = await keptSessions(host, name, onDisk.length + recorded.length > 0)
  const ids = new Set([...onDisk, ...kept, ...recorded].map(({id}) => id).filter(isWanted))
  const [first] = ids
  const id = ids.has(name) ? name : first
  if (id === undefined) return undefined
  if (id !== name && ids.size > 1) throw await ambiguousName(host, name, ids)
  if (onDisk.some((file) => file.id === id)) return placeOnDisk(host, id, onDisk)
  const [stream, ...others] = recorded.filter((file) => file.id === id)
  if (others.length > 0 || kept.some((row) => row.id === id))
    return withArchive(host, async (archive) => {
      if (others.length > 0) await bringUpToDate(host, archive)
      return keptPlace(host, archive, id)
    })
  return {session: id, path: stream?.path}
}

/** The archive's sessions whose ids begin so. If it cannot be opened, what was found without it is enough. */
async function keptSessions(host: Host, name: string, isFound: boolean): Promise<readonly ListedSession[]> {
  if (!archiveExists(archiveHome(host))) return []
  try {
    return await withArchive(host, async (archive) => archive.sessions({now: host.now(), id: name}))
  } catch (error) {
    if (!(error instanceof ArchiveError) || !isFound) throw error
    await complain(host, `${error.message} Sessions are looked for without it.`)
    return []
  }
}

/** Transcripts in all folders that Claude Code has. What cannot be read there is as if it were missing. */
const transcriptsOf = (host: Host): readonly Transcript[] =>
  claudeFolders(host).flatMap((folder) => listTranscripts(folder, () => {}))

/** Of several copies of a session's file the most complete one: the largest, and of the same size the newest. */
async function placeOnDisk(host: Host, id: string, files: readonly Transcript[]): Promise<Found> {
  const paths = eachFileOnce(files.filter((file) => file.id === id).map(({path}) => path))
  const copies = paths.map((path) => ({path, ...lookAt(path)}))
  copies.sort((a, b) => b.size - a.size || b.time - a.time)
  const [best, ...others] = copies
  if (best && others.length > 0)
    await complain(
      host,
      `There are ${copies.length} copies of ${id}. This is the most complete one: ${best.path} (${formatBytes(best.size)}); not read: ${others.map(({path, size}) => `${path} (${formatBytes(size)})`).join(', ')}.`,
    )
  return {session: id, path: best?.path}
}

/** Where a session is that the archive knows: on disk if its file can still be read there. */
async function keptPlace(host: Host, archive: Reader, id: string): Promise<Found> {
  const kept = await archive.files(id)
  const elsewhere = kept.filter(({path, generation}) => generation === 0 && basename(path) === `${id}.jsonl`)
  const onDisk = [...transcriptsOf(host), ...elsewhere.map(({path}) => ({id, path}))].filter(
    (file) => file.id === id && canBeRead(file.path),
  )
  if (onDisk.length > 0) return placeOnDisk(host, id, onDisk)
  const [main, ...others] = mainFiles(id, kept)
  // Several streams are written out of the archive into one folder, which is read as a whole.
  return {
    session: id,
    path: main && others.length === 0 && canBeRead(main.path) ? main.path : undefined,
  }
}

/** What cannot be read any more, or is a link now, is as good as gone, and the archive has it. */
export function canBeRead(path: string): boolean {
  try {
    accessSync(path, constants.R_OK)
    return lstatSync(path).isFile()
  } catch {
    return false
  }
}

async function writeOut(host: Host, session: string): Promise<string> {
  return withArchive(host, async (archive) => {
    // The id is a file's word: it must not become a path.
    const folder = mkdtempSync(join(tmpdir(), 'recount-show-'))
    process.once('exit', () => rmSync(folder, {recursive: true, force: true}))
    const {places, missing} = await restoreSession(archive, session, folder)
    if (missing > 0)
      await complain(
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
function recordingsOf(host: Host, beginning: string): readonly Transcript[] {
  const recordings = recordingsFolder(host)
  return foldersIn(recordings).flatMap((name) => {
    const path = join(recordings, name, 'stream.jsonl')
    const ids = new Set([...headOf(path).matchAll(/"session_id":"([^"\\]+)"/g)].map(([, id = '']) => id))
    return [...ids].filter((id) => id.startsWith(beginning)).map((id) => ({id, path}))
  })
}

/** Their names begin with the time. */
function foldersIn(recordings: string): readonly string[] {
  try {
    return readdirSync(recordings).sort().reverse()
  } catch {
    return []
  }
}

/** Some recordings hold no stream of this name, and some nothing at all. */
function headOf(path: string): string {
  try {
    return readHead(path)
  } catch (error) {
    if (error instanceof SourceError) return ''
    throw error
  }
}

function lookAt(path: string): {readonly size: number; readonly time: number} {
  const about = statSync(path, {throwIfNoEntry: false})
  return {size: about?.size ?? 0, time: about?.mtimeMs ?? 0}
}

/** Says which sessions a name may mean, with what they are about. */
async function ambiguousName(host: Host, name: string, ids: ReadonlySet<string>): Promise<SaidFailure> {
  const now = host.now()
  const known = await withArchive(host, async (archive) => {
    await bringUpToDate(host, archive)
    return archive.sessions({now, id: name})
  }).catch((error: unknown): readonly ListedSession[] => {
    if (error instanceof ArchiveError) return []
    throw error
  })
  const rows = new Map<string, Candidate>(known.filter(({id}) => ids.has(id)).map((row) => [row.id, row]))
  for (const id of ids) if (!rows.has(id)) rows.set(id, {id})
  await complain(
    host,
    `Cannot tell which session ${name} is: ${ids.size} begin with it. Give more of the id.`,
  )
  await host.err.write(candidatesText([...rows.values()], {width: host.width, now}))
  return new SaidFailure()
}
