import {formatCount} from '../../../page/index.ts'

/** Where a text can be cut without cutting a character, an entity or a link in two. */
export function safeEnd(text: string, max: number): number {
  if (text.length <= max) return text.length
  let end = max
  const code = text.charCodeAt(end - 1)
  if (code >= 0xd800 && code < 0xdc00) end -= 1
  const entity = text.lastIndexOf('&', end - 1)
  if (entity >= 0 && end - entity < 5 && !text.slice(entity, end).includes(';')) end = entity
  const open = text.lastIndexOf('<', end - 1)
  // Only links start with `<`; every other one is an entity.
  if (open >= 0 && text.indexOf('>', open) >= end) end = open
  return Math.max(0, end)
}

/** A raw text cut to a number of characters, with the number of those left out. */
export function cutRawText(text: string, max: number): string {
  if (text.length <= max) return text
  const end = /[\uD800-\uDBFF]/.test(text.charAt(max - 1)) ? max - 1 : max
  return `${text.slice(0, end)}… (${formatCount(text.length - end)} more characters)`
}

/** A finished text cut to a number of characters; an open code block is closed. */
export function cutSlackText(text: string, max: number): string {
  if (text.length <= max) return text
  const head = text.slice(0, safeEnd(text, max - 6))
  const fences = head.split('```').length - 1
  return `${head}…${fences % 2 === 1 ? '\n```' : ''}`
}
