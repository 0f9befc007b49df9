import type {Instant} from '../../../page/index.ts'
import {formatZonedClock, isCalendarTime} from '../../../page/text/zoned-time.ts'
import {type Html, html, noHtml} from '../html.ts'

/** How much of a time is shown; `exact` has the day, the time to the second and the zone. */
type TimeStyle = 'minute' | 'second' | 'day' | 'exact'

const dateFormats = {
  day: {dateStyle: 'medium'},
  exact: {
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>

/** Creating a formatter is slow, and a page has one time zone. */
const formatters = new Map<string, Intl.DateTimeFormat>()

/** A time as text; empty if no calendar has it. */
export function formatHtmlTime(instant: Instant, zone: string, style: TimeStyle): string {
  if (!isCalendarTime(instant)) return ''
  if (style === 'minute' || style === 'second')
    return formatZonedClock(instant, zone)?.slice(0, style === 'minute' ? 5 : 8) ?? ''
  const key = `${style} ${zone}`
  let formatter = formatters.get(key)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-GB', {hourCycle: 'h23', timeZone: zone, ...dateFormats[style]})
    formatters.set(key, formatter)
  }
  return formatter.format(instant)
}

/** A time as an element; nothing if it is unknown. */
export const timeTag = (instant: Instant | undefined, zone: string, style: TimeStyle): Html =>
  isCalendarTime(instant)
    ? html`<time datetime="${new Date(instant).toISOString()}">${formatHtmlTime(instant, zone, style)}</time>`
    : noHtml

/** From when to when; the day of the end only if it is another day. */
export function timeRange(from: Instant | undefined, to: Instant | undefined, zone: string): Html {
  if (!isCalendarTime(from)) return noHtml
  const begin = html`${timeTag(from, zone, 'day')} ${timeTag(from, zone, 'minute')}`
  if (!isCalendarTime(to) || to <= from) return begin
  const isSame = (style: TimeStyle): boolean =>
    formatHtmlTime(from, zone, style) === formatHtmlTime(to, zone, style)
  if (!isSame('day')) return html`${begin} – ${timeTag(to, zone, 'day')} ${timeTag(to, zone, 'minute')}`
  return isSame('minute') ? begin : html`${begin}–${timeTag(to, zone, 'minute')}`
}
