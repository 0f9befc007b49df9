import {ArchiveError} from '../../archive-error.ts'

/**
 * What an error of the archive means for what to do next. `damaged`: the database may not be readable as it is, and has
 * to be checked. `disk`: the disk takes no more, or fails. `read-only`: the database can be read at most. `busy`: another
 * process has locked it for too long. Undefined: anything else.
 */
type ErrorKind = 'damaged' | 'disk' | 'read-only' | 'busy'

/** SQLite's primary result codes, and Node's codes for files. Texts are never looked at: anyone's words may be in them. */
const kinds: ReadonlyMap<number | string, ErrorKind> = new Map<number | string, ErrorKind>([
  [5, 'busy'], // SQLITE_BUSY
  [6, 'busy'], // SQLITE_LOCKED
  [8, 'read-only'], // SQLITE_READONLY
  [10, 'disk'], // SQLITE_IOERR
  [11, 'damaged'], // SQLITE_CORRUPT
  [13, 'disk'], // SQLITE_FULL
  [14, 'read-only'], // SQLITE_CANTOPEN
  [26, 'damaged'], // SQLITE_NOTADB
  ['ENOSPC', 'disk'],
  ['EDQUOT', 'disk'],
  ['EFBIG', 'disk'],
  ['EIO', 'disk'],
  ['EROFS', 'read-only'],
  ['EACCES', 'read-only'],
  ['EPERM', 'read-only'],
])

/** Decides by the codes of an error what kind it is. */
export function errorKind(error: unknown): ErrorKind | undefined {
  const code = resultCode(error)
  if (code !== undefined) return kinds.get(code)
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? kinds.get(error.code)
    : undefined
}

/** Whether an error is about the archive's own database or its disk, so that it stops everything. Others concern one file. */
export const isOfArchive = (error: unknown): boolean =>
  resultCode(error) !== undefined && errorKind(error) !== undefined

/**
 * Whether an error may come from a damaged database, so that it is worth checking: that it is damaged, or one that SQLite
 * or JavaScript gives for rows and tables that cannot be there. A healthy database gives these for mistakes of our own.
 */
export function mayBeDamage(error: unknown): boolean {
  const code = resultCode(error)
  if (code !== undefined) return !settled.has(kinds.get(code))
  return error instanceof RangeError || error instanceof SyntaxError || error instanceof TypeError
}

const settled: ReadonlySet<ErrorKind | undefined> = new Set<ErrorKind>(['disk', 'read-only', 'busy'])

/** A file is shorter than it says it is, or than its log says. SQLite calls that a failed read, but the disk is well. */
const shortRead = 522
const corrupt = 11

/** The primary result code of an SQLite error: extended codes have it in their last byte. */
export function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error && 'errcode' in error && typeof error.errcode === 'number')) return undefined
  // The package for Node 20 has the extended code in another field.
  const extended = 'sqliteExtendedCode' in error ? error.sqliteExtendedCode : error.errcode
  return extended === shortRead ? corrupt : error.errcode & 0xff
}

/** An error in a form that survives being sent to another thread, which keeps only names and texts of errors. */
export interface SentError {
  readonly message: string
  /** Node's code, as text. */
  readonly code: string | undefined
  /** SQLite's result code. */
  readonly errcode: number | undefined
  /** The message is a complete sentence for the user. */
  readonly isSentence: boolean
}

/** Prepares an error for another thread. */
export const sendError = (error: unknown): SentError => ({
  message: error instanceof Error ? error.message : String(error),
  code: error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined,
  errcode: resultCode(error),
  isSentence: error instanceof ArchiveError,
})

/** The error that another thread has sent. */
export function receiveError({message, code, errcode, isSentence}: SentError): Error {
  const error = isSentence ? new ArchiveError(message) : new Error(message)
  return Object.assign(error, code === undefined ? {} : {code}, errcode === undefined ? {} : {errcode})
}

/** Checks that a value from another thread is an error that it sent. */
export const isSentError = (value: unknown): value is SentError =>
  typeof value === 'object' && value !== null && 'message' in value && 'errcode' in value
