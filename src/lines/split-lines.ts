import {decodeUtf8} from './decode-utf8.ts'
import type {FlawCounts} from './flaws.ts'
import {noFlaws} from './flaws.ts'
import {hasLoneSurrogate} from './has-lone-surrogate.ts'

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

const LF = 10
const CR = 13
const TAB = 9
const SPACE = 32

/** What V8 can hold in one string, with room to spare. */
const longestLine = 0x1fffff00

/**
 * Splits on LF only. U+2028 and U+2029 are legal raw inside JSON strings, and readline splits on them from
 * Node 24 on. A line held over from an earlier chunk is never scanned twice, so a line of any length costs
 * time in proportion to its length.
 */
export function splitLines(emit: (line: RawLine) => void): LineSplitter {
  const flaws = noFlaws()
  let held: Uint8Array[] = []
  let heldLength = 0
  let number = 0
  let lineOffset = 0
  let bytes = 0

  function finish(line: Uint8Array, from: number, to: number, size: number): void {
    const offset = lineOffset
    lineOffset += size
    number += 1
    let start = from
    let end = to
    if (number === 1 && line[start] === 0xef && line[start + 1] === 0xbb && line[start + 2] === 0xbf) {
      flaws.bom += 1
      start += 3
    }
    if (line[start] === 0) {
      flaws['leading-nul'] += 1
      while (start < end && line[start] === 0) start += 1
    }
    if (end > start && line[end - 1] === CR) {
      flaws.crlf += 1
      end -= 1
    }
    if (isBlank(line, start, end)) {
      flaws.blank += 1
      return
    }
    const tooLong = end - start > longestLine
    const text = decodeUtf8(line, start, tooLong ? start + 4096 : end)
    if (text.includes('\ufffd') && hasInvalidBytes(text, line, start, end)) flaws['invalid-utf8'] += 1
    if (text.includes('\\ud') && hasLoneSurrogate(text)) flaws['lone-surrogate'] += 1
    emit({text, number, offset, tooLong})
  }

  function finishHeld(terminator: number): void {
    const line = held.length === 1 && held[0] ? held[0] : joined(held, heldLength)
    held = []
    heldLength = 0
    finish(line, 0, line.length, line.length + terminator)
  }

  return {
    flaws,
    get bytes() {
      return bytes
    },
    push(chunk) {
      bytes += chunk.length
      let start = 0
      for (;;) {
        const end = chunk.indexOf(LF, start)
        if (end === -1) break
        if (heldLength === 0) {
          finish(chunk, start, end, end + 1 - start)
        } else {
          held.push(chunk.subarray(start, end))
          heldLength += end - start
          finishHeld(1)
        }
        start = end + 1
      }
      if (start < chunk.length) {
        // Copied, because the source may use its buffer again.
        held.push(chunk.slice(start))
        heldLength += chunk.length - start
      }
    },
    end() {
      if (heldLength === 0) return
      flaws.unterminated += 1
      finishHeld(0)
    },
  }
}

function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const byte = bytes[i]
    if (byte !== SPACE && byte !== TAB && byte !== CR) return false
  }
  return true
}

/** U+FFFD may stand in the text by right; it was put there by the decoder if the bytes hold fewer of them. */
function hasInvalidBytes(text: string, bytes: Uint8Array, start: number, end: number): boolean {
  let shown = 0
  for (let at = text.indexOf('\ufffd'); at !== -1; at = text.indexOf('\ufffd', at + 1)) shown += 1
  let written = 0
  for (let i = start; i + 2 < end; i++) {
    if (bytes[i] === 0xef && bytes[i + 1] === 0xbf && bytes[i + 2] === 0xbd) written += 1
  }
  return shown > written
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
