import {withoutReminders} from './without-reminders.ts'

/** Numbered lines as they stood in the file, and what stood below them. */
export interface NumberedText {
  readonly code: string
  readonly firstLine: number
  /** What the client added for the model; empty mostly. */
  readonly rest: string
}

/** `     1→`, `     1` and a tab, `1` and a tab: `cat -n` in the forms clients have given it. */
const numbered = /^ *(\d{1,9})[→\t](.*)$/s

/**
 * Takes the line numbers off a text that a client numbered for the model; nothing where it is not numbered. Only lines
 * whose numbers follow each other count, so what a file itself looks like never matters.
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
