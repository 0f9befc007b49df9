import {flag, text} from '../../model/fields.ts'
import type {JsonObject} from '../../model/index.ts'

/** Ways to serve a request that change its price. They are bits, because several may apply to one request. */
export const modes = {
  /** `speed: "fast"`. */
  fast: 1,
  /** `inference_geo: "us"`: it ran on machines in the US only. */
  usOnly: 2,
  /** `service_tier: "batch"`. */
  batch: 4,
} as const

/** Reads from the API's `usage` how a request was served. */
export const readModes = (usage: JsonObject): number =>
  (text(usage, 'speed') === 'fast' || flag(usage, 'fast') === true ? modes.fast : 0) |
  (text(usage, 'inference_geo') === 'us' ? modes.usOnly : 0) |
  (text(usage, 'service_tier') === 'batch' ? modes.batch : 0)
