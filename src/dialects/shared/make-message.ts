import type {Message, MessageBase, MessageKind, MessageMap} from '../../model/index.ts'

/** The fields of one kind together with its name: what a reader of texts or subtypes gives back. */
export type Reading = {[Kind in MessageKind]: {readonly kind: Kind} & MessageMap[Kind]}[MessageKind]

/** Puts the envelope and the reading of a record together. */
export function makeMessage(base: MessageBase, reading: Reading): Message {
  return {...base, ...reading} as Message
}
