import {text} from '../model/fields.ts'
import type {Instant, JsonObject, Line} from '../model/index.ts'
import {isJsonObject} from '../model/index.ts'
import {possibleInstant} from '../model/instant.ts'
import type {ConversationStore, NewStoredLine} from './conversation-store.ts'
import type {ConversationPlace} from './list-conversations.ts'
import {stableId} from './stored-message.ts'
import type {SavedSession, StreamLine} from './stream/convert-to-stream.ts'
import {convertToStream} from './stream/convert-to-stream.ts'

/** What came of writing a conversation. */
export interface WrittenConversation {
  readonly place: ConversationPlace
  readonly added: number
  /** Messages that were there already. */
  readonly alreadyStored: number
}

/** How a conversation is written. */
export interface WriteChorusOptions {
  /** Who made the stream, where one had to be made from a transcript. */
  readonly madeBy: string
  /** What the conversation is called, where its files do not tell or tell otherwise. */
  readonly title?: string | undefined
  /** When the session began, as far as anybody knows: lines before the first that tells its time came then. */
  readonly startedAt?: Instant | undefined
  /** When a line came, for those who know it better than the line. */
  timeOf?(line: StreamLine): Instant | undefined
}

/** Appended in one go. */
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
    // What comes out of another store keeps its id and its time.
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

/** A row of Chorus's own is kept beside the line that was made of it; an envelope's own fields go with it. */
function extraFields(record: JsonObject): JsonObject {
  const {claudeMessage, id, conversationId, agentId, timestamp, ...rest} = record
  return claudeMessage === undefined ? {row: record} : rest
}

function readTimestamp(record: JsonObject): Instant | undefined {
  return possibleInstant(Date.parse(text(record, 'timestamp') ?? ''))
}

/** What stood in a store; nothing for every other line. */
function storedRecord(line: Line): JsonObject | undefined {
  if (line.kind === 'message') return line.message.dialect === 'stored' ? line.message.record : undefined
  return line.kind === 'unknown' && isJsonObject(line.value) && isJsonObject(line.value['claudeMessage'])
    ? line.value
    : undefined
}
