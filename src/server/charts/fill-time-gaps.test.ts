import {describe, expect, test} from 'vitest'
import type {UsageRow} from '../../archive/usage/usage-report.ts'
import {newUsageTotal} from '../../archive/usage/usage-sum.ts'
import {fillTimeGaps} from '../pages/usage-page.ts'

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
  test('leaves them out if there are too many, and says so', () => {
    const {rows, isComplete} = fillTimeGaps('daily', rowsOf('2020-01-01', '2026-01-01'))
    expect(keysOf(rows)).toEqual(['2020-01-01', '2026-01-01'])
    expect(isComplete).toBe(false)
  })
  test('shows the newest if there are too many, and 5-hour windows unchanged', () => {
    const many = Array.from({length: 130}, (_, day) => new Date(day * 86_400_000).toISOString().slice(0, 10))
    expect(keysOf(fillTimeGaps('daily', rowsOf(...many)).rows)).toEqual(many.slice(-120))
    const blocks = rowsOf('2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z')
    expect(fillTimeGaps('blocks', blocks)).toEqual({rows: blocks, isComplete: true})
  })
})
