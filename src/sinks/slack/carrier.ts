import type {KnownBlock, MessageMetadata} from '@slack/types'
import {headKey, partId} from './outgoing.ts'
import type {Part, ThreadBook} from './thread-book.ts'

/** How much goes into one message; the same as what a single message may hold. */
export interface CarrierLimits {
  readonly blocks: number
  readonly characters: number
}

/** The parts that are posted next, in one message: the first, and where more have waited, as many as there is room for. */
export function nextKeys(book: ThreadBook, limits: CarrierLimits, postsOnly: boolean): readonly string[] {
  const ready = ({wanted}: Part): boolean => wanted.settled || wanted.key === headKey
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
  let characters = sizeOf(part.wanted.blocks)
  for (const key of rest) {
    const next = book.parts.get(key)
    if (!next?.wanted.settled || next.form !== 'any' || next.wanted.file || key === headKey) break
    blocks += next.wanted.blocks.length
    characters += sizeOf(next.wanted.blocks)
    if (blocks > limits.blocks || characters > limits.characters) break
    keys.push(key)
  }
  return keys
}

/** The parts of one message as Slack takes them; nothing where they are too much for one, or not all known. */
export function payloadOf(
  session: string,
  book: ThreadBook,
  keys: readonly string[],
  limits: CarrierLimits,
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
  const size = parts.reduce((sum, {wanted}) => sum + sizeOf(wanted.blocks), 0)
  if (blocks.length > limits.blocks || (keys.length > 1 && size > limits.characters)) return undefined
  return {...about, blocks}
}

/** How many characters blocks hold. */
function sizeOf(blocks: readonly KnownBlock[]): number {
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
