import {text} from '../model/fields.ts'
import {type Instant, isJsonObject, type JsonObject, type Line} from '../model/index.ts'
import {possibleInstant} from '../model/instant.ts'
import type {ConversationStore, NewStoredLine} from './conversation-store.ts'
import type {ConversationPlace} from './list-conversations.ts'
import {stableId} from './stored-message.ts'
import {convertToStream, type SavedSession, type StreamLine} from './stream/convert-to-stream.ts'

/** The result of writing a conversation. */
export interface WrittenConversation {
  readonly place: ConversationPlace
  readonly added: number
  /** Messages that were already stored. */
  readonly alreadyStored: number
}

/** How to write a conversation. */
export interface WriteChorusOptions {
  /** The program that converted a transcript to a stream. */
  readonly madeBy: string
  /** The title, if it is not the one in the files. */
  readonly title?: string | undefined
  /** The start of the session, if known: the time of lines before the first with a timestamp. */
  readonly startedAt?: Instant | undefined
  /** The arrival time of a line, if it is known from elsewhere. */
  timeOf?(line: StreamLine): Instant | undefined
}

/** The number of lines that are appended together. */
const batchSize = 200

/**
 * Writes a saved session into a Chorus store. A stream's lines are stored byte for byte; a transcript is converted to a
 * stream first. Ids follow from the lines, so that writing the same session again only adds what is new.
 */
export function writeChorus(
  store: ConversationStore,
  session: SavedSession,
  place: ConversationPlace,
  {madeBy, title, startedAt, timeOf}: WriteChorusOptions,
): WrittenConversation {
  const known = idsOf(store, place)
  let pending: NewStoredLine[] = []
  let added = 0
  let there = 0
  let index = 0
  let last = startedAt
  const flush = (): void => {
    added += store.append(place, pending).length
    pending = []
  }
  for (const line of convertToStream(session, madeBy, title)) {
    const stored = line.from && storedRecord(line.from)
    // A line from another store keeps its id and time.
    const id =
      (stored && text(stored, 'id')) || stableId(place.conversation, String(index), Buffer.from(line.text))
    last = (stored && readTimestamp(stored)) ?? timeOf?.(line) ?? line.time ?? last
    if (known.has(id)) there += 1
    else {
      const titled = title === undefined || index > 0 ? {} : {title}
      pending.push({line: line.text, time: last, id, fields: {...(stored && extraFields(stored)), ...titled}})
    }
    index += 1
    if (pending.length >= batchSize) flush()
  }
  flush()
  if (added > 0) store.sync(place)
  return {place, added, alreadyStored: there}
}

function idsOf(store: ConversationStore, place: ConversationPlace): ReadonlySet<string> {
  const isThere = store
    .list()
    .some(
      ({workspace, agent, conversation, layout}) =>
        layout === 'conversations' &&
        workspace === place.workspace &&
        agent === place.agent &&
        conversation === place.conversation,
    )
  const ids = new Set<string>()
  if (isThere)
    for (const record of store.read(place)) if (record.kind === 'message') ids.add(record.message.id)
  return ids
}

/** A row that Chorus wrote is kept next to the line that was made from it; other fields of an envelope are copied. */
function extraFields(record: JsonObject): JsonObject {
  const {claudeMessage, id, conversationId, agentId, timestamp, ...rest} = record
  return claudeMessage === undefined ? {row: record} : rest
}

function readTimestamp(record: JsonObject): Instant | undefined {
  return possibleInstant(Date.parse(text(record, 'timestamp') ?? ''))
}

/** The record of a line from a store; `undefined` for other lines. */
function storedRecord(line: Line): JsonObject | undefined {
  if (line.kind === 'message') return line.message.dialect === 'stored' ? line.message.record : undefined
  return line.kind === 'unknown' && isJsonObject(line.value) && isJsonObject(line.value['claudeMessage'])
    ? line.value
    : undefined
}
