import {text} from '../../model/fields.ts'
import type {JsonObject} from '../../model/index.ts'

/** The call a record reports on. The id of a heartbeat is the call's own with a suffix. */
export const callOf = (record: JsonObject): string | undefined =>
  text(record, 'tool_use_id')?.replace(/-heartbeat-\d+$/, '')
