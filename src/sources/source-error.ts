/** Something that could not be read, in one sentence that says what, why, and what to do. */
export class SourceError extends Error {
  override readonly name = 'SourceError'
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'there is no such file or folder'],
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  ['EISDIR', 'it is a folder'],
  ['ENOTDIR', 'a part of the path is not a folder'],
  ['ELOOP', 'its links go round in a circle'],
  ['EMFILE', 'too many files are open'],
])

/** Turns what the file system says into a sentence. */
export function sourceError(path: string, error: unknown): SourceError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return new SourceError(`Cannot read ${path}: ${reasons.get(code) ?? (code || 'it failed')}.`)
}
