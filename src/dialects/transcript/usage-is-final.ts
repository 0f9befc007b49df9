const numbers = /^(\d+)\.(\d+)\.(\d+)/

/**
 * Tells whether a transcript's usage is an answer's final one. In 0.2.x it is; up to 2.1.111 the files keep the numbers
 * of the answer's beginning, but for some lines by chance. Since then the lines that were written after the answer had
 * ended have it, and say why it ended: one that broke off, and lines that were written before, do not.
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

/** What a version does with all lines; nothing where the line tells, or where the version has no numbers. */
function writesFinal(version = ''): boolean | undefined {
  const found = numbers.exec(version)
  if (!found) return undefined
  const [major, minor, patch] = [Number(found[1]), Number(found[2]), Number(found[3])]
  if (major === 0) return true
  const isOld = major < 2 || (major === 2 && (minor < 1 || (minor === 1 && patch < 112)))
  return isOld ? false : undefined
}
