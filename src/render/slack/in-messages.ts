import type {SlackBlock} from './blocks.ts'
import {fitBlocks} from './blocks.ts'
import {noticeText} from './plain-text.ts'
import type {SlackMessage} from './slack-message.ts'

/** Blocks in as many messages as they need; those behind the first have its key and their number. */
export function inMessages(
  key: string,
  blocks: readonly SlackBlock[],
  settled: boolean,
): readonly SlackMessage[] {
  const messages: SlackMessage[] = []
  for (let rest = blocks; rest.length > 0; ) {
    const [fitting, others] = fitBlocks(rest)
    const name = messages.length === 0 ? key : `${key}#${messages.length + 1}`
    messages.push({key: name, blocks: fitting, text: noticeText(fitting), settled, file: undefined})
    rest = others
  }
  return messages
}
