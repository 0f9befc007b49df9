/** Tokens of one response or of several. Cache writes are kept apart because they cost differently. */
export interface Usage {
  /** Input tokens that were not in the cache. */
  readonly input: number
  /** Output tokens, thinking included. */
  readonly output: number
  /** Input tokens read from the cache. */
  readonly cacheRead: number
  /** Input tokens written to the cache for five minutes. */
  readonly cacheWrite5m: number
  /** Input tokens written to the cache for an hour. */
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
 * The larger of two usages of the same tokens, field by field: lines of one response repeat or refine the same numbers.
 * Not every line says which cache writes last an hour: in a `message_delta`, and in reports before 2.1.325, all look
 * like five-minute ones.
 */
export function maxUsage(a: Usage, b: Usage): Usage {
  const cacheWrite1h = Math.max(a.cacheWrite1h, b.cacheWrite1h)
  const written = Math.max(a.cacheWrite5m + a.cacheWrite1h, b.cacheWrite5m + b.cacheWrite1h)
  // Written out, because it runs for every line of every response.
  return {
    input: Math.max(a.input, b.input),
    output: Math.max(a.output, b.output),
    cacheRead: Math.max(a.cacheRead, b.cacheRead),
    cacheWrite5m: written - cacheWrite1h,
    cacheWrite1h,
  }
}
