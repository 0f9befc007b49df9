import {linkSync, readFileSync, rmSync} from 'node:fs'
import {open} from 'node:fs/promises'
import {dirname} from 'node:path'
import {makePrivateFolder} from '../../files/make-folder.ts'
import {privateFileMode, repairFolder, repairMode, writePrivateFile} from '../../files/private-files.ts'
import {SinkError, toSinkError} from '../sink-error.ts'

/** What happened to the messages of one session, in the order it happened. */
export type JournalRecord =
  /** About to be posted together: whether it was is not known until the next record. */
  | {readonly kind: 'try'; readonly keys: readonly string[]; readonly at: number}
  | {
      readonly kind: 'posted'
      readonly ts: string
      readonly channel: string
      readonly parts: readonly (readonly [string, string])[]
    }
  | {readonly kind: 'updated'; readonly ts: string; readonly parts: readonly (readonly [string, string])[]}
  /** What was tried was surely not done. */
  | {readonly kind: 'refused'}
  | {readonly kind: 'gone'; readonly ts: string}
  /** The file of a message is about to be sent, and was. */
  | {readonly kind: 'file-try'; readonly key: string}
  | {readonly kind: 'file'; readonly key: string}
  /** The reaction of ours; unsure where it may be there or not. */
  | {readonly kind: 'reaction'; readonly name: string | undefined; readonly sure: boolean}

/** Who writes a journal, and how to tell whether another writer still lives. */
export interface JournalOwner {
  readonly pid: number
  isAlive(pid: number): boolean
}

/** A file that remembers what was posted. It is only added to, so that a crash leaves all but its last line. */
export interface Journal {
  /** What stood in it when it was opened. */
  readonly records: readonly JournalRecord[]
  /** Resolves when the record is on the disk. */
  write(record: JournalRecord): Promise<void>
  close(): void
}

/** Opens the journal of a session. Only one process may write it: two would post everything twice. */
export function openJournal(path: string, owner: JournalOwner): Journal {
  const lock = `${path}.lock`
  try {
    makePrivateFolder(dirname(path))
    repairFolder(dirname(path))
    repairMode(path)
    take(lock, owner)
  } catch (error) {
    throw toSinkError(error, path)
  }
  const text = readLocked(path, lock)
  const records = recordsIn(text)
  /** Behind a line that was cut off, the next would be lost with it. */
  let start = text === '' || text.endsWith('\n') ? '' : '\n'
  return {
    records,
    async write(record) {
      try {
        await append(path, `${start}${JSON.stringify(record)}\n`)
        start = ''
      } catch (error) {
        // A full disk may have taken a part of the line.
        start = '\n'
        throw toSinkError(error, path)
      }
    },
    close: () => rmSync(lock, {force: true}),
  }
}

/** Opened for each record: what Slack takes in a second is few, and nothing stays open that nobody closes. */
async function append(path: string, text: string): Promise<void> {
  const file = await open(path, 'a', privateFileMode)
  try {
    await file.appendFile(text)
    await file.datasync()
  } finally {
    await file.close()
  }
}

/** The lock comes with the name of its owner in it: an empty one would look like that of somebody dead. */
function take(lock: string, owner: JournalOwner): void {
  const own = `${lock}.${owner.pid}`
  // A process that was killed may have had the same number.
  rmSync(own, {force: true})
  writePrivateFile(own, String(owner.pid))
  try {
    for (let attempt = 0; attempt < 2; attempt += 1) {
      try {
        linkSync(own, lock)
        return
      } catch (error) {
        if (!hasCode(error, 'EEXIST')) throw error
      }
      const pid = Number(readFileSync(lock, 'utf8'))
      if (pid > 0 && pid !== owner.pid && owner.isAlive(pid))
        throw new SinkError(
          `Cannot post this session to Slack: another recount (process ${pid}) is posting it. If that process is not recount, remove ${lock}.`,
        )
      rmSync(lock, {force: true})
    }
  } finally {
    rmSync(own, {force: true})
  }
}

/** Whoever cannot read the journal does not write it either, and stands in nobody's way. */
function readLocked(path: string, lock: string): string {
  try {
    return readText(path)
  } catch (error) {
    rmSync(lock, {force: true})
    throw error
  }
}

/** A journal that is not there yet is empty; one that cannot be read must not be taken for one. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return ''
    throw toSinkError(error, path)
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

/** A line that was cut off by a crash tells nothing. */
function recordsIn(text: string): readonly JournalRecord[] {
  return text.split('\n').flatMap((line) => {
    try {
      const value: unknown = JSON.parse(line)
      return isRecord(value) ? [value] : []
    } catch {
      return []
    }
  })
}

const isText = (value: unknown): boolean => typeof value === 'string'
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText)
const isParts = (value: unknown): boolean => Array.isArray(value) && value.every(isTexts)

type Shape = (fields: ReadonlyMap<string, unknown>) => boolean

/** What each kind of record must have; anything else was not written by us. */
const shapes: ReadonlyMap<unknown, Shape> = new Map<unknown, Shape>([
  ['try', (fields) => isTexts(fields.get('keys')) && typeof fields.get('at') === 'number'],
  [
    'posted',
    (fields) => isText(fields.get('ts')) && isText(fields.get('channel')) && isParts(fields.get('parts')),
  ],
  ['updated', (fields) => isText(fields.get('ts')) && isParts(fields.get('parts'))],
  ['refused', () => true],
  ['gone', (fields) => isText(fields.get('ts'))],
  ['file-try', (fields) => isText(fields.get('key'))],
  ['file', (fields) => isText(fields.get('key'))],
  ['reaction', (fields) => typeof fields.get('sure') === 'boolean'],
])

function isRecord(value: unknown): value is JournalRecord {
  if (typeof value !== 'object' || value === null) return false
  const fields = new Map<string, unknown>(Object.entries(value))
  return shapes.get(fields.get('kind'))?.(fields) ?? false
}
