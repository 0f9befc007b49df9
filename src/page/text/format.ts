import type {Cost, Summary} from '../page.ts'

/** An integer with thousands separators. */
export function formatCount(value: number): string {
  const rounded = Math.round(value) + 0
  // Most are small, and asking for a locale takes a hundred times as long.
  return Math.abs(rounded) < 1000 ? String(rounded) : rounded.toLocaleString('en-US')
}

/** A number with its noun in the singular or plural. */
export const formatNoun = (value: number, one: string, many = `${one}s`): string =>
  `${formatCount(value)} ${Math.round(value) === 1 ? one : many}`

const units = ['kB', 'MB', 'GB', 'TB'] as const

/** A size in the largest unit that leaves a number above one. */
export function formatBytes(bytes: number): string {
  if (bytes < 999.5) return formatNoun(bytes, 'byte')
  let value = bytes / 1000
  let unit = 0
  // What would be rounded to 1000 is one of the next unit.
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  return `${value >= 99.95 ? formatCount(value) : value.toFixed(1)} ${units[unit]}`
}

/** Money to the cent; small sums with four digits. */
export function formatDollars(dollars: number): string {
  const sign = dollars < 0 ? '-' : ''
  const amount = Math.abs(dollars)
  if (amount !== 0 && amount < 0.00005) return `${sign}<$0.0001`
  return `${sign}$${amount !== 0 && amount < 0.1 ? amount.toFixed(4) : amount.toFixed(2)}`
}

/** A sum of money; one that was computed from prices is marked. */
export const formatCost = ({usd, from}: Pick<Cost, 'usd' | 'from'>): string =>
  `${from === 'computed' ? '≈ ' : ''}${formatDollars(usd)}`

/** A duration: `0.75s`, `12.3s`, `3m 04s`, `1h 02m`. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(0, milliseconds) / 1000
  if (seconds < 9.995) return `${seconds.toFixed(2)}s`
  if (seconds < 59.95) return `${seconds.toFixed(1)}s`
  const rounded = Math.round(seconds)
  if (rounded < 3600) return `${Math.floor(rounded / 60)}m ${pair(rounded % 60)}s`
  const minutes = Math.round(rounded / 60)
  return `${Math.floor(minutes / 60)}h ${pair(minutes % 60)}m`
}

/** A time in milliseconds since 1970, to the minute and in UTC; undefined for a time that no calendar has. */
export function formatMoment(milliseconds: number): string | undefined {
  const date = new Date(milliseconds)
  return Number.isNaN(date.getTime()) ? undefined : `${date.toISOString().slice(0, -8).replace('T', ' ')} UTC`
}

const pair = (value: number): string => String(value).padStart(2, '0')

const limitNames: ReadonlyMap<string, string> = new Map([
  ['five_hour', '5-hour limit'],
  ['seven_day', '7-day limit'],
  ['seven_day_opus', '7-day limit for Opus'],
  ['seven_day_sonnet', '7-day limit for Sonnet'],
  ['overage', 'limit for extra usage'],
])

/** The name of a usage limit, by the client's name of the time it is for. */
export const formatLimit = (window: string | undefined): string => limitNames.get(window ?? '') ?? 'limit'

/** Time that is left, to the minute: `12m`, `2h 05m`, `3d 4h`. */
export function formatTimeLeft(milliseconds: number): string {
  const minutes = Math.max(0, Math.ceil(milliseconds / 60_000))
  if (minutes < 60) return `${minutes}m`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours}h ${pair(minutes % 60)}m` : `${Math.floor(hours / 24)}d ${hours % 24}h`
}

/** A number of tokens in about three digits: `980`, `23.4k`, `1.2M`. */
export function formatTokens(tokens: number): string {
  if (tokens < 1000) return String(Math.round(tokens))
  const [value, unit] = tokens < 999_500 ? [tokens / 1000, 'k'] : [tokens / 1_000_000, 'M']
  return `${value < 99.95 ? value.toFixed(1) : Math.round(value)}${unit}`
}

/** The numbers of a run, one after the other: duration, turns, tools, tokens, cost. */
export function formatSummaryFacts(summary: Summary): readonly string[] {
  const {durationMs, turns, toolCalls, failedToolCalls, deniedToolCalls, tokens, cost} = summary
  const bad = [
    failedToolCalls === 0 ? '' : `${failedToolCalls} failed`,
    deniedToolCalls === 0 ? '' : `${deniedToolCalls} denied`,
  ].filter(Boolean)
  return [
    durationMs === undefined ? '' : formatDuration(durationMs),
    turns === 0 ? '' : formatNoun(turns, 'turn'),
    toolCalls === 0
      ? ''
      : `${formatNoun(toolCalls, 'tool')}${bad.length === 0 ? '' : ` (${bad.join(', ')})`}`,
    tokens === undefined ? '' : `${formatTokens(tokens)} tokens`,
    cost === undefined ? '' : formatCost(cost),
  ].filter((fact) => fact !== '')
}

const timeUnits: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

let relativeTime: Intl.RelativeTimeFormat | undefined

/** How long ago something was, in the largest unit that fits: `3 days ago`. */
export function formatTimeAgo(then: number, now: number): string {
  relativeTime ??= new Intl.RelativeTimeFormat('en', {numeric: 'auto'})
  const seconds = (then - now) / 1000
  for (const [unit, size] of timeUnits)
    if (Math.abs(seconds) >= size) return relativeTime.format(Math.round(seconds / size), unit)
  return relativeTime.format(Math.round(seconds), 'second')
}

const figure = /^[-+−$€£]?\d[\d,. ]{0,30}(?:%|[a-zA-Z]{1,3})?$/

/** The columns of a table that contain nothing but numbers. */
export const numericColumns = (rows: readonly (readonly string[])[]): ReadonlySet<number> =>
  new Set(
    (rows[0] ?? []).flatMap((_, column) =>
      rows.every((row) => figure.test(row[column] ?? '')) ? column : [],
    ),
  )
