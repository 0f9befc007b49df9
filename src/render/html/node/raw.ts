import {
  formatJson,
  formatJsonLine,
  formatNoun,
  isJsonObject,
  type JsonValue,
  type NodeOf,
} from '../../../page/index.ts'
import {escapeHtml} from '../escape.ts'
import {pre} from '../pre.ts'

/** From here on a value is written as JSON: nobody unfolds more levels than that. */
const deepest = 12

/** So many rows stand in one fold. */
const chunk = 100

/** A list of few short values needs no table. */
const shortLine = 100

type Row = readonly [key: string, value: JsonValue]

/** A value as a table of its fields, with a fold for everything that has fields of its own. */
export const raw = ({value}: NodeOf<'raw'>): string =>
  typeof value === 'string' ? pre('plain', escapeHtml(value)) : `<div class="value">${show(value, 0)}</div>`

function show(value: JsonValue, depth: number): string {
  if (typeof value === 'string') return escapeHtml(value)
  if (typeof value !== 'object' || value === null || isShort(value))
    return `<code>${escapeHtml(formatJsonLine(value))}</code>`
  if (depth >= deepest) return pre('plain', escapeHtml(formatJson(value)))
  const rows = rowsOf(value)
  const isObject = isJsonObject(value)
  const html = tables(rows, depth, isObject ? 'value-table' : 'value-table list')
  if (depth === 0) return html
  const named = isObject
    ? `${formatNoun(rows.length, 'field')}: ${keysOf(rows)}`
    : formatNoun(rows.length, 'item')
  return fold(named, rows.length <= 8 && depth < 3, html)
}

const rowsOf = (value: Exclude<JsonValue, string | number | boolean | null>): readonly Row[] =>
  isJsonObject(value)
    ? Object.entries(value).flatMap(([key, item]) => (item === undefined ? [] : [[key, item] as const]))
    : value.map((item, index) => [String(index), item])

function isShort(value: Exclude<JsonValue, string | number | boolean | null>): boolean {
  if (isJsonObject(value)) return Object.keys(value).length === 0
  if (value.length > shortLine / 2) return false
  let length = 0
  for (const item of value) {
    if (typeof item === 'object' && item !== null) return false
    length += String(item).length + 2
  }
  return length <= shortLine
}

const keysOf = (rows: readonly Row[]): string => {
  const keys = rows
    .slice(0, 6)
    .map(([key]) => key.slice(0, 40))
    .join(', ')
  return rows.length > 6 ? `${keys}, …` : keys
}

function tables(rows: readonly Row[], depth: number, className: string): string {
  const table = (part: readonly Row[]): string =>
    `<table class="${className}"><tbody>${part.map(([key, value]) => row(key, value, depth)).join('')}</tbody></table>`
  if (rows.length <= chunk) return table(rows)
  let html = ''
  for (let from = 0; from < rows.length; from += chunk) {
    const part = rows.slice(from, from + chunk)
    html += fold(`${from + 1} – ${from + part.length} of ${rows.length}`, from === 0, table(part))
  }
  return html
}

const row = (key: string, value: JsonValue, depth: number): string =>
  `<tr><th scope="row">${escapeHtml(key)}</th><td>${show(value, depth + 1)}</td></tr>\n`

const fold = (summary: string, open: boolean, html: string): string =>
  `<details${open ? ' open' : ''}><summary>${escapeHtml(summary)}</summary>${html}</details>`
