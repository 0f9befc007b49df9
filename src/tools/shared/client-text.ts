/** The text between the first opening and the next closing tag of a name, without the line ends around it. */
export function textInTag(text: string, name: string): string | undefined {
  const start = text.indexOf(`<${name}>`)
  if (start === -1) return undefined
  const inside = start + name.length + 2
  const end = text.indexOf(`</${name}>`, inside)
  return end === -1 ? undefined : text.slice(inside, end).replace(/^\n/, '').replace(/\n$/, '')
}

const opening = '<system-reminder>'
const closing = '</system-reminder>'

/** A text without the client's reminders for the model. */
export function withoutReminders(text: string): string {
  let kept = ''
  let at = 0
  for (;;) {
    const start = text.indexOf(opening, at)
    const end = start < 0 ? -1 : text.indexOf(closing, start)
    if (end < 0) return kept + text.slice(at)
    kept += text.slice(at, start)
    at = end + closing.length
  }
}

/** Numbered lines as they are in the file, and the text after them. */
interface NumberedText {
  readonly code: string
  readonly firstLine: number
  /** The client's text for the model; mostly empty. */
  readonly rest: string
}

/** `     1→`, `     1` and a tab, `1` and a tab: `cat -n` in the clients' forms. */
const numbered = /^ *(\d{1,9})[→\t](.*)$/s

/**
 * Removes the line numbers of a text that a client numbered for the model; `undefined` if it is not numbered. Only
 * consecutive numbers count, so numbers in the file do not matter.
 */
export function stripLineNumbers(text: string): NumberedText | undefined {
  const lines = text.split('\n')
  const firstLine = Number(numbered.exec(lines[0] ?? '')?.[1] ?? Number.NaN)
  if (Number.isNaN(firstLine)) return undefined
  const code: string[] = []
  for (const line of lines) {
    const match = numbered.exec(line)
    if (!match || Number(match[1]) !== firstLine + code.length) break
    code.push(match[2] ?? '')
  }
  return {
    code: code.join('\n'),
    firstLine,
    rest: withoutReminders(lines.slice(code.length).join('\n')).trim(),
  }
}
