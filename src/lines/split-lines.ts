import {CR, isSpace, LF, NUL} from './characters.ts'
import {decodeUtf8, searchable} from './decode-utf8.ts'
import type {FlawCounts} from './flaws.ts'
import {noFlaws} from './flaws.ts'

/** One line of a source, without its line ending. */
export interface RawLine {
  readonly text: string
  /** Line number, from 1, blank lines included. */
  readonly number: number
  /** Byte offset of the line's first byte. */
  readonly offset: number
  /** The line was longer than a string can be; `text` is only its beginning. */
  readonly tooLong: boolean
}

/** Takes bytes in pieces of any size and gives back lines. */
export interface LineSplitter {
  push(chunk: Uint8Array): void
  /** The source has ended; a last line without newline counts. */
  end(): void
  readonly flaws: FlawCounts
  readonly bytes: number
}

/** The longest line that is read: what V8 can hold in one string, with room to spare. */
export const maxLineBytes = 0x1fffff00

/** How much is shown of a line that cannot be held. */
const shownOfTooLong = 4096

/** Room for a held line is used again, unless one long line made it larger than this. */
const roomToKeep = 1024 * 1024

/**
 * Splits on LF only. U+2028 and U+2029 are legal raw inside JSON strings, and readline splits on them from
 * Node 24 on. A line held over from an earlier chunk is never scanned twice, so a line of any length costs
 * time in proportion to its length; of a line beyond `longest` bytes only the beginning is kept.
 */
export function splitLines(emit: (line: RawLine) => void, longest = maxLineBytes): LineSplitter {
  const flaws = noFlaws()
  // The first `heldBytes` of it are the line so far; of a line that is too long they are not all.
  let held = new Uint8Array(0)
  let heldBytes = 0
  let heldLength = 0
  let number = 0
  let lineOffset = 0
  let bytes = 0

  /** `length` is the line's own, which may be more than there is between `from` and `to`. */
  function finish(line: Uint8Array, from: number, to: number, length: number): void {
    const offset = lineOffset
    lineOffset += length + 1
    number += 1
    let start = from
    let end = to
    if (number === 1 && line[start] === 0xef && line[start + 1] === 0xbb && line[start + 2] === 0xbf) {
      flaws.bom += 1
      start += 3
    }
    if (start < end && line[start] === NUL) {
      flaws['leading-nul'] += 1
      while (start < end && line[start] === NUL) start += 1
    }
    if (end > start && line[end - 1] === CR) {
      flaws.crlf += 1
      end -= 1
    }
    if (isBlank(line, start, end)) {
      flaws.blank += 1
      return
    }
    if (length > longest) {
      emit({
        text: decodeUtf8(line, start, Math.min(end, start + shownOfTooLong)),
        number,
        offset,
        tooLong: true,
      })
      return
    }
    const text = decodeUtf8(line, start, end)
    if (text.includes('\ufffd') && hasInvalidBytes(text, line, start, end)) flaws['invalid-utf8'] += 1
    emit({text, number, offset, tooLong: false})
  }

  /** Copies, because the source may use its buffer again. Room doubles, so that tiny pieces cost no more. */
  function hold(piece: Uint8Array): void {
    if (heldLength <= longest) {
      const wanted = heldBytes + piece.length
      if (wanted > held.length) {
        const larger = new Uint8Array(Math.max(2 * held.length, wanted))
        larger.set(held.subarray(0, heldBytes))
        held = larger
      }
      held.set(piece, heldBytes)
      heldBytes = wanted
    }
    heldLength += piece.length
  }

  function finishHeld(): void {
    const line = searchable(held)
    const end = heldBytes
    const length = heldLength
    if (held.length > roomToKeep) held = new Uint8Array(0)
    heldBytes = 0
    heldLength = 0
    finish(line, 0, end, length)
  }

  return {
    flaws,
    get bytes() {
      return bytes
    },
    push(given) {
      const chunk = searchable(given)
      bytes += chunk.length
      let start = 0
      for (;;) {
        const end = chunk.indexOf(LF, start)
        if (end === -1) break
        if (heldLength === 0) {
          finish(chunk, start, end, end - start)
        } else {
          hold(chunk.subarray(start, end))
          finishHeld()
        }
        start = end + 1
      }
      if (start < chunk.length) hold(chunk.subarray(start))
    },
    end() {
      if (heldLength === 0) return
      flaws.unterminated += 1
      finishHeld()
    },
  }
}

function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (!isSpace(bytes[i])) return false
  return true
}

/** U+FFFD may stand in the text by right; it was put there by the decoder if the bytes hold fewer of them. */
function hasInvalidBytes(text: string, bytes: Uint8Array, start: number, end: number): boolean {
  let shown = 0
  for (let at = text.indexOf('\ufffd'); at !== -1; at = text.indexOf('\ufffd', at + 1)) shown += 1
  let written = 0
  for (let at = bytes.indexOf(0xef, start); at !== -1 && at + 2 < end; at = bytes.indexOf(0xef, at + 1)) {
    if (bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd) written += 1
  }
  return shown > written
}
