const numbers = /^(\d+)\.(\d+)\.(\d+)/

/**
 * Tells whether a transcript's usage is an answer's final one. 0.2.x and from 2.1.112 on it is; in between the
 * files keep the numbers of the answer's beginning, and its true output is nowhere in them.
 */
export function usageIsFinal(version: string | undefined, stopReason: unknown): boolean {
  if (version !== last.version) last = {version, writesFinal: writesFinal(version)}
  return last.writesFinal ?? typeof stopReason === 'string'
}

/** A file's lines nearly all name the version of the line before, and to take it apart anew costs more than their usage. */
let last: {readonly version: string | undefined; readonly writesFinal: boolean | undefined} = {
  version: undefined,
  writesFinal: undefined,
}

/** What is known of a version; nothing of one without numbers. */
function writesFinal(version = ''): boolean | undefined {
  const found = numbers.exec(version)
  if (!found) return undefined
  const major = Number(found[1])
  if (major !== 2) return major === 0 || major > 2
  const minor = Number(found[2])
  return minor > 1 || (minor === 1 && Number(found[3]) >= 112)
}
