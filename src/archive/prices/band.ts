import type {Usage} from '../../model/index.ts'

/** Prompts longer than these cost more with some models. */
export const bandLimits = [100_000, 200_000] as const

/** The size of an answer's whole prompt, cached or not. */
export const promptOf = ({input, cacheRead, cacheWrite5m, cacheWrite1h}: Usage): number =>
  input + cacheRead + cacheWrite5m + cacheWrite1h

/** The price band of an answer: how many of the limits its prompt exceeds. */
export function bandOf(usage: Usage): number {
  const prompt = promptOf(usage)
  return bandLimits.filter((limit) => prompt > limit).length
}
