import type {SlackBlock} from './blocks.ts'
import {cutText} from './cut.ts'
import {escapeText} from './escape.ts'
import {slackLimits} from './limits.ts'

const longestNotice = 500

/** What a notification says of blocks: their first words. It is markup, which the text of a header is not. */
export function noticeText(blocks: readonly SlackBlock[]): string {
  const words = blocks.flatMap((block) => {
    if (block.type === 'context') return []
    if (!block.text) return []
    return [block.text.type === 'plain_text' ? escapeText(block.text.text) : block.text.text]
  })
  return cutText(words.join('\n'), Math.min(longestNotice, slackLimits.updateText.most)) || '…'
}
