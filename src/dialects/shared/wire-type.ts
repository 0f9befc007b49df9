import {asObject, asText, text} from '../../model/fields.ts'
import type {JsonValue} from '../../model/index.ts'
import type {Fields} from './fields-of.ts'

/** The name of a record's type with its subtype, as it is counted and shown: `system/init`, `attachment/file`. */
export function wireType(record: Fields): string {
  // A store's envelope has no type; what it keeps does.
  const kept = asObject(record.claudeMessage)
  if (kept && record.type === undefined) return wireType(kept)
  const type = asText(record.type) ?? asText(record._type)
  if (type === undefined) return 'no type'
  const subtype = subtypeOf(type, record)
  return subtype === undefined ? type : `${type}/${subtype}`
}

function subtypeOf(type: string, record: Fields): string | undefined {
  switch (type) {
    case 'attachment':
      return inside(record.attachment, 'type')
    case 'progress':
      return inside(record.data, 'type')
    case 'queue-operation':
      return asText(record.operation)
    case 'stream_event':
      return inside(record.event, 'type')
    case 'control_request':
      return inside(record.request, 'subtype')
    case 'control_response':
      return inside(record.response, 'subtype')
    default:
      return asText(record.subtype)
  }
}

function inside(value: JsonValue | undefined, key: string): string | undefined {
  const holder = asObject(value)
  return holder && text(holder, key)
}
