import type {KnownBlock} from '@slack/types'

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
