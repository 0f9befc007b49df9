import type {JournalRecord} from './journal.ts'
import {hashMessage, headKey, type OutgoingMessage} from './outgoing-message.ts'

/** A message to post. */
export interface MessagePart {
  wanted: OutgoingMessage
  hash: string
  readonly since: number
  /** When it was last sent. */
  sentAt: number
  /** A rejected message is retried in a simpler form: alone, then without blocks. */
  form: 'any' | 'alone' | 'plain'
}

/** A message in Slack: usually one part, several if many were waiting. */
interface PostedMessage {
  readonly ts: string
  readonly keys: string[]
}

/** The wanted messages of a thread, and what is in Slack. */
export class ThreadState {
  readonly parts = new Map<string, MessagePart>()
  readonly posted = new Map<string, PostedMessage>()
  /** Files that were sent, and those that may have been sent. */
  readonly files = new Set<string>()
  readonly triedFiles = new Set<string>()
  /** An attempt without a response; Slack is searched before it is repeated. */
  pending: {readonly keys: readonly string[]; readonly at: number} | undefined
  channel: string | undefined
  reaction: {readonly name: string | undefined; readonly sure: boolean} = {name: undefined, sure: true}
  /** The thread's timestamp: given, or that of the first message. */
  root: string | undefined
  readonly #sent = new Map<string, {ts: string; hash: string}>()
  readonly #queue: string[] = []
  readonly #dirty = new Set<string>()

  constructor(root: string | undefined, records: readonly JournalRecord[]) {
    this.root = root
    for (const record of records) this.apply(record)
  }

  /** Sets the wanted state of a message. */
  put(message: OutgoingMessage, now: number): void {
    const part = this.parts.get(message.key)
    const hash = hashMessage(message)
    if (part) {
      part.wanted = message
      part.hash = hash
    } else {
      this.parts.set(message.key, {wanted: message, hash, since: now, sentAt: 0, form: 'any'})
      if (!this.#sent.has(message.key)) this.#queue.push(message.key)
    }
    this.#updateDirty(message.key)
  }

  /** Applies a step. */
  apply(record: JournalRecord): void {
    switch (record.kind) {
      case 'try':
        this.pending = {keys: record.keys, at: record.at}
        return
      case 'posted':
        this.pending = undefined
        this.channel = record.channel
        this.posted.set(record.ts, {ts: record.ts, keys: record.parts.map(([key]) => key)})
        if (record.parts.some(([key]) => key === headKey)) this.root ??= record.ts
        this.#send(record.ts, record.parts)
        return
      case 'updated':
        this.#send(record.ts, record.parts)
        return
      case 'refused':
        this.pending = undefined
        return
      case 'gone':
        this.#forget(record.ts)
        return
      case 'file-try':
        this.triedFiles.add(record.key)
        return
      case 'file':
        this.files.add(record.key)
        return
      case 'reaction':
        this.reaction = {name: record.name, sure: record.sure}
    }
  }

  /** Messages that are not posted yet, in order. */
  get queue(): readonly string[] {
    return this.#queue
  }

  /** Messages that are out of date in Slack. */
  get dirty(): ReadonlySet<string> {
    return this.#dirty
  }

  postedWith(key: string): PostedMessage | undefined {
    const sent = this.#sent.get(key)
    return sent && this.posted.get(sent.ts)
  }

  /** Marks a message to be posted again. */
  detach(key: string): void {
    const carrier = this.postedWith(key)
    this.#sent.delete(key)
    this.#dirty.delete(key)
    if (carrier) {
      carrier.keys.splice(carrier.keys.indexOf(key), 1)
      // The other parts of its message are out of date until they are sent without it.
      this.#send(
        carrier.ts,
        carrier.keys.map((other) => [other, ''] as const),
      )
    }
    if (this.parts.has(key) && !this.#queue.includes(key)) this.#queue.unshift(key)
  }

  /** Gives up on a message. */
  drop(key: string): void {
    const at = this.#queue.indexOf(key)
    if (at >= 0) this.#queue.splice(at, 1)
    this.#dirty.delete(key)
  }

  /** Slack only appends, so messages before one that is already posted are dropped. */
  dropEarlier(): void {
    let last = -1
    const keys = [...this.parts.keys()]
    keys.forEach((key, index) => {
      if (this.#sent.has(key)) last = index
    })
    for (const key of keys.slice(0, Math.max(0, last))) if (!this.#sent.has(key)) this.drop(key)
  }

  #send(ts: string, parts: readonly (readonly [string, string])[]): void {
    for (const [key, hash] of parts) {
      this.#sent.set(key, {ts, hash})
      const at = this.#queue.indexOf(key)
      if (at >= 0) this.#queue.splice(at, 1)
      this.#updateDirty(key)
    }
  }

  #updateDirty(key: string): void {
    const sent = this.#sent.get(key)
    const part = this.parts.get(key)
    if (sent && part && sent.hash !== part.hash) this.#dirty.add(key)
    else this.#dirty.delete(key)
  }

  #forget(ts: string): void {
    const keys = [...(this.posted.get(ts)?.keys ?? [])]
    for (const key of keys.reverse()) this.detach(key)
    this.posted.delete(ts)
    if (keys.includes(headKey)) this.reaction = {name: undefined, sure: true}
    if (this.root === ts) this.root = undefined
  }
}
