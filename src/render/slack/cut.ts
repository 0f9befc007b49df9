import {formatCount} from '../../page/index.ts'

/** Where a text may be cut without cutting a character, an entity, or a link in two. */
export function safeEnd(text: string, most: number): number {
  if (text.length <= most) return text.length
  let end = most
  const code = text.charCodeAt(end - 1)
  if (code >= 0xd800 && code < 0xdc00) end -= 1
  const entity = text.lastIndexOf('&', end - 1)
  if (entity >= 0 && end - entity < 5 && !text.slice(entity, end).includes(';')) end = entity
  const open = text.lastIndexOf('<', end - 1)
  // What Slack is told as a link begins with one of these two; every other is an entity.
  if (open >= 0 && text.indexOf('>', open) >= end) end = open
  return Math.max(0, end)
}

/** A raw text cut to a number of characters, with how many are left out. */
export function cutRaw(text: string, most: number): string {
  if (text.length <= most) return text
  const end = /[\uD800-\uDBFF]/.test(text.charAt(most - 1)) ? most - 1 : most
  return `${text.slice(0, end)}… (${formatCount(text.length - end)} more characters)`
}

/** A finished text cut to a number of characters; marks that stay open format nothing. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text
  const head = text.slice(0, safeEnd(text, most - 6))
  const fences = head.split('```').length - 1
  return `${head}…${fences % 2 === 1 ? '\n```' : ''}`
}
