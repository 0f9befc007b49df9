/** Something that could not be read, in one sentence that says what, why, and what to do. */
export class SourceError extends Error {
  override readonly name = 'SourceError'
}

/** A folder without transcripts, which may be correct. */
export class NoTranscriptsError extends SourceError {
  constructor(folder: string, endings: readonly string[]) {
    super(
      `Cannot find a transcript in ${folder}: no file there ends in ${endings.join(' or ')}, and no .json file has messages.`,
    )
  }
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'no such file or folder'],
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  ['EISDIR', 'it is a folder'],
  ['ENOTDIR', 'a part of the path is not a folder'],
  ['ELOOP', 'its links form a loop'],
  ['EMFILE', 'too many files are open'],
  ['EIO', 'the disk failed'],
])

/** Turns an error of the file system into a sentence; a `SourceError` stays as it is. */
export function toSourceError(path: string, error: unknown): SourceError {
  if (error instanceof SourceError) return error
  const code = errorCode(error)
  return new SourceError(`Cannot read ${path}: ${reasons.get(code) ?? (code || 'it failed')}.`)
}

/** The system's name of an error, such as `ENOENT`. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''
