import {describe, expect, test} from 'vitest'
import {blockEnd} from './blocks.ts'
import {daysIn, mondayOf, nextDay, startOfDay, zoneSteps} from './days.ts'
import {quarterOf} from './rows.ts'

const at = (time: string): number => quarterOf(Date.parse(time))

describe('days', () => {
  test("a day is the day of the person's own clock", () => {
    expect(daysIn('UTC')(at('2026-11-16T23:30:00Z'))).toBe('2026-11-16')
    expect(daysIn('Europe/Berlin')(at('2026-11-16T23:30:00Z'))).toBe('2026-11-17')
    expect(daysIn('Asia/Kathmandu')(at('2026-11-16T18:15:00Z'))).toBe('2026-11-17')
    expect(daysIn('Asia/Kathmandu')(at('2026-11-16T18:00:00Z'))).toBe('2026-11-16')
    expect(daysIn('America/Los_Angeles')(at('2026-11-16T07:45:00Z'))).toBe('2026-11-15')
  })
  test('where clocks are changed, days are 23 and 25 hours long', () => {
    const hours = (day: string) =>
      (startOfDay(nextDay(day), 'Europe/Berlin') - startOfDay(day, 'Europe/Berlin')) / 3_600_000
    expect(hours('2026-03-29')).toBe(23)
    expect(hours('2026-10-25')).toBe(25)
    expect(hours('2026-11-16')).toBe(24)
  })
  test('the steps of a zone give the same days as its clock', () => {
    for (const zone of ['Europe/Berlin', 'America/Sao_Paulo', 'Asia/Kathmandu', 'Australia/Lord_Howe']) {
      const [from, to] = [at('2025-01-01T00:00:00Z'), at('2027-01-01T00:00:00Z')]
      const steps = zoneSteps(zone, from, to)
      const dayOf = daysIn(zone)
      for (let quarter = from; quarter < to; quarter += 7) {
        const ahead = steps.find(({until}) => quarter < until)?.ahead ?? 0
        const day = new Date(Math.floor((quarter + ahead) / 96) * 86_400_000).toISOString().slice(0, 10)
        if (day !== dayOf(quarter)) expect(`${zone} ${quarter} ${day}`).toBe(dayOf(quarter))
      }
    }
  })
  test('a week begins on Monday', () => {
    expect(mondayOf('2026-11-16')).toBe('2026-11-16')
    expect(mondayOf('2026-11-22')).toBe('2026-11-16')
    expect(mondayOf('2027-01-01')).toBe('2026-12-28')
  })
})

test('a block lasts five hours from the full hour of its first activity', () => {
  const quarters = ['2026-11-16T09:40:00Z', '2026-11-16T14:10:00Z', '2026-11-16T15:20:00Z'].map(at)
  expect(blockEnd(quarters, Date.parse('2026-11-16T15:30:00Z'))).toBe(Date.parse('2026-11-16T19:00:00Z'))
  expect(blockEnd(quarters.slice(0, 1), Date.parse('2026-11-16T13:59:00Z'))).toBe(
    Date.parse('2026-11-16T14:00:00Z'),
  )
  expect(blockEnd(quarters, Date.parse('2026-11-16T19:00:00Z'))).toBeUndefined()
  expect(blockEnd([], 0)).toBeUndefined()
})
