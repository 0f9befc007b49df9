/** Something that could not be written, in one sentence. */
export class SinkError extends Error {
  override readonly name = 'SinkError'
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['ENOSPC', 'there is no space left; make some, or write it elsewhere'],
  ['EDQUOT', 'your quota is used up; make space, or write it elsewhere'],
  ['EFBIG', 'the file would become larger than is allowed'],
  ['EIO', 'the device failed'],
])

/** Turns what the system says of a failed write into a sentence. */
export function sinkError(error: unknown): SinkError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return new SinkError(`Cannot write the output: ${reasons.get(code) ?? (code || 'it failed')}.`)
}
