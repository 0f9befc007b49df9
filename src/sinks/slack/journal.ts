import {linkSync, readFileSync, rmSync} from 'node:fs'
import {open} from 'node:fs/promises'
import {dirname} from 'node:path'
import {makePrivateFolder} from '../../files/make-folder.ts'
import {
  hasErrorCode,
  privateFileMode,
  repairFolder,
  repairMode,
  writePrivateFile,
} from '../../files/private-files.ts'
import {SinkError, toSinkError} from '../sink-error.ts'

/** A step of the messages of one session. */
export type JournalRecord =
  /** About to be posted as one message; the next record says whether it was. */
  | {readonly kind: 'try'; readonly keys: readonly string[]; readonly at: number}
  | {
      readonly kind: 'posted'
      readonly ts: string
      readonly channel: string
      readonly parts: readonly (readonly [string, string])[]
    }
  | {readonly kind: 'updated'; readonly ts: string; readonly parts: readonly (readonly [string, string])[]}
  /** The attempt certainly failed. */
  | {readonly kind: 'refused'}
  | {readonly kind: 'gone'; readonly ts: string}
  /** The file of a message is about to be sent, and was. */
  | {readonly kind: 'file-try'; readonly key: string}
  | {readonly kind: 'file'; readonly key: string}
  /** Our reaction; `sure` is false if it may or may not be there. */
  | {readonly kind: 'reaction'; readonly name: string | undefined; readonly sure: boolean}

/** The process that writes a journal, and how to check whether another one is alive. */
export interface JournalOwner {
  readonly pid: number
  isAlive(pid: number): boolean
}

/** A file that records what was posted. It is append-only, so a crash loses at most its last line. */
export interface Journal {
  /** Its records when it was opened. */
  readonly records: readonly JournalRecord[]
  /** Resolves when the record is on the disk. */
  write(record: JournalRecord): Promise<void>
  close(): void
}

/** Opens the journal of a session. Only one process may write it, because two would post everything twice. */
export function openJournal(path: string, owner: JournalOwner): Journal {
  const lock = `${path}.lock`
  try {
    makePrivateFolder(dirname(path))
    repairFolder(dirname(path))
    repairMode(path)
    takeLock(lock, owner)
  } catch (error) {
    throw toSinkError(error, path)
  }
  const text = readLocked(path, lock)
  const records = recordsIn(text)
  /** After an incomplete line, the next record needs a new line. */
  let start = text === '' || text.endsWith('\n') ? '' : '\n'
  return {
    records,
    async write(record) {
      try {
        await append(path, `${start}${JSON.stringify(record)}\n`)
        start = ''
      } catch (error) {
        // A full disk may have accepted a part of the line.
        start = '\n'
        throw toSinkError(error, path)
      }
    },
    close: () => rmSync(lock, {force: true}),
  }
}

/** Opens the file for each record: there are few per second, and nothing stays open. */
async function append(path: string, text: string): Promise<void> {
  const file = await open(path, 'a', privateFileMode)
  try {
    await file.appendFile(text)
    await file.datasync()
  } finally {
    await file.close()
  }
}

/** Creates the lock with the owner's process id in it, because an empty lock would look abandoned. */
function takeLock(lock: string, owner: JournalOwner): void {
  const own = `${lock}.${owner.pid}`
  // A killed process may have had the same id.
  rmSync(own, {force: true})
  writePrivateFile(own, String(owner.pid))
  try {
    for (let attempt = 0; attempt < 2; attempt += 1) {
      try {
        linkSync(own, lock)
        return
      } catch (error) {
        if (!hasErrorCode(error, 'EEXIST')) throw error
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

/** The text of a journal. A missing one is empty; an unreadable one is an error, and releases the lock. */
function readLocked(path: string, lock: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return ''
    rmSync(lock, {force: true})
    throw toSinkError(error, path)
  }
}

/** The records of a journal; a line that a crash cut off is skipped. */
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

/** The fields that each kind of record must have. */
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
