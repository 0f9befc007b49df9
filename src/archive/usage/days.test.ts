import {describe, expect, test, vi} from 'vitest'
import {dayNumber, mondayOf, zoneSteps} from './days.ts'
import {windowEnd} from './five-hour-windows.ts'
import {quarterOf} from './usage-rows.ts'

const at = (time: string): number => quarterOf(Date.parse(time))

const daysBetween = (from: number, to: number): readonly number[] => {
  const first = Math.floor(from / 96)
  return Array.from({length: Math.ceil(to / 96) - first}, (_, number) => first + number)
}

function dayIn(zone: string, quarter: number): string {
  const ahead =
    zoneSteps(zone, daysBetween(quarter - 2000, quarter + 2000)).find(({until}) => quarter < until)?.ahead ??
    0
  return dayNumber(Math.floor((quarter + ahead) / 96))
}

describe('days', () => {
  test("a day is the day of the person's own clock", () => {
    expect(dayIn('UTC', at('2026-11-16T23:30:00Z'))).toBe('2026-11-16')
    expect(dayIn('Europe/Berlin', at('2026-11-16T23:30:00Z'))).toBe('2026-11-17')
    expect(dayIn('Asia/Kathmandu', at('2026-11-16T18:15:00Z'))).toBe('2026-11-17')
    expect(dayIn('Asia/Kathmandu', at('2026-11-16T18:00:00Z'))).toBe('2026-11-16')
    expect(dayIn('America/Los_Angeles', at('2026-11-16T07:45:00Z'))).toBe('2026-11-15')
  })
  test('clocks are changed at the quarter at which they are', () => {
    const days = daysBetween(at('2026-01-01T00:00:00Z'), at('2027-01-01T00:00:00Z'))
    expect(zoneSteps('Europe/Berlin', days)).toEqual([
      {until: at('2026-03-29T01:00:00Z'), ahead: 4},
      {until: at('2026-10-25T01:00:00Z'), ahead: 8},
      {until: Number.POSITIVE_INFINITY, ahead: 4},
    ])
  })
  test('the steps of any zone give the days that its calendar has', () => {
    const wrong: string[] = []
    for (const timeZone of ['America/Sao_Paulo', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Apia']) {
      const calendar = new Intl.DateTimeFormat('sv-SE', {timeZone, dateStyle: 'short'})
      const [from, to] = [at('2025-01-01T00:00:00Z'), at('2027-01-01T00:00:00Z')]
      const steps = zoneSteps(timeZone, daysBetween(from, to))
      for (let quarter = from; quarter < to; quarter += 7) {
        const ahead = steps.find(({until}) => quarter < until)?.ahead ?? 0
        const [day, shown] = [
          dayNumber(Math.floor((quarter + ahead) / 96)),
          calendar.format(quarter * 900_000),
        ]
        if (day !== shown) wrong.push(`${timeZone}: ${day} is ${shown}`)
      }
    }
    expect(wrong).toEqual([])
  })
  test('a clock is asked about the days that are given, and about no others between them', () => {
    const asked = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts')
    const [winter, summer] = [at('2026-01-05T12:00:00Z'), at('2098-07-01T12:00:00Z')]
    const steps = zoneSteps(
      'Europe/Berlin',
      [winter, summer].map((quarter) => Math.floor(quarter / 96)),
    )
    expect(steps.map(({ahead}) => ahead)).toEqual([4, 8])
    expect(asked.mock.calls.length).toBeGreaterThan(0)
    expect(asked.mock.calls.length).toBeLessThan(20)
    vi.restoreAllMocks()
  })
  test('a week begins on Monday', () => {
    expect(mondayOf('2026-11-16')).toBe('2026-11-16')
    expect(mondayOf('2026-11-22')).toBe('2026-11-16')
    expect(mondayOf('2027-01-01')).toBe('2026-12-28')
  })
})

test('a block lasts five hours from the full hour of its first activity', () => {
  const quarters = ['2026-11-16T09:40:00Z', '2026-11-16T14:10:00Z', '2026-11-16T15:20:00Z'].map(at)
  expect(windowEnd(quarters, Date.parse('2026-11-16T15:30:00Z'))).toBe(Date.parse('2026-11-16T19:00:00Z'))
  expect(windowEnd(quarters.slice(0, 1), Date.parse('2026-11-16T13:59:00Z'))).toBe(
    Date.parse('2026-11-16T14:00:00Z'),
  )
  expect(windowEnd(quarters, Date.parse('2026-11-16T19:00:00Z'))).toBeUndefined()
  expect(windowEnd([], 0)).toBeUndefined()
})
