const ESCAPE = 0x1b
const BELL = 0x07
const CANCEL = 0x18
const SUBSTITUTE = 0x1a
const STRING_TERMINATOR = 0x9c

/** Moves a cut that falls inside a terminal's escape sequence to the sequence's start. */
export function beforeSequence(text: string, cut: number): number {
  let at = 0
  while (at < cut) {
    const code = text.charCodeAt(at)
    if (code !== ESCAPE && (code < 0x80 || code > 0x9f)) {
      at += 1
      continue
    }
    const end = sequenceEnd(text, at, code)
    if (end > cut) return at
    at = end
  }
  return cut
}

/** Where the sequence ends that starts at `start`; one that never ends takes the rest of the text. */
function sequenceEnd(text: string, start: number, code: number): number {
  const escaped = code === ESCAPE
  // `ESC [` and the single character U+009B are the same, and so on for all of U+0080 to U+009F.
  const kind = escaped ? text.charCodeAt(start + 1) + 0x40 : code
  const body = escaped ? start + 2 : start + 1
  if (kind === 0x9b) return controlEnd(text, body)
  if (kind === 0x90 || kind === 0x98 || (kind >= 0x9d && kind <= 0x9f)) return stringEnd(text, body)
  return escaped ? controlEnd(text, start + 1) : body
}

/** Parameters and intermediates, then one final character. */
function controlEnd(text: string, body: number): number {
  let at = body
  while (isBetween(text.charCodeAt(at), 0x20, 0x3f)) at += 1
  return isBetween(text.charCodeAt(at), 0x40, 0x7e) ? at + 1 : at
}

function stringEnd(text: string, body: number): number {
  for (let at = body; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === BELL || code === STRING_TERMINATOR || code === CANCEL || code === SUBSTITUTE) return at + 1
    if (code === ESCAPE) return text[at + 1] === '\\' ? at + 2 : at
  }
  return text.length
}

const isBetween = (code: number, low: number, high: number): boolean => code >= low && code <= high
