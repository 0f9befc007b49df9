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
import type {Workspace} from './store-config.ts'
import {changeConfig, readConfig, withWorkspace} from './store-config.ts'
import {StoreError, withStoreError} from './store-error.ts'
import type {StoredRecord} from './stored-message.ts'
import {readStored, writeStored} from './stored-message.ts'

/** A line to be kept. */
export interface NewStoredLine {
  /** The line of Claude Code as it stood, without its newline. */
  readonly line: string | Uint8Array
  /** When it came; now, where nobody knows. */
  readonly time?: Instant | undefined
  /** A new one where none is given. */
  readonly id?: string | undefined
  /** Fields to put beside it in the envelope. */
  readonly fields?: JsonObject | undefined
}

/** A Chorus store: a folder of conversations. Every method is synchronous but `follow`. */
export interface ConversationStore {
  /** The `.chorus` folder. */
  readonly folder: string
  /** The settings, every field. */
  config(): JsonObject
  /** Changes the settings, one writer after the other, in one step. */
  changeConfig(change: (config: JsonObject) => JsonObject): JsonObject
  /** Lists a workspace and an agent of it in the settings. */
  addWorkspace(workspace: Workspace, agent: string): void
  list(): readonly StoredConversation[]
  /** Appends lines in one step, and gives their ids. Any number of programs may do so at once. */
  append(place: ConversationPlace, additions: Iterable<NewStoredLine>): readonly string[]
  /** Makes what was appended outlive a power failure; it happens by itself once a second. */
  sync(place: ConversationPlace): void
  read(conversation: ConversationPlace | StoredConversation): Generator<StoredRecord>
  /** Gives what is there, and then what comes, until `stopped` resolves. */
  follow(
    conversation: ConversationPlace | StoredConversation,
    stopped: Promise<unknown>,
  ): AsyncGenerator<StoredRecord>
  /** What a conversation used and cost. */
  sum(conversation: ConversationPlace | StoredConversation): ConversationSum
}

/** Where a store's times and ids come from. */
export interface StoreOptions {
  readonly now?: () => number
  readonly newId?: () => string
}

const syncIntervalMs = 1000

/** Opens a conversation store: the `.chorus` folder, or the folder that holds it or will. Nothing is made before it is needed. */
export function openConversationStore(
  dir: string,
  {now = Date.now, newId = randomUUID}: StoreOptions = {},
): ConversationStore {
  const folder = storeFolder(dir)
  const config = join(folder, 'config.json')
  const synced = new Map<string, number>()
  const pathOf = (place: ConversationPlace | StoredConversation): string => {
    // What was listed is where it was found, whatever its ids are.
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
      // A clock may go back.
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
        // Whoever reads may stop anywhere.
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

/** A folder that has what a store has is one, whatever it is called. */
function storeFolder(dir: string): string {
  const folder = resolve(dir)
  const parts = ['config.json', 'conversations', 'sessions']
  const isStore = basename(folder) === '.chorus' || parts.some((part) => existsSync(join(folder, part)))
  return isStore && !existsSync(join(folder, '.chorus')) ? folder : join(folder, '.chorus')
}

/** An id is one name in a path: nothing may lead out of the store, and every system must be able to have it. */
const validId = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,199}$/

function checkIds(place: ConversationPlace): ConversationPlace {
  for (const id of [place.workspace, place.agent, place.conversation])
    if (!validId.test(id))
      throw new StoreError(
        `Cannot use the id ${JSON.stringify(id)}: it may hold letters, digits, ".", "_" and "-".`,
      )
  return place
}

const bytesOf = (line: string | Uint8Array): Uint8Array =>
  typeof line === 'string' ? Buffer.from(line) : line

/** What a conversation comes to. */
export interface ConversationSum {
  readonly messages: number
  /** Each session that it went through, the newest last: this one is resumed. */
  readonly sessions: readonly string[]
  readonly startedAt: Instant | undefined
  readonly endedAt: Instant | undefined
  readonly usage: Usage
  /** False where output tokens are a lower bound. */
  readonly complete: boolean
  /** What the client said it cost, each process and each session once; `undefined` where it did not say. */
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
