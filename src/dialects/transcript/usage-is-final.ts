/**
 * Tells whether a transcript's usage is an answer's final one. 0.2.x and from 2.1.112 on it is; in between the
 * files keep the numbers of the answer's beginning, and its true output is nowhere in them.
 */
export function usageIsFinal(version: string | undefined, stopReason: unknown): boolean {
  const parts = version?.split('.').map(Number)
  if (!parts || parts.length < 3 || parts.some(Number.isNaN)) return typeof stopReason === 'string'
  const [major = 0, minor = 0, patch = 0] = parts
  if (major === 0) return true
  return major > 2 || (major === 2 && (minor > 1 || (minor === 1 && patch >= 112)))
}
