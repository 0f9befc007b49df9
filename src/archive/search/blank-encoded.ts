/** Shorter ones may be names. */
const minLength = 512

/** Encoded data is written in one line, or in lines of at least this. */
const minLineLength = 60

/**
 * The part of an entry's text that is searched: encoded data (base64 and the like) is blank, everything else keeps
 * its position. Encoded are at least 512 characters of `A-Za-z0-9+/=_-` in one line, or in lines of 60 and more that
 * follow each other, of which at least a fifth are capitals, a fifth small letters and a twentieth digits.
 */
export function blankEncoded(text: string): string {
  let searched = ''
  let done = 0
  for (const [start, end] of encodedParts(text)) {
    searched += text.slice(done, start) + ' '.repeat(end - start)
    done = end
  }
  return done === 0 ? text : searched + text.slice(done)
}

type Part = readonly [start: number, end: number]

function* encodedParts(text: string): Generator<Part> {
  for (const [start, end] of longRuns(text)) {
    let begun = start
    for (let at = start; at <= end; ) {
      const newline = text.indexOf('\n', at)
      const lineEnd = newline === -1 || newline > end ? end : newline
      const isShort = lineEnd - at < minLineLength
      if (isShort || lineEnd === end) {
        const groupEnd = isShort ? at : lineEnd
        if (groupEnd - begun >= minLength && isMixed(text, begun, groupEnd)) yield [begun, groupEnd]
        begun = lineEnd + 1
      }
      at = lineEnd + 1
    }
  }
}

/** Runs of characters that encoded data is made of. Most of a text is never looked at. */
function* longRuns(text: string): Generator<Part> {
  let start = 0
  while (start + minLength <= text.length) {
    let at = start + minLength - 1
    while (at >= start && isOfCode(text.charCodeAt(at))) at -= 1
    if (at >= start) {
      start = at + 1
      continue
    }
    let end = start + minLength
    while (end < text.length && isOfCode(text.charCodeAt(end))) end += 1
    yield [start, end]
    start = end + 1
  }
}

const alphabet: readonly boolean[] = Array.from({length: 128}, (_, unit) =>
  /[A-Za-z0-9+/=_\-\r\n]/.test(String.fromCharCode(unit)),
)

const isOfCode = (unit: number): boolean => alphabet[unit] === true

function isMixed(text: string, start: number, end: number): boolean {
  let capitals = 0
  let small = 0
  let digits = 0
  for (let at = start; at < end; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit >= 0x61 && unit <= 0x7a) small += 1
    else if (unit >= 0x41 && unit <= 0x5a) capitals += 1
    else if (unit >= 0x30 && unit <= 0x39) digits += 1
  }
  const length = end - start
  return 5 * capitals >= length && 5 * small >= length && 20 * digits >= length
}
