import {readControl} from '../../page/index.ts'

const joiners = '\\u200c\\u200d\\ufe0e\\ufe0f'

/** Controls but the line end and the tab, halves of characters, and what nobody sees; what joins emoji may stay. */
const hostile = new RegExp(
  `[^\\P{Cc}\\n\\t]|[^\\P{Default_Ignorable_Code_Point}${joiners}]|[\\p{Cs}\\p{Zl}\\p{Zp}\\ufff9-\\ufffb]`,
  'u',
)

const lineEnds = /\r\n|[\v\f\u0085\u2028\u2029]/g

/** Nothing is joined inside of a word; a credential could be broken by it. */
const idle = new RegExp(`(?<=\\w)[${joiners}]+(?=\\w)`, 'g')

/** Text from a transcript as Slack may have it: nothing for a terminal in it, and nothing that hides or turns it. */
export function sanitize(text: string): string {
  if (!hostile.test(text)) return text.replace(idle, '')
  const lines = text.replace(lineEnds, '\n').split('\n').map(lastState).join('\n')
  let clean = ''
  for (let at = 0; at < lines.length; ) {
    const code = lines.codePointAt(at) ?? 0
    const character = String.fromCodePoint(code)
    if (code === 0x1b || (code >= 0x80 && code < 0xa0)) {
      at = Math.max(at + 1, readControl(lines, at).end)
      continue
    }
    at += character.length
    if (!hostile.test(character)) clean += character
    else if (code >= 0xd800 && code < 0xe000) clean += '\ufffd'
  }
  return clean.replace(idle, '')
}

/** What is left of a line that a program has written over. */
function lastState(line: string): string {
  const end = line.endsWith('\r') ? line.length - 1 : line.length
  return line.slice(line.lastIndexOf('\r', end - 1) + 1, end)
}

/** The same on one line. */
export const sanitizeLine = (text: string): string =>
  sanitize(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
