import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  CR,
  isSpace,
  LF,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from './characters.ts'

/** Why a scan stopped: a record began or ended, a line ended outside of records, or the next byte cannot be JSON. */
export type ScanEvent = 'more' | 'begin' | 'end' | 'line' | 'broken'

/** Parses JSON objects that may extend over several lines, a chunk at a time. */
export interface RecordScanner {
  /**
   * Scans to the next event or the end of the chunk, and returns where it stopped: after the byte that caused the
   * event, or at the byte that is not allowed.
   */
  scan(chunk: Uint8Array, from: number): number
  readonly event: ScanEvent
  readonly isInRecord: boolean
  readonly isInString: boolean
  /** Every bracket outside of records was closed. */
  readonly isClosed: boolean
  /** Line ends inside of records. */
  readonly newlines: number
  /** Line ends, inside and outside of records, that have a CR in front. */
  readonly crlf: number
}

const BETWEEN = 0
const FIRST_KEY = 1
const KEY = 2
const BEFORE_COLON = 3
const VALUE = 4
const FIRST_VALUE = 5
const AFTER_VALUE = 6
const STRING = 7
const ESCAPE = 8
const SCALAR = 9

/**
 * Finds objects in the bytes of a file. Only the white space, brackets and commas of an array may be between them, so an
 * array of records is read an element at a time, and reading can begin at any element.
 */
export function createRecordScanner(): RecordScanner {
  let state = BETWEEN
  let event: ScanEvent = 'more'
  let isKey = false
  /** For each open container inside a record, whether it is an array. */
  let open: boolean[] = []
  let brackets = 0
  let newlines = 0
  let crlf = 0
  let lastByte: number | undefined

  const close = (isArray: boolean): boolean => {
    if (open.at(-1) !== isArray) return false
    open.pop()
    state = open.length === 0 ? BETWEEN : AFTER_VALUE
    return true
  }

  /** Reads the first byte of a value. */
  const beginValue = (code: number): boolean => {
    if (code === OPEN_BRACE) {
      open.push(false)
      state = FIRST_KEY
    } else if (code === OPEN_BRACKET) {
      open.push(true)
      state = FIRST_VALUE
    } else if (code === QUOTE) {
      isKey = false
      state = STRING
    } else if (isScalar(code)) state = SCALAR
    else return false
    return true
  }

  const afterValue = (code: number): boolean => {
    if (code === COMMA) {
      state = open.at(-1) ? VALUE : KEY
      return true
    }
    return (code === CLOSE_BRACE && close(false)) || (code === CLOSE_BRACKET && close(true))
  }

  /** Reads a byte of a record outside of strings and white space; returns whether it is allowed. */
  const takeByte = (code: number): boolean => {
    switch (state) {
      case FIRST_KEY:
        if (code === CLOSE_BRACE) return close(false)
        return beginKey(code)
      case KEY:
        return beginKey(code)
      case BEFORE_COLON:
        state = VALUE
        return code === COLON
      case FIRST_VALUE:
        return (code === CLOSE_BRACKET && close(true)) || beginValue(code)
      case VALUE:
        return beginValue(code)
      case SCALAR:
        return isScalar(code) || afterValue(code)
      default:
        return afterValue(code)
    }
  }

  const beginKey = (code: number): boolean => {
    if (code !== QUOTE) return false
    isKey = true
    state = STRING
    return true
  }

  const stop = (what: ScanEvent, at: number): number => {
    event = what
    return at
  }

  /** Outside of records. */
  const takeBetween = (code: number): ScanEvent => {
    if (code === OPEN_BRACE) {
      open = [false]
      state = FIRST_KEY
      return 'begin'
    }
    if (code === OPEN_BRACKET) brackets += 1
    else if (code === CLOSE_BRACKET) brackets -= 1
    else if (code !== COMMA) return 'broken'
    return 'more'
  }

  return {
    get event() {
      return event
    },
    get isInRecord() {
      return state !== BETWEEN
    },
    get isInString() {
      return state === STRING || state === ESCAPE
    },
    get isClosed() {
      return brackets <= 0
    },
    get newlines() {
      return newlines
    },
    get crlf() {
      return crlf
    },
    scan(chunk, from) {
      for (let at = from; at < chunk.length; at++) {
        let code = chunk[at] ?? 0
        if (state === STRING) {
          while (code !== QUOTE && code !== BACKSLASH && code !== LF) {
            at += 1
            if (at >= chunk.length) return stop('more', at)
            code = chunk[at] ?? 0
          }
          if (code === LF) return stop('broken', at)
          state = code === BACKSLASH ? ESCAPE : isKey ? BEFORE_COLON : AFTER_VALUE
        } else if (state === ESCAPE) {
          if (code === LF) return stop('broken', at)
          state = STRING
        } else if (isSpace(code)) {
          if (state === SCALAR) state = AFTER_VALUE
          if (code !== LF) continue
          if ((at > 0 ? chunk[at - 1] : lastByte) === CR) crlf += 1
          if (state === BETWEEN) return stop('line', at + 1)
          newlines += 1
        } else if (state === BETWEEN) {
          const what = takeBetween(code)
          if (what === 'broken') return stop(what, at)
          if (what === 'begin') return stop(what, at + 1)
        } else if (!takeByte(code)) return stop('broken', at)
        else if (open.length === 0) return stop('end', at + 1)
      }
      lastByte = chunk.at(-1)
      return stop('more', chunk.length)
    },
  }
}

/** Numbers, `true`, `false` and `null`; `JSON.parse` checks them exactly. */
const isScalar = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) ||
  (code >= 0x61 && code <= 0x7a) ||
  code === 0x2d ||
  code === 0x2b ||
  code === 0x2e ||
  code === 0x45
