import type {ContextBlock, HeaderBlock, SectionBlock} from '@slack/types'
import {slackLimits} from '../slack-limits.ts'
import {cutSlackText, safeEnd} from './cut-slack-text.ts'

/** The blocks that messages are made of. */
export type SlackBlock = ContextBlock | HeaderBlock | SectionBlock

/** Text in as many sections as it needs, but no more than `max`. */
export const sectionBlocks = (text: string, max: number = slackLimits.blocks.max): readonly SectionBlock[] =>
  splitText(text, slackLimits.sectionText.max)
    .slice(0, max)
    .map((part) => ({type: 'section', text: {type: 'mrkdwn', text: part}}))

/** A heading, in which nothing is markup. */
export const headerBlock = (text: string): HeaderBlock => ({
  type: 'header',
  text: {type: 'plain_text', text: cutSlackText(text, slackLimits.headerText.max)},
})

/** Named values next to each other. */
export const fieldsBlock = (fields: readonly (readonly [string, string])[]): SectionBlock => ({
  type: 'section',
  fields: fields.slice(0, slackLimits.sectionFields.max).map(([label, value]) => ({
    type: 'mrkdwn',
    text: cutSlackText(`*${label}:*\n${value}`, slackLimits.fieldText.max),
  })),
})

/** Small print. */
export const contextBlock = (text: string): ContextBlock => ({
  type: 'context',
  elements: [{type: 'mrkdwn', text: cutSlackText(text, slackLimits.contextText.max)}],
})

/** The number of characters in blocks, as Slack counts them. */
export function countBlockCharacters(blocks: readonly SlackBlock[]): number {
  let sum = 0
  for (const block of blocks) {
    if (block.type === 'context')
      for (const element of block.elements) sum += element.type === 'image' ? 0 : element.text.length
    else {
      sum += block.text?.text.length ?? 0
      if (block.type === 'section') for (const field of block.fields ?? []) sum += field.text.length
    }
  }
  return sum
}

/** The blocks that fit into one message, and the rest. */
export function fitBlocks(
  blocks: readonly SlackBlock[],
): readonly [readonly SlackBlock[], readonly SlackBlock[]] {
  let characters = 0
  let end = 0
  for (const block of blocks) {
    characters += countBlockCharacters([block])
    if (end >= slackLimits.blocks.max || characters > slackLimits.messageText.max) break
    end += 1
  }
  return [blocks.slice(0, Math.max(1, end)), blocks.slice(Math.max(1, end))]
}

const fence = '```'
/** Room for closing a fence at the end of a part. */
const reserve = 5

/**
 * Splits a finished text into parts of at max `max` characters, at the end of a paragraph, a line or a word if possible.
 * Code that continues in the next part is closed in the one and opened in the other.
 */
export function splitText(text: string, max: number): readonly string[] {
  const parts: string[] = []
  let rest = text.trimEnd()
  let isOpen = false
  while (rest !== '') {
    const start: string = isOpen ? `${fence}\n` : ''
    const room = max - start.length
    const end = rest.length <= room ? rest.length : endOfPart(rest, room - reserve)
    const piece: string = rest.slice(0, end)
    const opens: boolean = (start + piece).split(fence).length % 2 === 0
    const part = start + (opens ? `${piece.trimEnd()}\n${fence}` : piece.trimEnd())
    if (part.replaceAll(fence, '').trim() !== '') parts.push(part)
    rest = opens ? rest.slice(end).replace(/^\n/, '') : rest.slice(end).replace(/^\s+/, '')
    isOpen = opens && rest !== ''
  }
  return parts
}

/** Where to end a part: at a paragraph, line or word in its second half, if there is one. */
function endOfPart(text: string, max: number): number {
  const safe = safeEnd(text, max) || max
  const head = text.slice(0, safe)
  for (const mark of ['\n\n', '\n', ' ']) {
    const at = head.lastIndexOf(mark)
    if (at > safe / 2) return at + (mark === ' ' ? 1 : mark.length)
  }
  // A fence must not be cut in two.
  const ticks = /`{1,2}$/.exec(head)
  return ticks && text.charAt(safe) === '`' ? safe - ticks[0].length || safe : safe
}
