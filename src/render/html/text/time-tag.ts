import type {Instant} from '../../../page/index.ts'
import {type Html, html, noHtml} from '../html.ts'

interface Formats {
  readonly minute: Intl.DateTimeFormat
  readonly second: Intl.DateTimeFormat
  readonly day: Intl.DateTimeFormat
  readonly exact: Intl.DateTimeFormat
}

/** Formatters are dear to make, and a page has one zone. */
const known = new Map<string, Formats>()

function formatsOf(zone: string): Formats {
  const made = known.get(zone)
  if (made) return made
  const of = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat('en-GB', {hourCycle: 'h23', timeZone: zone, ...options})
  const formats: Formats = {
    minute: of({timeStyle: 'short'}),
    second: of({timeStyle: 'medium'}),
    day: of({dateStyle: 'medium'}),
    exact: of({
      weekday: 'short',
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      timeZoneName: 'short',
    }),
  }
  known.set(zone, formats)
  return formats
}

/** A transcript may hold a time that no calendar has. */
const isTime = (instant: Instant | undefined): instant is Instant =>
  instant !== undefined && Math.abs(instant) <= 8.64e15

/** A moment in words: the time of day, the day, or all of it. */
export const formatHtmlTime = (instant: Instant, zone: string, style: keyof Formats): string =>
  isTime(instant) ? wordsOf(instant, zone, style) : ''

const quarter = 900_000

/** The time of day at the beginning of each quarter of an hour, in minutes; within one, clocks are not changed. */
const quarters = new Map<string, number>()

function wordsOf(instant: Instant, zone: string, style: keyof Formats): string {
  // Every entry has its time of day; to count on from a known one takes a tenth of the time of formatting it.
  if (style === 'day' || style === 'exact' || instant < 0) return formatsOf(zone)[style].format(instant)
  const block = Math.floor(instant / quarter)
  const key = `${block} ${zone}`
  let minutes = quarters.get(key)
  if (minutes === undefined) {
    const [hour = '0', minute = '0'] = formatsOf(zone)
      .minute.format(block * quarter)
      .split(':')
    minutes = Number(hour) * 60 + Number(minute)
    if (quarters.size > 1000) quarters.clear()
    quarters.set(key, minutes)
  }
  const seconds = Math.floor((instant - block * quarter) / 1000)
  const now = (minutes + Math.floor(seconds / 60)) % 1440
  const clock = `${pair(Math.floor(now / 60))}:${pair(now % 60)}`
  return style === 'minute' ? clock : `${clock}:${pair(seconds % 60)}`
}

const pair = (value: number): string => (value < 10 ? `0${value}` : String(value))

/** A moment as an element; how it is said is one thing, what it is another. Nothing where it is not known. */
export function timeTag(instant: Instant | undefined, zone: string, style: keyof Formats): Html {
  if (!isTime(instant)) return noHtml
  return html`<time datetime="${new Date(instant).toISOString()}">${wordsOf(instant, zone, style)}</time>`
}

/** From when to when, without saying anything twice: the day of the end only where it is another. */
export function timeRange(from: Instant | undefined, to: Instant | undefined, zone: string): Html {
  if (!isTime(from)) return noHtml
  const begin = html`${timeTag(from, zone, 'day')} ${timeTag(from, zone, 'minute')}`
  if (!isTime(to) || to <= from) return begin
  if (wordsOf(from, zone, 'day') !== wordsOf(to, zone, 'day'))
    return html`${begin} – ${timeTag(to, zone, 'day')} ${timeTag(to, zone, 'minute')}`
  return wordsOf(from, zone, 'minute') === wordsOf(to, zone, 'minute')
    ? begin
    : html`${begin}–${timeTag(to, zone, 'minute')}`
}
