import type {DialectName, JsonObject, Message} from '../model/index.ts'
import type {Fields} from './shared/fields-of.ts'

/** One way of writing messages down. Recognising looks at fields, never at their order or at a prefix. */
export interface Dialect {
  readonly name: DialectName
  /** The record has this dialect's shape. Its fields alone are enough, and much faster to ask. */
  recognizes(record: Fields): boolean
  /** The record as a message; nothing where the dialect does not name its type. */
  read(record: JsonObject, fields?: Fields): Message | undefined
}
