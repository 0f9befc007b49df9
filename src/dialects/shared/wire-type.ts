import {nothing, object, text} from '../../model/fields.ts'
import type {JsonObject} from '../../model/index.ts'

/** The name of a record's type with its subtype, as it is counted and shown: `system/init`, `attachment/file`. */
export function wireType(record: JsonObject): string {
  // A store's envelope has no type; what it keeps does.
  const kept = object(record, 'claudeMessage')
  if (kept && !('type' in record)) return wireType(kept)
  const type = text(record, 'type') ?? text(record, '_type')
  if (type === undefined) return 'no type'
  const subtype = subtypeOf(type, record)
  return subtype === undefined ? type : `${type}/${subtype}`
}

function subtypeOf(type: string, record: JsonObject): string | undefined {
  switch (type) {
    case 'attachment':
      return text(object(record, 'attachment') ?? nothing, 'type')
    case 'progress':
      return text(object(record, 'data') ?? nothing, 'type')
    case 'queue-operation':
      return text(record, 'operation')
    case 'stream_event':
      return text(object(record, 'event') ?? nothing, 'type')
    case 'control_request':
      return text(object(record, 'request') ?? nothing, 'subtype')
    case 'control_response':
      return text(object(record, 'response') ?? nothing, 'subtype')
    default:
      return text(record, 'subtype')
  }
}
