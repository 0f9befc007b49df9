import type {JsonValue} from './json.ts'

/** Large enough for few writes, small compared to the document. */
const chunkSize = 256 * 1024

/** Down to the items of a session's turns, values are written one by one; those inside them at once. */
const outerLevels = 8

/** How many levels are written one by one before the native writer is tried again. */
const stride = 1000

/** The native writer, which indents every level, would write mostly spaces for values deeper than this. */
const maxNativeDepth = 100

/** Deeper levels are not indented further: 10,000 levels would be 200 MB of spaces. */
const maxIndent = 32

interface Open {
  readonly entries: Iterator<readonly [label: string, value: unknown]>
  readonly close: string
  /** The level from which the native writer is tried. */
  readonly nativeFrom: number
  isEmpty: boolean
}

/** A value as JSON with two spaces a level. It accepts any depth, unlike `JSON.stringify`, whose stack overflows. */
export const formatJson = (value: JsonValue): string =>
  isDeep(value) ? [...jsonChunks(value)].join('') : JSON.stringify(value, null, 2)

/** The same on one line. */
export const formatJsonLine = (value: JsonValue): string =>
  isDeep(value) ? [...jsonChunks(value)].join('').replace(/\n */g, '') : JSON.stringify(value)

/**
 * The text of `JSON.stringify(value, null, 2)` in chunks, with every native text changed by `change`. A document may be
 * longer than a string can be, and nested deeper than the native writer's stack allows.
 */
export function* jsonChunks(
  value: unknown,
  change: (json: string) => string = (json) => json,
): Generator<string> {
  const open: Open[] = []
  let text = ''
  let next: {readonly value: unknown} | undefined = {value}
  while (next || open.length > 0) {
    const outer = open.at(-1)
    if (next) {
      const nativeFrom: number = outer?.nativeFrom ?? outerLevels
      const container = containerOf(next.value, change)
      const isTried = !container || open.length >= nativeFrom
      const written = isTried && !isDeep(next.value) ? writeNative(next.value, !container) : undefined
      if (written !== undefined) {
        // Line breaks in strings are escaped, so each one here begins a line.
        const lines = change(written).replaceAll('\n', lineBreak(open.length))
        // Both may be near the limit of what a string can contain.
        if (text !== '' && text.length + lines.length > chunkSize) {
          yield text
          text = ''
        }
        text += lines
      } else if (container) {
        const {begin, close, entries} = container
        text += begin
        open.push({entries, close, isEmpty: true, nativeFrom: isTried ? open.length + stride : nativeFrom})
      }
      next = undefined
    } else if (outer) {
      const entry = outer.entries.next()
      if (entry.done) {
        open.pop()
        text += outer.isEmpty ? outer.close : `${lineBreak(open.length)}${outer.close}`
      } else {
        text += `${outer.isEmpty ? '' : ','}${lineBreak(open.length)}${entry.value[0]}`
        outer.isEmpty = false
        next = {value: entry.value[1]}
      }
    }
    if (text.length >= chunkSize) {
      yield text
      text = ''
    }
  }
  if (text !== '') yield text
}

/** Level by level, because recursion may not be safe. */
function isDeep(value: unknown): boolean {
  let level: readonly object[] = isObject(value) ? [value] : []
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= maxNativeDepth) return true
    level = level.flatMap((object) => Object.values(object).filter(isObject))
  }
  return false
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const lineBreak = (level: number): string => `\n${'  '.repeat(Math.min(level, maxIndent))}`

/** A value by the native writer; `undefined` for a container that is too large for it. */
function writeNative(value: unknown, mustSucceed: boolean): string | undefined {
  try {
    return JSON.stringify(value, null, 2) ?? 'null'
  } catch (error) {
    if (mustSucceed || !(error instanceof RangeError)) throw error
    return undefined
  }
}

type Container = Pick<Open, 'entries' | 'close'> & {readonly begin: string}

function containerOf(value: unknown, change: (json: string) => string): Container | undefined {
  if (Array.isArray(value)) return {begin: '[', close: ']', entries: elementsOf(value)}
  if (!isObject(value) || 'toJSON' in value) return undefined
  return {begin: '{', close: '}', entries: fieldsOf(value, change)}
}

function* elementsOf(array: readonly unknown[]): Generator<readonly [string, unknown]> {
  for (const element of array) yield ['', element]
}

/** Types of values that JSON leaves out of objects. */
const unwritten: ReadonlySet<string> = new Set(['undefined', 'function', 'symbol'])

function* fieldsOf(object: object, change: (json: string) => string): Generator<readonly [string, unknown]> {
  const fields: readonly (readonly [string, unknown])[] = Object.entries(object)
  for (const [key, value] of fields)
    if (!unwritten.has(typeof value)) yield [`${change(JSON.stringify(key))}: `, value]
}
