import type {Message, MessageBase, MessageKind, MessageMap, MessageOf} from '../../model/index.ts'

/** The fields of one kind together with its name: what a reader of texts or subtypes gives back. */
export type MessageContent = {[Kind in MessageKind]: {readonly kind: Kind} & MessageMap[Kind]}[MessageKind]

/**
 * Puts the envelope and the reading of a record together. The envelope itself becomes the message: spreading
 * both into a third object costs V8 more than all the rest of reading a record.
 */
export function makeMessage(base: MessageBase, reading: MessageContent): Message {
  return reading.kind === 'assistant'
    ? makeAssistantMessage(base, reading)
    : (Object.assign(base, reading) as Message)
}

/** Answers are the most frequent kind, and have the most fields to add to a finished object: a literal takes a tenth. */
function makeAssistantMessage(
  base: MessageBase,
  reading: MessageContent & {kind: 'assistant'},
): MessageOf<'assistant'> {
  return {
    kind: reading.kind,
    dialect: base.dialect,
    type: base.type,
    session: base.session,
    id: base.id,
    parent: base.parent,
    logicalParent: base.logicalParent,
    time: base.time,
    sidechain: base.sidechain,
    agent: base.agent,
    parentCall: base.parentCall,
    version: base.version,
    cwd: base.cwd,
    gitBranch: base.gitBranch,
    entrypoint: base.entrypoint,
    record: base.record,
    responseId: reading.responseId,
    model: reading.model,
    blocks: reading.blocks,
    usage: reading.usage,
    webSearches: reading.webSearches,
    modes: reading.modes,
    usageFinal: reading.usageFinal,
    stopReason: reading.stopReason,
    requestId: reading.requestId,
    synthetic: reading.synthetic,
    error: reading.error,
    aborted: reading.aborted,
    costUsd: reading.costUsd,
    agentType: reading.agentType,
  }
}

/** What the client remarks in its own words. */
export const makeNotice = (
  name: string,
  level: MessageMap['notice']['level'],
  text: string,
  callId?: string,
): MessageContent => ({kind: 'notice', name, level, text, callId})

/** The reader of a type that says nothing of the conversation. */
export const asMetadata = (name: string): readonly [string, () => MessageContent] => [
  name,
  () => ({kind: 'metadata', name}),
]
