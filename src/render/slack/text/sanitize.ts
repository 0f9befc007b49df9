import {formatCount, hiddenCharacterPattern, stripControls} from '../../../page/index.ts'

const hostile = new RegExp(hiddenCharacterPattern('\\n\\t'), 'gu')

const lineEnds = /\r\n|[\v\f\u0085\u2028\u2029]/g

/** Text from a transcript as Slack may have it: nothing for a terminal in it, and nothing that hides or turns it. */
export function sanitizeSlackText(text: string): string {
  if (text.search(hostile) === -1) return text
  const lines = text.replace(lineEnds, '\n').split('\n').map(lastState).join('\n')
  return stripControls(lines).replace(hostile, (character) => (/\p{Cs}/u.test(character) ? '\ufffd' : ''))
}

/** What is left of a line that a program has written over. */
function lastState(line: string): string {
  const end = line.endsWith('\r') ? line.length - 1 : line.length
  return line.slice(line.lastIndexOf('\r', end - 1) + 1, end)
}

/** The same on one line. */
export const sanitizeSlackLine = (text: string): string =>
  sanitizeSlackText(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')

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
export function cutRawText(text: string, most: number): string {
  if (text.length <= most) return text
  const end = /[\uD800-\uDBFF]/.test(text.charAt(most - 1)) ? most - 1 : most
  return `${text.slice(0, end)}… (${formatCount(text.length - end)} more characters)`
}

/** A finished text cut to a number of characters; marks that stay open format nothing. */
export function cutSlackText(text: string, most: number): string {
  if (text.length <= most) return text
  const head = text.slice(0, safeEnd(text, most - 6))
  const fences = head.split('```').length - 1
  return `${head}…${fences % 2 === 1 ? '\n```' : ''}`
}
