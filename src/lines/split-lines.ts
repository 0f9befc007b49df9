import {CR, isSpace, LF, NUL} from './characters.ts'
import {decodeUtf8, toSearchable} from './decode-utf8.ts'
import {
  findContent,
  findLines,
  hasBom,
  hasInvalidBytes,
  hasOnlyLeadingMarks,
  isArrayPunctuation,
  isBlankLine,
  isBrackets,
  looksLikeRecord,
  opensRecord,
} from './line-shape.ts'
import {createRecordScanner, type RecordScanner} from './record-scanner.ts'
import {type LineWarnings, noWarnings} from './warnings.ts'

/** One line of a source without its line ending, or one of the several records of a line. */
export interface RawLine {
  readonly text: string
  /** Line number, from 1, blank lines included; of a record that extends over several lines, that of the first. */
  readonly number: number
  /** Byte offset of the line's first byte. */
  readonly offset: number
  /** Which record of the line this is, from 0. */
  readonly record: number
  /** The line was longer than a string can be; `text` is only its beginning. */
  readonly tooLong: boolean
}

/** Splits bytes, in chunks of any size, into lines. */
export interface LineSplitter {
  push(chunk: Uint8Array): void
  /** The source has ended; a last line without newline counts. */
  end(): void
  readonly warnings: LineWarnings
  readonly bytes: number
  /** The byte offset after the last line that ended: a record over several lines ends with the last of them. */
  readonly settled: number
  /** There were records that extend over several lines. */
  readonly hasLongRecords: boolean
}

/** The longest line that is read: a little less than V8's longest string. */
export const maxLineBytes = 0x1fffff00

/** How much is shown of a line that is too long. */
const maxShownBytes = 4096

/** The buffer of an open line is reused, unless one long line made it larger than this. */
const maxReusedBytes = 1024 * 1024

/**
 * Splits on LF only. U+2028 and U+2029 are legal in JSON strings, and readline splits on them from Node 24 on. A line
 * that continues from an earlier chunk is never scanned twice, so the time is linear; only the beginning of a line
 * longer than `longest` bytes is kept.
 *
 * A record that extends over several lines (`JSON.stringify(messages, null, 2)`) is given as one, and an array of
 * records an element at a time, so memory depends on the largest record. Such lines begin with a bracket or a comma, or
 * with `{` without ending in `}`; what turns out not to be JSON is split as lines.
 */
export function splitLines(emit: (line: RawLine) => void, longest = maxLineBytes): LineSplitter {
  const flaws = noWarnings()
  // The first `heldBytes` are the line so far; a line that is too long has more.
  let held = new Uint8Array(0)
  let heldBytes = 0
  let heldLength = 0
  /** How many lines have ended. */
  let number = 0
  let lineOffset = 0
  let bytes = 0
  /** Where the chunk begins that is being split. */
  let base = 0
  let isBlankSoFar = true
  /** This line is not JSON. */
  let isPlain = false
  /** How many records of this line were given. */
  let records = 0
  /** Scans the records of this line, if it is split into records. */
  let scanner: RecordScanner | undefined
  /** Where in `held` the open record begins, and how many line ends precede it. */
  let recordAt = 0
  let linesBefore = 0
  let hasLongRecords = false

  function beginLine(offset: number): void {
    lineOffset = offset
    isBlankSoFar = true
    isPlain = false
    records = 0
    scanner = undefined
    recordAt = 0
    linesBefore = 0
  }

  /** Ends a line that is not split into records; its `length` may be more than `from` to `to`. */
  function finish(line: Uint8Array, from: number, to: number, length: number, next: number): void {
    const start = skipMarks(line, from, to)
    let end = to
    const offset = lineOffset
    const record = records
    const first = number + 1
    number = first + linesBefore
    beginLine(next)
    if (end > start && line[end - 1] === CR) {
      flaws.crlf += 1
      end -= 1
    }
    if (isBlankLine(line, start, end)) flaws.blank += 1
    else if (isBrackets(line, start, end)) flaws.brackets += 1
    else give(line, start, end, length, first, offset, record)
  }

  function give(
    line: Uint8Array,
    start: number,
    end: number,
    length: number,
    first: number,
    offset: number,
    record: number,
  ): void {
    const tooLong = length > longest
    const text = tooLong
      ? decodeUtf8(line, start, Math.min(end, start + maxShownBytes))
      : textOf(line, start, end)
    emit({text, number: first, offset, record, tooLong})
  }

  /** Counts the marks before the first line or a record, and returns where the rest begins. */
  function skipMarks(line: Uint8Array, from: number, to: number): number {
    let start = from
    if (number === 0 && records === 0 && hasBom(line, start)) {
      flaws.bom += 1
      start += 3
    }
    if (start < to && line[start] === NUL) {
      flaws['leading-nul'] += 1
      while (start < to && line[start] === NUL) start += 1
    }
    return start
  }

  function textOf(line: Uint8Array, start: number, end: number): string {
    const text = decodeUtf8(line, start, end)
    if (text.includes('\ufffd') && hasInvalidBytes(text, line, start, end)) flaws['invalid-utf8'] += 1
    return text
  }

  /** Copies, because the source may reuse its buffer. The size doubles, so tiny chunks stay linear. */
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

  /** Returns the open line; it is valid until the next `hold`. */
  function release(): {readonly line: Uint8Array; readonly length: number} {
    const line = toSearchable(held.subarray(0, heldBytes))
    const length = heldLength
    if (held.length > maxReusedBytes) held = new Uint8Array(0)
    heldBytes = 0
    heldLength = 0
    return {line, length}
  }

  function finishHeld(next: number): void {
    const {line, length} = release()
    finish(line, 0, line.length, length, next)
  }

  /** Reads a line of a chunk and returns where it stopped: at the end of the line or of the chunk. */
  function takeLine(chunk: Uint8Array, start: number): number {
    if (isBlankSoFar) {
      const first = findContent(chunk, start, number === 0)
      if (first < chunk.length && chunk[first] !== LF) {
        isBlankSoFar = false
        if (isArrayPunctuation(chunk[first])) return beginRecords(chunk, start, first)
      }
    }
    const end = chunk.indexOf(LF, start)
    if (end === -1) {
      hold(chunk.subarray(start))
      return chunk.length
    }
    if (heldLength === 0) {
      if (!isPlain && opensRecord(chunk, start, end, number === 0))
        return beginRecords(chunk, start, findContent(chunk, start, number === 0))
      finish(chunk, start, end, end - start, base + end + 1)
      return end + 1
    }
    hold(chunk.subarray(start, end))
    if (takeHeldApart(end)) return end
    finishHeld(base + end + 1)
    return end + 1
  }

  /** Starts to look for records in an open line that ends here; returns whether it did. */
  function takeHeldApart(now: number): boolean {
    const isFirstLine = number === 0
    if (isPlain || heldLength > longest || !opensRecord(held, 0, heldBytes, isFirstLine)) return false
    const line = release().line.slice()
    again(line, () => beginRecords(line, 0, findContent(line, 0, isFirstLine)), now)
    return true
  }

  /** Reads again bytes that end at the current place of the chunk. */
  function again(earlier: Uint8Array, begin: () => number, now: number): void {
    const chunkBase = base
    base += now - earlier.length
    let at = begin()
    while (at < earlier.length) at = scanner ? takeRecords(earlier, at) : takeLine(earlier, at)
    base = chunkBase
  }

  function beginRecords(chunk: Uint8Array, start: number, first: number): number {
    hold(chunk.subarray(start, first))
    if (!hasOnlyLeadingMarks(held, heldBytes)) {
      isPlain = true
      return first
    }
    scanner = createRecordScanner()
    return takeRecords(chunk, first)
  }

  /** Splits a line into its records, and returns where it stopped. */
  function takeRecords(chunk: Uint8Array, from: number): number {
    let segment = from
    let at = from
    while (scanner) {
      at = scanner.scan(chunk, at)
      switch (scanner.event) {
        case 'more':
          hold(chunk.subarray(segment))
          return chunk.length
        case 'begin':
          if (records > 0) {
            release()
            segment = at - 1
          }
          recordAt = heldLength + at - 1 - segment
          linesBefore = scanner.newlines
          break
        case 'end':
          hold(chunk.subarray(segment, at))
          segment = at
          giveRecord()
          break
        case 'line':
          if (records === 0) {
            hold(chunk.subarray(segment, at - 1))
            finishHeld(base + at)
          } else {
            release()
            number += 1 + scanner.newlines
            flaws.crlf += scanner.crlf
            beginLine(base + at)
          }
          return at
        case 'broken':
          return giveUp(scanner, chunk, segment, at)
      }
    }
    return at
  }

  function giveRecord(): void {
    const {line, length} = release()
    if (records === 0) skipMarks(line, 0, recordAt)
    if (scanner && scanner.newlines > linesBefore) hasLongRecords = true
    records += 1
    give(line, recordAt, line.length, length, number + 1, lineOffset, records - 1)
  }

  /** The line that is split into records turns out not to be JSON. */
  function giveUp(open: RecordScanner, chunk: Uint8Array, segment: number, at: number): number {
    const {newlines, isInRecord, isInString} = open
    if (newlines === linesBefore || !isInRecord) {
      hold(chunk.subarray(segment, at))
      flaws.crlf += open.crlf
      linesBefore = newlines
      scanner = undefined
      isPlain = true
      return at
    }
    // In a string only a line end is an error: the record was cut there.
    const end = isInString ? at + 1 : at
    hold(chunk.subarray(segment, end))
    const {line, length} = release()
    const cut = length > longest || isInString ? line.length : line.lastIndexOf(LF) + 1
    const rest = line.slice(cut)
    giveTorn(line, cut, length, base + end - rest.length, open.crlf)
    again(rest, () => 0, end)
    return end
  }

  /**
   * Emits an unfinished record over several lines as one. If one of its lines is a record, it was not such a record but
   * a line that was cut, with other lines after it.
   */
  function giveTorn(line: Uint8Array, to: number, length: number, next: number, crlf: number): void {
    const from = recordAt
    const lines = length > longest ? [] : findLines(line, from, to)
    if (lines.slice(1).some(({start, end}) => looksLikeRecord(line, start, end))) {
      for (const {start, end} of lines) finish(line, start, end, end - start, next - to + end + 1)
      // The last one may have no newline.
      lineOffset = next
      return
    }
    let end = to
    while (end > from && isSpace(line[end - 1])) end -= 1
    if (records === 0) skipMarks(line, 0, from)
    give(line, from, end, length, number + 1, lineOffset, records)
    hasLongRecords = true
    flaws.crlf += crlf
    number += linesBefore + Math.max(1, lines.length)
    beginLine(next)
  }

  function take(chunk: Uint8Array): void {
    let at = 0
    while (at < chunk.length) at = scanner ? takeRecords(chunk, at) : takeLine(chunk, at)
  }

  return {
    warnings: flaws,
    get bytes() {
      return bytes
    },
    get settled() {
      return lineOffset
    },
    get hasLongRecords() {
      return hasLongRecords
    },
    push(given) {
      base = bytes
      bytes += given.length
      take(toSearchable(given))
    },
    end() {
      if (!scanner && heldLength > 0) takeHeldApart(bytes - base)
      const open = scanner
      scanner = undefined
      if (open && !open.isInRecord && records > 0) {
        release()
        number += 1 + open.newlines
        flaws.crlf += open.crlf
        if (!open.isClosed) flaws.unterminated += 1
        beginLine(bytes)
      } else if (heldLength > 0) {
        if (!isBrackets(held, 0, heldBytes)) flaws.unterminated += 1
        if (open && open.newlines > linesBefore) {
          const {line, length} = release()
          giveTorn(line, line.length, length, bytes, open.crlf)
        } else finishHeld(bytes)
      }
    },
  }
}
