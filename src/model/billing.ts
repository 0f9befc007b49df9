import type {Usage} from './usage.ts'

/** What one request is billed for, as far as a record says. */
export interface Billing {
  readonly usage: Usage | undefined
  /** Searches of the API's own tool, by its usage. */
  readonly webSearches: number
  /** How it was served, as bits: see `modes`. */
  readonly modes: number
}

/** The billing of a record that has none. */
export const noBilling: Billing = {usage: undefined, webSearches: 0, modes: 0}

/** The size of the prompt, cached or not. */
export const promptTokens = ({input, cacheRead, cacheWrite5m, cacheWrite1h}: Usage): number =>
  input + cacheRead + cacheWrite5m + cacheWrite1h

/** All tokens: input, cached and output. */
export const sumTokens = (usage: Usage): number => promptTokens(usage) + usage.output

/** Ways to serve a request that change its price. They are bits, because several may apply to one request. */
export const modes = {
  /** `speed: "fast"`. */
  fast: 1,
  /** `inference_geo: "us"`: it ran on machines in the US only. */
  usOnly: 2,
  /** `service_tier: "batch"`. */
  batch: 4,
} as const

/** Removes the client's suffix from a model's name: `claude-opus-5-5[1m]` requests a longer context. */
export const bareModel = (name: string): string =>
  name.endsWith(']') ? name.replace(/\[[^[\]]*\]$/, '') : name
