import type {ContextBlock, HeaderBlock, SectionBlock} from '@slack/types'
import {cutText} from './cut.ts'
import {slackLimits} from './limits.ts'
import {splitText} from './split.ts'

/** The blocks that messages are made of. */
export type SlackBlock = ContextBlock | HeaderBlock | SectionBlock

/** Text in as many sections as it needs, but no more than `most`. */
export const sections = (text: string, most: number = slackLimits.blocks.most): readonly SectionBlock[] =>
  splitText(text, slackLimits.sectionText.most)
    .slice(0, most)
    .map((part) => ({type: 'section', text: {type: 'mrkdwn', text: part}}))

/** A heading; it knows no markup. */
export const header = (text: string): HeaderBlock => ({
  type: 'header',
  text: {type: 'plain_text', text: cutText(text, slackLimits.headerText.most)},
})

/** Named values beside each other. */
export const fieldSection = (fields: readonly (readonly [string, string])[]): SectionBlock => ({
  type: 'section',
  fields: fields.slice(0, slackLimits.sectionFields.most).map(([label, value]) => ({
    type: 'mrkdwn',
    text: cutText(`*${label}:*\n${value}`, slackLimits.fieldText.most),
  })),
})

/** Small print. */
export const context = (text: string): ContextBlock => ({
  type: 'context',
  elements: [{type: 'mrkdwn', text: cutText(text, slackLimits.contextText.most)}],
})

/** How many characters blocks hold, as Slack counts them. */
export function charactersOf(blocks: readonly SlackBlock[]): number {
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

/** Blocks as far as one message takes them, and those that are left. */
export function fitBlocks(
  blocks: readonly SlackBlock[],
): readonly [readonly SlackBlock[], readonly SlackBlock[]] {
  let characters = 0
  let end = 0
  for (const block of blocks) {
    characters += charactersOf([block])
    if (end >= slackLimits.blocks.most || characters > slackLimits.messageText.most) break
    end += 1
  }
  return [blocks.slice(0, Math.max(1, end)), blocks.slice(Math.max(1, end))]
}
