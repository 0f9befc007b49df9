import {slackLimits} from './slack-limits.ts'
import {fitBlocks, type SlackBlock} from './text/blocks.ts'
import {cutSlackText} from './text/cut-slack-text.ts'
import {escapeSlack} from './text/escape-slack.ts'

/** A file that is sent with a message whose text is too long for Slack. */
export interface SlackFile {
  readonly name: string
  readonly title: string
  readonly content: string
}

/** The current state of one message of a thread. */
export interface SlackMessage {
  /** Stays the same when the message changes or the session is posted again. */
  readonly key: string
  readonly blocks: readonly SlackBlock[]
  /** The text of the notification. */
  readonly text: string
  /** No further change is expected. */
  readonly settled: boolean
  readonly file: SlackFile | undefined
}

/** The state of the run, for the reaction on the first message. */
export type SlackStatus = 'running' | 'completed' | 'failed' | 'cut-off'

/** A message with the notification text of its blocks. */
export const createSlackMessage = (
  key: string,
  blocks: readonly SlackBlock[],
  settled: boolean,
): SlackMessage => ({key, blocks, text: notificationText(blocks), settled, file: undefined})

/** Blocks in as many messages as they need; the key of later ones is the first one's with a number. */
export function splitIntoMessages(
  key: string,
  blocks: readonly SlackBlock[],
  settled: boolean,
): readonly SlackMessage[] {
  const messages: SlackMessage[] = []
  for (let rest = blocks; rest.length > 0; ) {
    const [fitting, others] = fitBlocks(rest)
    const name = messages.length === 0 ? key : `${key}#${messages.length + 1}`
    messages.push(createSlackMessage(name, fitting, settled))
    rest = others
  }
  return messages
}

const maxNotificationLength = 500

/** The first words of blocks. They are markup, which the text of a header is not. */
function notificationText(blocks: readonly SlackBlock[]): string {
  const words = blocks.flatMap((block) => {
    if (block.type === 'context' || !block.text) return []
    return [block.text.type === 'plain_text' ? escapeSlack(block.text.text) : block.text.text]
  })
  return cutSlackText(words.join('\n'), Math.min(maxNotificationLength, slackLimits.updateText.max)) || '…'
}
