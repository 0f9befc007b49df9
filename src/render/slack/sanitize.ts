import {hiddenCharacter, withoutControls} from '../../page/index.ts'

const hostile = new RegExp(hiddenCharacter('\\n\\t'), 'gu')

const lineEnds = /\r\n|[\v\f\u0085\u2028\u2029]/g

/** Text from a transcript as Slack may have it: nothing for a terminal in it, and nothing that hides or turns it. */
export function sanitize(text: string): string {
  if (text.search(hostile) === -1) return text
  const lines = text.replace(lineEnds, '\n').split('\n').map(lastState).join('\n')
  return withoutControls(lines).replace(hostile, (character) => (/\p{Cs}/u.test(character) ? '\ufffd' : ''))
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
