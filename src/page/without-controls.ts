import {readControl} from './read-control.ts'

/** Controls but the tab and the line end; a carriage return before one is a part of it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g

/** Text without anything that is meant for a terminal. */
export function withoutControls(text: string): string {
  control.lastIndex = 0
  if (!control.test(text)) return text
  let kept = ''
  let at = 0
  while (at < text.length) {
    control.lastIndex = at
    const next = control.test(text) ? control.lastIndex - 1 : text.length
    kept += text.slice(at, next)
    const code = text.charCodeAt(next)
    at = code === 0x1b || code >= 0x80 ? readControl(text, next).end : next + 1
  }
  return kept
}
