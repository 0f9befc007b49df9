import {createHash} from 'node:crypto'
import type {KnownBlock, MessageMetadata} from '@slack/types'
import {readField, readTextField, type SlackResponse, toArray} from './slack-api.ts'
import type {MessagePart, ThreadState} from './thread-state.ts'

/** The wanted state of a message in its thread. */
export interface OutgoingMessage {
  /** Identifies the message when it changes. */
  readonly key: string
  readonly blocks: readonly KnownBlock[]
  /** For notifications, and if Slack rejects the blocks. */
  readonly text: string
  /** It is not expected to change any more. */
  readonly settled: boolean
  readonly file: {readonly name: string; readonly title: string; readonly content: string} | undefined
}

/** The key of the first message of a thread. */
export const headKey = 'session'

/** Marks our messages in a thread. */
const prefix = 'recount'

const hashed = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

/** A hash of the content; unchanged messages are not sent again. */
export const hashMessage = ({blocks, text}: OutgoingMessage): string => hashed(JSON.stringify([blocks, text]))

/** The id of a part in Slack, by which it is found again. */
const partId = (session: string, key: string, hash: string): string =>
  `${prefix}:${hashKey(session, key)}:${hash}`

/** A hash of a part's key. */
export const hashKey = (session: string, key: string): string => hashed(`${session}\n${key}`)

/** The parts of a message in Slack, as pairs of key hash and content hash. */
export function readMessageParts(message: SlackResponse): readonly (readonly [string, string])[] {
  const blocks = toArray(message['blocks']).map((block) => readField(block, 'block_id'))
  const noted = readTextField(readField(readField(message, 'metadata'), 'event_payload'), 'parts')
  return [...(noted?.split(' ') ?? []), ...blocks].flatMap((id) => {
    const [name, key, hash] = typeof id === 'string' ? id.split(':') : []
    return name === prefix && key !== undefined && hash !== undefined ? [[key, hash] as const] : []
  })
}

/** The maximum size of a message. */
export interface SlackMessageLimits {
  readonly blocks: number
  readonly characters: number
}

/** The parts of the next message: the first of the queue, and as many of the following as fit. */
export function selectNextKeys(
  state: ThreadState,
  limits: SlackMessageLimits,
  postsOnly: boolean,
): readonly string[] {
  const ready = ({wanted}: MessagePart): boolean => wanted.settled || wanted.key === headKey
  const queue = postsOnly
    ? state.queue.filter((key) => {
        const part = state.parts.get(key)
        return part !== undefined && ready(part)
      })
    : state.queue
  const [first, ...rest] = queue
  const part = first === undefined ? undefined : state.parts.get(first)
  if (first === undefined || !part) return []
  const keys = [first]
  if (first === headKey || !part.wanted.settled || part.form !== 'any' || part.wanted.file) return keys
  let blocks = part.wanted.blocks.length
  let characters = countCharacters(part.wanted.blocks)
  for (const key of rest) {
    const next = state.parts.get(key)
    if (!next?.wanted.settled || next.form !== 'any' || next.wanted.file || key === headKey) break
    blocks += next.wanted.blocks.length
    characters += countCharacters(next.wanted.blocks)
    if (blocks > limits.blocks || characters > limits.characters) break
    keys.push(key)
  }
  return keys
}

/** The payload of a message; `undefined` if the parts do not fit or are not all known. */
export function buildPayload(
  session: string,
  state: ThreadState,
  keys: readonly string[],
  limits: SlackMessageLimits,
): Readonly<Record<string, unknown>> | undefined {
  const parts = keys.flatMap((key) => state.parts.get(key) ?? [])
  const [first] = parts
  if (!first || parts.length < keys.length) return undefined
  const ids = parts.map(({wanted, hash}) => partId(session, wanted.key, hash))
  // Slack does not accept a list here.
  const metadata: MessageMetadata = {
    event_type: 'recount_message',
    event_payload: {parts: ids.join(' ')},
  }
  const about = {text: first.wanted.text, metadata}
  // Without this field, the old blocks would stay.
  if (first.form === 'plain') return {...about, blocks: []}
  const blocks = parts.flatMap(({wanted}, index) =>
    wanted.blocks.map((block, at) => (at === 0 ? {...block, block_id: ids[index]} : block)),
  )
  const size = parts.reduce((sum, {wanted}) => sum + countCharacters(wanted.blocks), 0)
  if (blocks.length > limits.blocks || (keys.length > 1 && size > limits.characters)) return undefined
  return {...about, blocks}
}

/** The number of characters in blocks. */
function countCharacters(blocks: readonly KnownBlock[]): number {
  let sum = 0
  for (const block of blocks) {
    if (block.type === 'section') {
      sum += block.text?.text.length ?? 0
      for (const field of block.fields ?? []) sum += field.text.length
    } else if (block.type === 'context')
      for (const element of block.elements) sum += element.type === 'image' ? 0 : element.text.length
    else if (block.type === 'header') sum += block.text.text.length
  }
  return sum
}
