import {text} from '../../model/fields.ts'
import type {JsonObject} from '../../model/index.ts'

/** The task a call is about, as it is spoken of: `#4`. */
export const taskNumberOf = (input: JsonObject): string | undefined => {
  const id = text(input, 'taskId')
  return id === undefined ? undefined : `#${id}`
}
