/** A write that failed; the message is a complete sentence. */
export class SinkError extends Error {
  override readonly name = 'SinkError'
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['ENOSPC', 'no space left; free some, or write somewhere else'],
  ['EDQUOT', 'your disk quota is used up; free some space, or write somewhere else'],
  ['EFBIG', 'the file would exceed the maximum file size'],
  ['EIO', 'the device failed'],
  ['ENOENT', 'no such folder'],
  ['ENOTDIR', 'a part of the path is not a folder'],
  ['EEXIST', 'a file with this name exists'],
  ['EISDIR', 'it is a folder'],
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  ['EROFS', 'the file system is read-only'],
  ['EPIPE', 'the reader has closed it'],
])

/** Turns a system error of a write into a `SinkError`. */
export function toSinkError(error: unknown, what = 'the output'): SinkError {
  return error instanceof SinkError
    ? error
    : new SinkError(`Cannot write ${what}: ${describeWriteFailure(error)}.`, {cause: error})
}

/** Whether the disk is full, which is temporary, unlike a wrong path. */
export const isOutOfSpace = ({cause}: SinkError): boolean => ['ENOSPC', 'EDQUOT'].includes(codeOf(cause))

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** Why a write failed, in a few words. */
export function describeWriteFailure(error: unknown): string {
  const code = codeOf(error)
  return reasons.get(code) ?? (code || 'it failed')
}
