/** Tokens of one answer or of a sum of answers. Cache writes are kept apart because they cost differently. */
export interface Usage {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite5m: number
  readonly cacheWrite1h: number
}

/** The field names of `Usage`, for code that walks all of them. */
export const usageFields = ['input', 'output', 'cacheRead', 'cacheWrite5m', 'cacheWrite1h'] as const

/** No tokens at all. */
export const noUsage: Usage = {input: 0, output: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0}

/** Combines two usages field by field. */
export function mergeUsage(a: Usage, b: Usage, merge: (a: number, b: number) => number): Usage {
  return {
    input: merge(a.input, b.input),
    output: merge(a.output, b.output),
    cacheRead: merge(a.cacheRead, b.cacheRead),
    cacheWrite5m: merge(a.cacheWrite5m, b.cacheWrite5m),
    cacheWrite1h: merge(a.cacheWrite1h, b.cacheWrite1h),
  }
}

/** The sum of two usages. */
export const addUsage = (a: Usage, b: Usage): Usage => mergeUsage(a, b, (x, y) => x + y)

/**
 * The larger of two usages of the same tokens, field by field: lines of one answer repeat or refine the same numbers. Not
 * every line says which cache writes last an hour: in a `message_delta`, and in reports before 2.1.325, all look like
 * five-minute ones.
 */
export function maxUsage(a: Usage, b: Usage): Usage {
  const cacheWrite1h = Math.max(a.cacheWrite1h, b.cacheWrite1h)
  const written = Math.max(a.cacheWrite5m + a.cacheWrite1h, b.cacheWrite5m + b.cacheWrite1h)
  // Written out, because it is done for every line of every answer.
  return {
    input: Math.max(a.input, b.input),
    output: Math.max(a.output, b.output),
    cacheRead: Math.max(a.cacheRead, b.cacheRead),
    cacheWrite5m: written - cacheWrite1h,
    cacheWrite1h,
  }
}
