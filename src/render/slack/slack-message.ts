import {slackLimits} from './slack-limits.ts'
import {fitBlocks, type SlackBlock} from './text/blocks.ts'
import {escapeSlack} from './text/escape-slack.ts'
import {cutSlackText} from './text/sanitize.ts'

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

/** Blocks in as many messages as they need; those behind the first have its key and their number. */
export function splitIntoMessages(
  key: string,
  blocks: readonly SlackBlock[],
  settled: boolean,
): readonly SlackMessage[] {
  const messages: SlackMessage[] = []
  for (let rest = blocks; rest.length > 0; ) {
    const [fitting, others] = fitBlocks(rest)
    const name = messages.length === 0 ? key : `${key}#${messages.length + 1}`
    messages.push({key: name, blocks: fitting, text: notificationText(fitting), settled, file: undefined})
    rest = others
  }
  return messages
}

const maxNotificationLength = 500

/** What a notification says of blocks: their first words. It is markup, which the text of a header is not. */
export function notificationText(blocks: readonly SlackBlock[]): string {
  const words = blocks.flatMap((block) => {
    if (block.type === 'context') return []
    if (!block.text) return []
    return [block.text.type === 'plain_text' ? escapeSlack(block.text.text) : block.text.text]
  })
  return cutSlackText(words.join('\n'), Math.min(maxNotificationLength, slackLimits.updateText.max)) || '…'
}
