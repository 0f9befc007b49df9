/** A control sequence. */
export interface ControlSequence {
  /** The end of the sequence. */
  readonly end: number
  /** The letter of a control sequence proper (`m`, `K`, `G`); empty for everything else. */
  readonly final: string
  readonly parameters: string
}

const esc = 0x1b

/** Introducers of sequences that carry a text: `ESC` followed by one of these, or one 8-bit character. */
const strings: ReadonlySet<number> = new Set([0x5d, 0x50, 0x58, 0x5e, 0x5f, 0x9d, 0x90, 0x98, 0x9e, 0x9f])

/**
 * Reads the control character or sequence at a position. It follows terminals, with one exception: a text that is not
 * closed on the same line is shown; only its introducer is hidden. If `unclosed` is `hidden` there is no exception, and
 * a text that is never closed hides the rest.
 */
export function readControlSequence(
  text: string,
  at: number,
  unclosed: 'shown' | 'hidden' = 'shown',
): ControlSequence {
  const code = text.charCodeAt(at)
  const wide = code === esc
  const kind = wide ? text.charCodeAt(at + 1) : code
  const body = wide ? at + 2 : at + 1
  if (kind === (wide ? 0x5b : 0x9b)) return readSequence(text, body)
  if (strings.has(kind) && wide === kind < 0x80)
    return plain(unclosed === 'shown' ? endOfString(text, body) : endOfHidden(text, body))
  return plain(wide ? endOfEscape(text, at + 1) : at + 1)
}

const plain = (end: number): ControlSequence => ({end, final: '', parameters: ''})

const skip = (text: string, from: number, low: number, high: number): number => {
  let at = from
  while (at < text.length && text.charCodeAt(at) >= low && text.charCodeAt(at) <= high) at += 1
  return at
}

function readSequence(text: string, body: number): ControlSequence {
  const middle = skip(text, body, 0x30, 0x3f)
  const end = skip(text, middle, 0x20, 0x2f)
  const last = text.charCodeAt(end)
  if (!(last >= 0x40 && last <= 0x7e)) return plain(end)
  const known = end === middle
  return {
    end: end + 1,
    final: known ? text.charAt(end) : '',
    parameters: known ? text.slice(body, middle) : '',
  }
}

function endOfEscape(text: string, body: number): number {
  const last = skip(text, body, 0x20, 0x2f)
  const code = text.charCodeAt(last)
  return code >= 0x30 && code <= 0x7e ? last + 1 : last
}

/** Every introducer ends the text before it, so no character is read twice. */
function endOfString(text: string, body: number): number {
  for (let at = body; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0x07 || code === 0x9c) return at + 1
    if (code === esc && text.charCodeAt(at + 1) === 0x5c) return at + 2
    if (code === esc || code === 0x0a || code === 0x18 || code === 0x1a || (code >= 0x80 && code < 0xa0))
      break
  }
  return body
}

function endOfHidden(text: string, body: number): number {
  for (let at = body; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0x07 || code === 0x9c || code === 0x18 || code === 0x1a) return at + 1
    if (code === esc) return text.charCodeAt(at + 1) === 0x5c ? at + 2 : at
  }
  return text.length
}

/** Moves a cut that falls inside a control sequence to the sequence's start. */
export function moveBeforeSequence(text: string, cut: number): number {
  let at = 0
  while (at < cut) {
    const code = text.charCodeAt(at)
    const end =
      code === esc || (code >= 0x80 && code <= 0x9f) ? readControlSequence(text, at, 'hidden').end : at + 1
    if (end > cut) return at
    at = end
  }
  return cut
}

/** Controls but the tab and the line end; a carriage return before one is a part of it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are searched for
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g

/** Text without anything that is meant for a terminal. */
export function stripControls(text: string): string {
  control.lastIndex = 0
  if (!control.test(text)) return text
  let kept = ''
  let at = 0
  while (at < text.length) {
    control.lastIndex = at
    const next = control.test(text) ? control.lastIndex - 1 : text.length
    kept += text.slice(at, next)
    const code = text.charCodeAt(next)
    at = code === 0x1b || code >= 0x80 ? readControlSequence(text, next).end : next + 1
  }
  return kept
}
