/**
 * A line that this version does not know, kept whole. `JSON.stringify` gives back what came in, and
 * since its own `type` is `'unknown'`, it lands in no branch written for another message.
 */
export class SDKUnknownMessage {
  readonly type = 'unknown'
  /** `foo` or `system/foo`; null when nothing names a type: an array, a number, text that is not JSON. */
  readonly wireType: string | null
  readonly raw: unknown

  constructor(raw: unknown) {
    this.wireType = wireTypeOf(raw)
    this.raw = raw
  }

  toJSON(): unknown {
    return this.raw
  }
}

function wireTypeOf(raw: unknown): string | null {
  if (typeof raw !== 'object' || raw === null) return null
  const {type, subtype} = raw as {type?: unknown; subtype?: unknown}
  if (typeof type !== 'string') return null
  return typeof subtype === 'string' ? `${type}/${subtype}` : type
}
