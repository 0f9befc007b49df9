import {createHash} from 'node:crypto'
import type {KnownBlock} from '@slack/types'
import type {SlackAnswer} from './slack-api.ts'
import {arrayOf, fieldOf, textOf} from './slack-api.ts'

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
export const hashOf = ({blocks, text}: OutgoingMessage): string => hashed(JSON.stringify([blocks, text]))

/** What stands in Slack with each part of a message, so that it is found again: whose it is and what it says. */
export const partId = (session: string, key: string, hash: string): string =>
  `${prefix}:${keyId(session, key)}:${hash}`

/** A part of a session, in short. */
export const keyId = (session: string, key: string): string => hashed(`${session}\n${key}`)

/** The parts that a message in Slack holds, as pairs of a part and what it says. */
export function partsIn(message: SlackAnswer): readonly (readonly [string, string])[] {
  const blocks = arrayOf(message['blocks']).map((block) => fieldOf(block, 'block_id'))
  const told = textOf(fieldOf(fieldOf(message, 'metadata'), 'event_payload'), 'parts')
  return [...(told?.split(' ') ?? []), ...blocks].flatMap((id) => {
    const [name, key, hash] = typeof id === 'string' ? id.split(':') : []
    return name === prefix && key !== undefined && hash !== undefined ? [[key, hash] as const] : []
  })
}
