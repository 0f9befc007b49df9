import type {JsonValue} from './json.ts'
import {isJsonObject} from './json.ts'

/** From here on nesting is no longer indented: 10,000 levels would be 200 MB of spaces. */
const maxIndent = 32

interface Open {
  readonly entries: Iterator<readonly [string | undefined, JsonValue]>
  readonly close: ']' | '}'
  first: boolean
}

/**
 * A value as JSON with two spaces a level. Unlike `JSON.stringify` it takes values nested to any depth,
 * which cost a hostile transcript a few kilobytes and `JSON.stringify` its stack.
 */
export function formatJson(value: JsonValue): string {
  return isShallow(value) ? JSON.stringify(value, null, 2) : formatDeep(value)
}

/** The same on one line. */
export function formatJsonLine(value: JsonValue): string {
  return isShallow(value) ? JSON.stringify(value) : formatDeep(value).replace(/\n */g, '')
}

/** Level by level, because the question is whether recursion is safe. */
function isShallow(value: JsonValue): boolean {
  let level: readonly JsonValue[] = [value]
  for (let depth = 0; depth <= maxIndent; depth += 1) {
    const next: JsonValue[] = []
    for (const item of level)
      for (const child of childrenOf(item)) if (typeof child === 'object' && child !== null) next.push(child)
    if (next.length === 0) return true
    level = next
  }
  return false
}

const childrenOf = (value: JsonValue): readonly (JsonValue | undefined)[] =>
  typeof value !== 'object' || value === null ? [] : isJsonObject(value) ? Object.values(value) : value

function formatDeep(value: JsonValue): string {
  const parts: string[] = []
  const open: Open[] = []
  write(value, parts, open)
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const next = top.entries.next()
    if (next.done) {
      open.pop()
      parts.push(lineAt(open.length), top.close)
      continue
    }
    const [key, item] = next.value
    parts.push(top.first ? '' : ',', lineAt(open.length), key === undefined ? '' : `${JSON.stringify(key)}: `)
    top.first = false
    write(item, parts, open)
  }
  return parts.join('')
}

function write(value: JsonValue, parts: string[], open: Open[]): void {
  if (typeof value !== 'object' || value === null) {
    parts.push(JSON.stringify(value))
    return
  }
  const entries = isJsonObject(value)
    ? Object.entries(value).flatMap(([key, item]) => (item === undefined ? [] : [[key, item] as const]))
    : value.map((item) => [undefined, item] as const)
  const [start, close] = isJsonObject(value) ? (['{', '}'] as const) : (['[', ']'] as const)
  parts.push(entries.length === 0 ? start + close : start)
  if (entries.length > 0) open.push({entries: entries.values(), close, first: true})
}

const lineAt = (level: number): string => `\n${'  '.repeat(Math.min(level, maxIndent))}`
