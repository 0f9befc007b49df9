import type {ProseBlock} from '../../../page/prose.ts'
import {joinBlocks} from '../join-blocks.ts'
import {type ProseContext, writeBlocks} from './write-block.ts'

/** A longer number is none. */
const highest = 999_999_999

/** A list with the marks it was written with, so that two lists in a row stay two. */
export function writeList({token, children}: ProseBlock, prose: ProseContext): readonly string[] {
  const tight = children.every((item) =>
    item.children.every((block) => block.token.type !== 'paragraph_open' || block.token.hidden),
  )
  const start = Number(token.attrGet('start') ?? 1)
  const first = start + children.length > highest ? 1 : start
  const items = children.map((item, index) => {
    const mark = token.type === 'ordered_list_open' ? `${first + index}${token.markup}` : token.markup
    return `${mark} ${inside(writeItem(item, prose, tight), mark.length + 1)}`.trimEnd()
  })
  return [items.join(tight ? '\n' : '\n\n')]
}

const task = /^\\\[([ xX])\\\](?= )/

function writeItem({children}: ProseBlock, prose: ProseContext, tight: boolean): string {
  const blocks = children.map((child) => ({child, text: joinBlocks(writeBlocks([child], prose))}))
  let text = ''
  for (const [index, {text: next}] of blocks.entries()) {
    if (next === '') continue
    const close = tight && blocks[index - 1]?.child.token.type === 'paragraph_open' && follows.test(next)
    text += `${text === '' ? '' : close ? '\n' : '\n\n'}${next}`
  }
  return text.replace(task, '[$1]')
}

/** What begins in the line below a paragraph and is no part of it. */
const follows = /^(?:[-*+] \S|1[.)] \S|`{3}|~{3})/

const inside = (text: string, width: number): string => text.replace(/\n(?!\n|$)/g, `\n${' '.repeat(width)}`)
