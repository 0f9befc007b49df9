import {offsetAt} from '../query/zone-time.ts'
import {quarterHour} from './usage-rows.ts'

const quartersADay = 96

/** How far a zone's clock is ahead of UTC up to a quarter of an hour, in quarters. */
export interface ZoneStep {
  readonly until: number
  readonly ahead: number
}

/** The steps of a zone's clock over some days, given by their numbers since 1970 in order; the last has no end. */
export function zoneSteps(timeZone: string, days: Iterable<number>): readonly ZoneStep[] {
  const aheadAt = (quarter: number): number =>
    Math.round(offsetAt(quarter * quarterHour, timeZone) / quarterHour)
  const steps: ZoneStep[] = []
  let ahead: number | undefined
  for (const day of days) {
    const [first, last] = [day * quartersADay, (day + 1) * quartersADay - 1]
    const begins = aheadAt(first)
    if (ahead !== undefined && begins !== ahead) steps.push({until: first, ahead})
    ahead = aheadAt(last)
    if (ahead !== begins) steps.push({until: changeBetween(first, last, aheadAt), ahead: begins})
  }
  return [...steps, {until: Number.POSITIVE_INFINITY, ahead: ahead ?? 0}]
}

/** The first quarter of an hour at which the clock differs from the start. */
function changeBetween(first: number, last: number, aheadAt: (quarter: number) => number): number {
  const ahead = aheadAt(first)
  let [low, high] = [first, last]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (aheadAt(middle) === ahead) low = middle
    else high = middle
  }
  return high
}

/** A day by its number since 1970. */
export const dayNumber = (number: number): string => isoDay(number * 86_400_000)

/** The Monday of a day's week. */
export function mondayOf(day: string): string {
  const time = Date.parse(`${day}T00:00:00Z`)
  const weekday = (new Date(time).getUTCDay() + 6) % 7
  return isoDay(time - weekday * 86_400_000)
}

const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10)
