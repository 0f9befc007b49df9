/** Something that could not be written, in one sentence. */
export class SinkError extends Error {
  override readonly name = 'SinkError'
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['ENOSPC', 'no space left; free some, or write somewhere else'],
  ['EDQUOT', 'your disk quota is used up; free some space, or write somewhere else'],
  ['EFBIG', 'the file would be too large'],
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

/** Turns what the system says of a failed write into a sentence; what is one already stays as it is. */
export function toSinkError(error: unknown, what = 'the output'): SinkError {
  return error instanceof SinkError
    ? error
    : new SinkError(`Cannot write ${what}: ${describeWriteFailure(error)}.`, {cause: error})
}

/** Whether nothing could be written because the disk is full: that passes, unlike a wrong path. */
export const isOutOfSpace = ({cause}: SinkError): boolean => ['ENOSPC', 'EDQUOT'].includes(codeOf(cause))

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** Why a write failed, in a few words. */
export function describeWriteFailure(error: unknown): string {
  const code = codeOf(error)
  return reasons.get(code) ?? (code || 'it failed')
}
