import {describe, expect, test} from 'vitest'
import type {UsageRow} from '../../archive/usage/usage-report.ts'
import {newUsageTotal} from '../../archive/usage/usage-sum.ts'
import {daysOf, fillTimeGaps, maxColumns} from './time-axis.ts'

const rowsOf = (...keys: readonly string[]): readonly UsageRow[] =>
  keys.map((key) => ({key, name: undefined, ...newUsageTotal().sum(), responses: 1}))

const keysOf = (rows: readonly UsageRow[]): readonly string[] => rows.map(({key}) => key)

describe('a chart over time', () => {
  test('has the days without usage', () => {
    const {rows, isComplete} = fillTimeGaps('daily', rowsOf('2026-02-27', '2026-03-02'))
    expect(keysOf(rows)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'])
    expect(rows.map(({responses}) => responses)).toEqual([1, 0, 0, 1])
    expect(isComplete).toBe(true)
  })
  test('has every day of the period, before the first row and after the last', () => {
    const span = {first: '2026-02-26', last: '2026-03-01'}
    const {rows} = fillTimeGaps('daily', rowsOf('2026-02-27'), span)
    expect(keysOf(rows)).toEqual(['2026-02-26', '2026-02-27', '2026-02-28', '2026-03-01'])
    expect(keysOf(fillTimeGaps('monthly', [], span).rows)).toEqual(['2026-02', '2026-03'])
  })
  test('has weeks and months without usage', () => {
    expect(keysOf(fillTimeGaps('weekly', rowsOf('2026-12-21', '2027-01-04')).rows)).toContain('2026-12-28')
    expect(keysOf(fillTimeGaps('monthly', rowsOf('2025-11', '2026-03')).rows)).toEqual([
      '2025-11',
      '2025-12',
      '2026-01',
      '2026-02',
      '2026-03',
    ])
  })
  test('shows the newest if there are too many, and says so', () => {
    for (const group of ['daily', 'weekly'] as const) {
      const {rows, isComplete} = fillTimeGaps(group, rowsOf('1901-01-07', '2026-01-05'))
      expect(rows).toHaveLength(maxColumns)
      expect(rows.at(-1)).toMatchObject({key: '2026-01-05', responses: 1})
      expect(isComplete).toBe(false)
    }
    const months = fillTimeGaps('monthly', rowsOf('1901-01', '2026-01'))
    expect(months.rows.length).toBeLessThanOrEqual(maxColumns)
    expect(months.isComplete).toBe(false)
  })
  test('knows the days of a week and of a month', () => {
    expect(daysOf('weekly', '2026-11-16')).toEqual(['2026-11-16', '2026-11-22'])
    expect(daysOf('monthly', '2028-02')).toEqual(['2028-02-01', '2028-02-29'])
    expect(daysOf('daily', '2026-12-31')).toEqual(['2026-12-31', '2026-12-31'])
  })
})
