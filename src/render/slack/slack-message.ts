import type {SlackBlock} from './blocks.ts'

/** A file that is sent with a message whose text is too long for Slack. */
export interface SlackFile {
  readonly name: string
  readonly title: string
  readonly content: string
}

/** One message of a thread as it should stand there now. */
export interface SlackMessage {
  /** The same for the same message, however it changes and whoever tells it again. */
  readonly key: string
  readonly blocks: readonly SlackBlock[]
  /** What a notification says. */
  readonly text: string
  /** Nothing more is expected to change in it. */
  readonly settled: boolean
  readonly file: SlackFile | undefined
}

/** How the run stands, for the reaction on the first message. */
export type SlackStatus = 'running' | 'completed' | 'failed' | 'cut-off'
