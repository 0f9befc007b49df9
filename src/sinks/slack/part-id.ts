import {createHash} from 'node:crypto'
import type {OutgoingMessage} from './outgoing.ts'
import type {SlackAnswer} from './slack-api.ts'

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

/** A list in an answer; anything else is an empty one. */
export const arrayOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** A field of an answer, where it has such. */
export const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? new Map<string, unknown>(Object.entries(value)).get(name)
    : undefined

/** A text in an answer. */
export function textOf(value: unknown, name: string): string | undefined {
  const text = fieldOf(value, name)
  return typeof text === 'string' && text !== '' ? text : undefined
}
