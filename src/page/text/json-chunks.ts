import {escapeHiddenCharacters} from './hidden-characters.ts'

/** Large enough that a document is few writes, small enough to be nothing next to the conversation itself. */
const chunkSize = 256 * 1024

/** Down to the items of a session's turns, values are written one by one; what is inside those is written whole. */
const outerLevels = 8

/** How much deeper to go by hand before the native writer is asked again. */
const stride = 1000

/** Deeper than this, the indentation would weigh more than what it indents. */
const maxIndentLevel = 100

interface Open {
  readonly entries: Iterator<readonly [label: string, value: unknown]>
  readonly close: string
  /** The level from which on values are tried whole. */
  readonly wholeFrom: number
  empty: boolean
}

/**
 * The text of `JSON.stringify(value, null, 2)` in pieces, with characters that a reader would not see escaped, so that a document may be longer than a string can be,
 * and nested deeper than the native writer's stack goes.
 */
export function* jsonChunks(value: unknown): Generator<string> {
  const open: Open[] = []
  let text = ''
  let next: {readonly value: unknown} | undefined = {value}
  while (next || open.length > 0) {
    const outer = open.at(-1)
    if (next) {
      const wholeFrom: number = outer?.wholeFrom ?? outerLevels
      const container = containerOf(next.value)
      const tried = !container || open.length >= wholeFrom
      const whole =
        tried && !isDeep(next.value)
          ? writeWhole(next.value, open.length, container === undefined)
          : undefined
      if (whole !== undefined) {
        // Both may be near the limit of what a string can contain.
        if (text !== '' && text.length + whole.length > chunkSize) {
          yield text
          text = ''
        }
        text += whole
      } else if (container) {
        const {begin, close, entries} = container
        text += begin
        open.push({entries, close, empty: true, wholeFrom: tried ? open.length + stride : wholeFrom})
      }
      next = undefined
    } else if (outer) {
      const entry = outer.entries.next()
      if (entry.done) {
        open.pop()
        text += outer.empty ? outer.close : `${lineBreak(open.length)}${outer.close}`
      } else {
        text += `${outer.empty ? '' : ','}${lineBreak(open.length)}${entry.value[0]}`
        outer.empty = false
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

/** Whether a value is nested so deep that the native writer, which indents every level, would write mostly spaces. */
function isDeep(value: unknown): boolean {
  let level: readonly object[] = isObject(value) ? [value] : []
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= maxIndentLevel) return true
    level = level.flatMap((object) => Object.values(object).filter(isObject))
  }
  return false
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const lineBreak = (level: number): string => `\n${'  '.repeat(Math.min(level, maxIndentLevel))}`

/** A value by the native writer, or nothing where it is a container and too much for that. */
function writeWhole(value: unknown, level: number, mustBe: boolean): string | undefined {
  try {
    // Line breaks in strings are escaped, so each one here begins a line.
    return escapeHiddenCharacters(JSON.stringify(value, null, 2) ?? 'null').replaceAll('\n', lineBreak(level))
  } catch (error) {
    if (mustBe || !(error instanceof RangeError)) throw error
    return undefined
  }
}

type Container = Pick<Open, 'entries' | 'close'> & {readonly begin: string}

function containerOf(value: unknown): Container | undefined {
  if (Array.isArray(value)) return {begin: '[', close: ']', entries: elementsOf(value)}
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return undefined
  return {begin: '{', close: '}', entries: fieldsOf(value)}
}

function* elementsOf(array: readonly unknown[]): Generator<readonly [string, unknown]> {
  for (const element of array) yield ['', element]
}

/** What JSON leaves out of objects. */
const unwritten: ReadonlySet<string> = new Set(['undefined', 'function', 'symbol'])

function* fieldsOf(object: object): Generator<readonly [string, unknown]> {
  const fields: readonly (readonly [string, unknown])[] = Object.entries(object)
  for (const [key, value] of fields)
    if (!unwritten.has(typeof value)) yield [`${escapeHiddenCharacters(JSON.stringify(key))}: `, value]
}
