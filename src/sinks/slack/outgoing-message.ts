import {createHash} from 'node:crypto'
import type {KnownBlock, MessageMetadata} from '@slack/types'
import type {SlackResponse} from './slack-api.ts'
import {readField, readTextField, toArray} from './slack-api.ts'
import type {MessagePart, ThreadState} from './thread-state.ts'

/** A message as it should stand in its thread now. */
export interface OutgoingMessage {
  /** The same for the same message, however it changes. */
  readonly key: string
  readonly blocks: readonly KnownBlock[]
  /** For notifications, and where blocks are not taken. */
  readonly text: string
  /** Nothing more is expected to change in it. */
  readonly settled: boolean
  readonly file: {readonly name: string; readonly title: string; readonly content: string} | undefined
}

/** The message that heads a thread. */
export const headKey = 'session'

/** The name by which our messages are known in a thread. */
const prefix = 'recount'

const hashed = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

/** What a message says, in short; two that say the same need not be sent twice. */
export const hashMessage = ({blocks, text}: OutgoingMessage): string => hashed(JSON.stringify([blocks, text]))

/** What stands in Slack with each part of a message, so that it is found again: whose it is and what it says. */
const partId = (session: string, key: string, hash: string): string =>
  `${prefix}:${hashKey(session, key)}:${hash}`

/** A part of a session, in short. */
export const hashKey = (session: string, key: string): string => hashed(`${session}\n${key}`)

/** The parts that a message in Slack holds, as pairs of a part and what it says. */
export function readMessageParts(message: SlackResponse): readonly (readonly [string, string])[] {
  const blocks = toArray(message['blocks']).map((block) => readField(block, 'block_id'))
  const told = readTextField(readField(readField(message, 'metadata'), 'event_payload'), 'parts')
  return [...(told?.split(' ') ?? []), ...blocks].flatMap((id) => {
    const [name, key, hash] = typeof id === 'string' ? id.split(':') : []
    return name === prefix && key !== undefined && hash !== undefined ? [[key, hash] as const] : []
  })
}

/** How much goes into one message; the same as what a single message may hold. */
export interface SlackMessageLimits {
  readonly blocks: number
  readonly characters: number
}

/** The parts that are posted next, in one message: the first, and where more have waited, as many as there is room for. */
export function selectNextKeys(
  book: ThreadState,
  limits: SlackMessageLimits,
  postsOnly: boolean,
): readonly string[] {
  const ready = ({wanted}: MessagePart): boolean => wanted.settled || wanted.key === headKey
  const queue = postsOnly
    ? book.queue.filter((key) => {
        const part = book.parts.get(key)
        return part !== undefined && ready(part)
      })
    : book.queue
  const [first, ...rest] = queue
  const part = first === undefined ? undefined : book.parts.get(first)
  if (first === undefined || !part) return []
  const keys = [first]
  if (first === headKey || !part.wanted.settled || part.form !== 'any' || part.wanted.file) return keys
  let blocks = part.wanted.blocks.length
  let characters = countCharacters(part.wanted.blocks)
  for (const key of rest) {
    const next = book.parts.get(key)
    if (!next?.wanted.settled || next.form !== 'any' || next.wanted.file || key === headKey) break
    blocks += next.wanted.blocks.length
    characters += countCharacters(next.wanted.blocks)
    if (blocks > limits.blocks || characters > limits.characters) break
    keys.push(key)
  }
  return keys
}

/** The parts of one message as Slack takes them; nothing where they are too much for one, or not all known. */
export function buildPayload(
  session: string,
  book: ThreadState,
  keys: readonly string[],
  limits: SlackMessageLimits,
): Readonly<Record<string, unknown>> | undefined {
  const parts = keys.flatMap((key) => book.parts.get(key) ?? [])
  const [first] = parts
  if (!first || parts.length < keys.length) return undefined
  const ids = parts.map(({wanted, hash}) => partId(session, wanted.key, hash))
  // A list of texts is nothing that Slack takes here.
  const metadata: MessageMetadata = {
    event_type: 'recount_message',
    event_payload: {parts: ids.join(' ')},
  }
  const about = {text: first.wanted.text, metadata}
  // Blocks that are not named would stay as they were.
  if (first.form === 'plain') return {...about, blocks: []}
  const blocks = parts.flatMap(({wanted}, index) =>
    wanted.blocks.map((block, at) => (at === 0 ? {...block, block_id: ids[index]} : block)),
  )
  const size = parts.reduce((sum, {wanted}) => sum + countCharacters(wanted.blocks), 0)
  if (blocks.length > limits.blocks || (keys.length > 1 && size > limits.characters)) return undefined
  return {...about, blocks}
}

/** How many characters blocks hold. */
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
