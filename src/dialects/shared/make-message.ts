import {noBilling} from '../../model/billing.ts'
import type {
  Message,
  MessageBase,
  MessageKind,
  MessageMap,
  MessageOf,
  ToolResultBlock,
} from '../../model/index.ts'

/** The fields of a message of one kind, without its envelope: the result of a reader. */
export type MessageContent = {[Kind in MessageKind]: {readonly kind: Kind} & MessageMap[Kind]}[MessageKind]

/**
 * Joins the envelope and the content of a message. The envelope becomes the message: spreading both into a third object
 * takes V8 longer than everything else that reads a record.
 */
export function makeMessage(base: MessageBase, reading: MessageContent): Message {
  return reading.kind === 'assistant'
    ? makeAssistantMessage(base, reading)
    : (Object.assign(base, reading) as Message)
}

/** Responses are the most frequent and have the most fields to add: an object literal takes a tenth of the time. */
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

/** A response about which its record says nothing. */
export const bareResponse = {
  kind: 'assistant',
  responseId: undefined,
  model: undefined,
  blocks: [],
  ...noBilling,
  usageFinal: false,
  stopReason: undefined,
  requestId: undefined,
  synthetic: false,
  error: undefined,
  aborted: false,
  costUsd: undefined,
  agentType: undefined,
} as const satisfies MessageContent

/** The result of one call, without what only the client writes. */
export const makeToolResult = (
  result: Pick<ToolResultBlock, 'callId' | 'content' | 'isError'> & Partial<ToolResultBlock>,
): MessageContent => ({
  kind: 'tool-result',
  results: [
    {
      type: 'tool-result',
      server: false,
      structured: undefined,
      denial: undefined,
      decision: undefined,
      ...result,
    },
  ],
  blocks: [],
  endsTurn: false,
})

/** A text that the client shows to the user. */
export const makeNotice = (
  name: string,
  level: MessageMap['notice']['level'],
  text: string,
  callId?: string,
): MessageContent => ({kind: 'notice', name, level, text, callId})

/** The reader of a type that is not about the conversation. */
export const asMetadata = (name: string): readonly [string, () => MessageContent] => [
  name,
  () => ({kind: 'metadata', name}),
]
