import {offsetAt} from '../query/zone-time.ts'
import {quarterHour} from './rows.ts'

const quartersADay = 96

/** How far a zone's clock is ahead of UTC up to a quarter of an hour, in quarters. */
export interface ZoneStep {
  readonly until: number
  readonly ahead: number
}

/** The steps of a zone's clock between two quarters; the last has no end. */
export function zoneSteps(timeZone: string, from: number, to: number): readonly ZoneStep[] {
  const aheadAt = (quarter: number): number =>
    Math.round(offsetAt(quarter * quarterHour, timeZone) / quarterHour)
  const steps: ZoneStep[] = []
  let [at, ahead] = [from, aheadAt(from)]
  while (at < to) {
    const next = at + quartersADay
    const then = aheadAt(next)
    if (then !== ahead) {
      let [low, high] = [at, next]
      while (high - low > 1) {
        const middle = Math.floor((low + high) / 2)
        if (aheadAt(middle) === ahead) low = middle
        else high = middle
      }
      steps.push({until: high, ahead})
      ahead = then
    }
    at = next
  }
  return [...steps, {until: Number.POSITIVE_INFINITY, ahead}]
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
