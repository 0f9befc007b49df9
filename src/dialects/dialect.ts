import type {DialectName, JsonObject, Message} from '../model/index.ts'

/** One way of writing messages down. Recognising looks at fields, never at their order or at a prefix. */
export interface Dialect {
  readonly name: DialectName
  /** The record has this dialect's shape. */
  recognizes(record: JsonObject): boolean
  /** The record as a message; nothing where the dialect does not name its type. */
  read(record: JsonObject): Message | undefined
}
