import {randomUUID} from 'node:crypto'
import {existsSync} from 'node:fs'
import {basename, join, resolve} from 'node:path'
import {setTimeout as pause} from 'node:timers/promises'
import {Conversation} from '../conversation/index.ts'
import type {Instant, JsonObject, Usage} from '../model/index.ts'
import {conversationOf, timeOf} from '../model/line.ts'
import {followFile, readChunks, readFileLines} from '../sources/index.ts'
import {appendStoreLines, splitByteLines, syncFile} from './append-lines.ts'
import type {ConversationPlace, StoredConversation} from './list-conversations.ts'
import {conversationFile, listConversations} from './list-conversations.ts'
import {changeConfig, readConfig, type Workspace, withWorkspace} from './store-config.ts'
import {StoreError, withStoreError} from './store-error.ts'
import {readStored, type StoredRecord, writeStored} from './stored-message.ts'

/** A line to store. */
export interface NewStoredLine {
  /** The exact line of Claude Code, without its newline. */
  readonly line: string | Uint8Array
  /** When it arrived. Default: now. */
  readonly time?: Instant | undefined
  /** Default: a new one. */
  readonly id?: string | undefined
  /** Additional fields of the envelope. */
  readonly fields?: JsonObject | undefined
}

/** A Chorus store: a folder of conversations. Every method except `follow` is synchronous. */
export interface ConversationStore {
  /** The `.chorus` folder. */
  readonly folder: string
  /** The settings, with every field. */
  config(): JsonObject
  /** Changes the settings, one writer after the other, in one step. */
  changeConfig(change: (config: JsonObject) => JsonObject): JsonObject
  /** Adds a workspace and one of its agents to the settings. */
  addWorkspace(workspace: Workspace, agent: string): void
  list(): readonly StoredConversation[]
  /** Appends lines in one step and returns their ids. Several programs can append at the same time. */
  append(place: ConversationPlace, additions: Iterable<NewStoredLine>): readonly string[]
  /** Syncs a conversation to the disk; this also happens automatically once per second. */
  sync(place: ConversationPlace): void
  read(conversation: ConversationPlace | StoredConversation): Generator<StoredRecord>
  /** Yields everything that exists, and then new lines until `stopped` resolves. */
  follow(
    conversation: ConversationPlace | StoredConversation,
    stopped: Promise<unknown>,
  ): AsyncGenerator<StoredRecord>
  /** The usage and cost of a conversation. */
  sum(conversation: ConversationPlace | StoredConversation): ConversationSum
}

/** The sources of times and ids. */
export interface StoreOptions {
  readonly now?: () => number
  readonly newId?: () => string
}

const syncIntervalMs = 1000

/** Opens a conversation store: the `.chorus` folder, or the folder that contains it or will. Nothing is created before it is needed. */
export function openConversationStore(
  dir: string,
  {now = Date.now, newId = randomUUID}: StoreOptions = {},
): ConversationStore {
  const folder = storeFolder(dir)
  const config = join(folder, 'config.json')
  const synced = new Map<string, number>()
  const pathOf = (place: ConversationPlace | StoredConversation): string => {
    // A listed conversation has its path.
    if ('path' in place) return place.path
    const own = conversationFile(folder, checkIds(place))
    if (existsSync(own)) return own
    const {workspace, agent, conversation} = place
    const chorus = join(folder, 'sessions', workspace, agent, `${conversation}-messages.jsonl`)
    return existsSync(chorus) ? chorus : own
  }
  return {
    folder,
    config: () => readConfig(config),
    changeConfig: (change) => withStoreError(`write ${config}`, () => changeConfig(config, change)),
    addWorkspace(workspace, agent) {
      withStoreError(`write ${config}`, () =>
        changeConfig(config, (before) => withWorkspace(before, workspace, agent)),
      )
    },
    list: () => listConversations(folder),
    append(place, additions) {
      const path = conversationFile(folder, checkIds(place))
      const {agent: agentId, conversation: conversationId} = place
      const ids: string[] = []
      const lines: Uint8Array[] = []
      for (const {line, time = now(), id = newId(), fields} of additions) {
        ids.push(id)
        lines.push(writeStored(bytesOf(line), {id, conversationId, agentId, time, fields}))
      }
      if (lines.length === 0) return ids
      // The clock can go back.
      const isDue = Math.abs(now() - (synced.get(path) ?? 0)) >= syncIntervalMs
      if (isDue) synced.set(path, now())
      withStoreError(`keep a message in ${path}`, () => appendStoreLines(path, Buffer.concat(lines), isDue))
      return ids
    },
    sync(place) {
      const path = conversationFile(folder, checkIds(place))
      withStoreError(`sync ${path}`, () => syncFile(path))
    },
    *read(place) {
      const path = pathOf(place)
      const splitter = splitByteLines()
      const chunks = readChunks(path)
      try {
        for (;;) {
          const {done, value} = withStoreError(`read ${path}`, () => chunks.next())
          if (done) break
          for (const line of splitter.push(value)) yield readStored(line)
        }
      } finally {
        // The caller can stop anywhere.
        chunks.return(undefined)
      }
      const last = splitter.end()
      if (last) yield readStored(last)
    },
    async *follow(place, stopped) {
      let over = false
      const ended = stopped.then(() => {
        over = true
      })
      while (!existsSync(pathOf(place))) {
        if (over) return
        await Promise.race([ended, pause(100)])
      }
      const splitter = splitByteLines()
      for await (const chunk of followFile(pathOf(place), {ended}))
        for (const line of splitter.push(chunk)) yield readStored(line)
      const last = splitter.end()
      if (last) yield readStored(last)
    },
    sum: (place) => withStoreError('add it up', () => sumConversation(pathOf(place))),
  }
}

/** The store in a folder: the folder itself if it has a store's content, whatever its name. */
function storeFolder(dir: string): string {
  const folder = resolve(dir)
  const parts = ['config.json', 'conversations', 'sessions']
  const isStore = basename(folder) === '.chorus' || parts.some((part) => existsSync(join(folder, part)))
  return isStore && !existsSync(join(folder, '.chorus')) ? folder : join(folder, '.chorus')
}

/** An id is a file name: it must not lead out of the store, and must be valid on every system. */
const validId = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,199}$/

function checkIds(place: ConversationPlace): ConversationPlace {
  for (const id of [place.workspace, place.agent, place.conversation])
    if (!validId.test(id))
      throw new StoreError(
        `Cannot use the id ${JSON.stringify(id)}: it can contain only letters, digits, ".", "_" and "-".`,
      )
  return place
}

const bytesOf = (line: string | Uint8Array): Uint8Array =>
  typeof line === 'string' ? Buffer.from(line) : line

/** The totals of a conversation. */
export interface ConversationSum {
  readonly messages: number
  /** Its sessions; the last one is resumed. */
  readonly sessions: readonly string[]
  readonly startedAt: Instant | undefined
  readonly endedAt: Instant | undefined
  readonly usage: Usage
  /** False if output tokens are a lower bound. */
  readonly complete: boolean
  /** The cost reported by the client, each process and session once; `undefined` if it reported none. */
  readonly costUSD: number | undefined
}

/** Adds up a conversation's file. */
function sumConversation(path: string): ConversationSum {
  const state = new Conversation({keep: 'nothing'})
  let messages = 0
  let startedAt: Instant | undefined
  let endedAt: Instant | undefined
  let conversation: string | undefined
  for (const line of readFileLines(path)) {
    state.add(line)
    conversation ??= conversationOf(line)
    if (line.kind !== 'unreadable') messages += 1
    const time = timeOf(line)
    if (time === undefined) continue
    startedAt = Math.min(startedAt ?? time, time)
    endedAt = Math.max(endedAt ?? time, time)
  }
  state.end(path)
  const {usage, complete, reportedCostUsd} = state.spending()
  return {
    messages,
    sessions: [...state.sessions.keys()].filter((session) => session !== path && session !== conversation),
    startedAt,
    endedAt,
    usage,
    complete,
    costUSD: reportedCostUsd,
  }
}
