import {
  formatJson,
  formatJsonLine,
  formatNoun,
  isJsonObject,
  type JsonValue,
  type NodeOf,
} from '../../../page/index.ts'
import {type Html, html, joinHtml, textHtml} from '../html.ts'
import {preHtml} from '../text/code-block.ts'

/** From here on a value is written as JSON: no one unfolds more levels than that. */
const maxDepth = 12

/** The number of rows in one collapsible group. */
const chunk = 100

/** A list of few short values needs no table. */
const shortLine = 100

type Row = readonly [key: string, value: JsonValue]

/** A value as a table of its fields; values with fields are collapsible. */
export const jsonHtml = ({value}: NodeOf<'raw'>): Html =>
  typeof value === 'string' ? preHtml('plain', value) : html`<div class="value">${show(value, 0)}</div>`

function show(value: JsonValue, depth: number): Html {
  if (typeof value === 'string') return textHtml(value)
  if (typeof value !== 'object' || value === null || isShort(value))
    return html`<code>${formatJsonLine(value)}</code>`
  if (depth >= maxDepth) return preHtml('plain', formatJson(value))
  const rows = rowsOf(value)
  const isObject = isJsonObject(value)
  const shown = tables(rows, depth, isObject ? 'value-table' : 'value-table list')
  if (depth === 0) return shown
  const named = isObject
    ? `${formatNoun(rows.length, 'field')}: ${keysOf(rows)}`
    : formatNoun(rows.length, 'item')
  return fold(named, rows.length <= 8 && depth < 3, shown)
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

function tables(rows: readonly Row[], depth: number, className: string): Html {
  const table = (part: readonly Row[]): Html =>
    html`<table class="${className}"><tbody>${part.map(([key, value]) => row(key, value, depth))}</tbody></table>`
  if (rows.length <= chunk) return table(rows)
  const folds: Html[] = []
  for (let from = 0; from < rows.length; from += chunk) {
    const part = rows.slice(from, from + chunk)
    folds.push(fold(`${from + 1} – ${from + part.length} of ${rows.length}`, from === 0, table(part)))
  }
  return joinHtml(folds)
}

const row = (key: string, value: JsonValue, depth: number): Html =>
  html`<tr><th scope="row">${key}</th><td>${show(value, depth + 1)}</td></tr>\n`

const fold = (summary: string, open: boolean, inner: Html): Html =>
  html`<details${open ? html` open` : ''}><summary>${summary}</summary>${inner}</details>`
