import type {Message, MessageBase, MessageKind, MessageMap} from '../../model/index.ts'

/** The fields of one kind together with its name: what a reader of texts or subtypes gives back. */
export type Reading = {[Kind in MessageKind]: {readonly kind: Kind} & MessageMap[Kind]}[MessageKind]

/**
 * Puts the envelope and the reading of a record together. The envelope itself becomes the message: spreading
 * both into a third object costs V8 more than all the rest of reading a record.
 */
export function makeMessage(base: MessageBase, reading: Reading): Message {
  return Object.assign(base, reading) as Message
}
