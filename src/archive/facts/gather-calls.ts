import {objects, text, texts} from '../../model/fields.ts'
import {inputFields, isJsonObject, type JsonValue, type Message} from '../../model/index.ts'
import {countSearches} from '../../model/web-tools.ts'
import type {SeenMessage} from './gather-facts.ts'
import {calledPath, messageBlocks, resultState} from './read-search-entries.ts'

/** A call and how it ended, by one file. */
export interface GatheredCall {
  readonly session: string
  readonly id: string
  /** The line of the call; missing if only its result was seen. */
  line: number | undefined
  agent: string | undefined
  tool: string | undefined
  /** The file that it is about. */
  path: string | undefined
  time: number | undefined
  failed: boolean | undefined
  /** It was not allowed to run. */
  denied: boolean | undefined
  /** The response that made it. */
  message: string | undefined
  /** When its result arrived. */
  ended: number | undefined
  /** How many characters of text the model was given. */
  characters: number | undefined
  /** Web searches that its result reports. */
  searches: number | undefined
  /** Lines that it added to files, and removed. */
  added: number | undefined
  removed: number | undefined
}

/** Adds the calls and results of a message, those of one call together. */
export function gatherCalls(calls: BySession<GatheredCall>, seen: SeenMessage): void {
  const {session, line, message, agent, time, response} = seen
  for (const block of messageBlocks(message)) {
    if (block.type === 'tool-call') {
      const call = callIn(calls, session, block.id)
      call.line ??= line
      call.agent ??= agent
      call.tool ??= block.name
      call.path ??= calledPath(inputFields(block.input))
      call.time ??= time
      call.message ??= response?.responseId
    } else if (block.type === 'tool-result') {
      const call = callIn(calls, session, block.callId)
      const state = resultState(block)
      call.failed = state === 'failed' || call.failed === true
      call.denied = state === 'denied' || call.denied === true
      call.ended ??= time
      let characters = 0
      for (const part of block.content) if (part.type === 'text') characters += part.text.length
      call.characters = Math.max(characters, call.characters ?? 0)
      if (state === 'completed') {
        const changed = countChangedLines(block.structured)
        call.added = changed?.added ?? call.added
        call.removed = changed?.removed ?? call.removed
      }
      call.searches = Math.max(countSearches(block), call.searches ?? 0)
    }
  }
  for (const id of deniedCalls(message)) callIn(calls, session, id).denied = true
}

/** The lines that a tool reports to have changed in a file: its patch, or all lines of a new file. */
function countChangedLines(
  structured: JsonValue | undefined,
): {readonly added: number; readonly removed: number} | undefined {
  if (!isJsonObject(structured)) return undefined
  let [added, removed] = [0, 0]
  for (const hunk of objects(structured, 'structuredPatch')) {
    for (const line of texts(hunk, 'lines')) {
      if (line.startsWith('+')) added += 1
      else if (line.startsWith('-')) removed += 1
    }
  }
  const content = structured['type'] === 'create' ? text(structured, 'content') : undefined
  if (content && added === 0) added = content.split('\n').length - (content.endsWith('\n') ? 1 : 0)
  return added + removed === 0 ? undefined : {added, removed}
}

/** Calls that the client says it did not run; their results may be errors in a host's own words. */
function deniedCalls(message: Message): readonly string[] {
  if (message.kind === 'result') return message.denials
  if (message.kind !== 'permission' || message.phase !== 'denied' || message.callId === undefined) return none
  return [message.callId]
}

const none: readonly never[] = []

function callIn(calls: BySession<GatheredCall>, session: string, id: string): GatheredCall {
  const own = calls.of(session)
  const known = own.get(id)
  if (known) return known
  const call: GatheredCall = {
    session,
    id,
    line: undefined,
    agent: undefined,
    tool: undefined,
    path: undefined,
    time: undefined,
    failed: undefined,
    denied: undefined,
    message: undefined,
    ended: undefined,
    characters: undefined,
    searches: undefined,
    added: undefined,
    removed: undefined,
  }
  own.set(id, call)
  return call
}

/** Things by session and by an id that is unique only within the session. */
export type BySession<Thing> = ReturnType<typeof newBySession<Thing>>

/** An empty collection. Most of a file is of one session, so the last session is remembered and no key is put together. */
export function newBySession<Thing>() {
  const sessions = new Map<string, Map<string, Thing>>()
  let last: string | undefined
  let things = new Map<string, Thing>()
  return {
    /** The things of a session, to look up and to add to. */
    of(session: string): Map<string, Thing> {
      if (session === last) return things
      last = session
      things = sessions.get(session) ?? new Map()
      sessions.set(session, things)
      return things
    },
    all: (): readonly Thing[] => [...sessions.values()].flatMap((some) => [...some.values()]),
  }
}
