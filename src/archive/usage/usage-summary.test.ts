import {describe, expect, test} from 'vitest'
import type {UsageQuery} from '../archive.ts'
import {currentWindow} from './five-hour-windows.ts'
import {countAgreement, type Difference, describeAgreement} from './reconcile.ts'
import {currentLimits, readPlanLimits} from './spending-plan.ts'
import type {UsageReport} from './usage-report.ts'
import {newUsageTotal} from './usage-sum.ts'
import {summarizeUsage} from './usage-summary.ts'

const sumOf = (costMicros: number | undefined) => ({...newUsageTotal().sum(), costMicros})
const reportOf = (groupBy: UsageReport['groupBy'], rows: Readonly<Record<string, number>>): UsageReport => ({
  groupBy,
  rows: Object.entries(rows).map(([key, cost]) => ({key, name: undefined, ...sumOf(cost)})),
  total: sumOf(Object.values(rows).reduce((all, cost) => all + cost, 0)),
})

describe('the summary of usage', () => {
  const now = Date.parse('2026-11-16T00:00:00Z')
  const asked: UsageQuery[] = []
  const usage = async (query: UsageQuery): Promise<UsageReport> => {
    asked.push(query)
    if (query.group === 'monthly') return reportOf('monthly', {'2026-10': 50, '2026-11': 300})
    return query.group === 'daily' ? reportOf('daily', {'2026-11-16': 7}) : reportOf('blocks', {})
  }
  test('has this month, last month and today in the time zone, and projects the month', async () => {
    const summary = await summarizeUsage(usage, {now, timeZone: 'UTC', project: 'shop'})
    expect(summary).toMatchObject({
      month: {costMicros: 300},
      lastMonth: {costMicros: 50},
      today: {costMicros: 7},
    })
    // Half of November is over.
    expect(summary.projectedMicros).toBe(600)
    expect(summary.window).toBeUndefined()
    expect(asked.map(({group, project}) => [group, project])).toEqual([
      ['monthly', 'shop'],
      ['daily', 'shop'],
      ['blocks', 'shop'],
    ])
    expect(asked[0]).toMatchObject({since: Date.parse('2026-10-01'), until: Date.parse('2026-12-01')})
  })
  test('projects nothing on the first day of a month', async () => {
    const first = Date.parse('2026-11-01T23:59:00Z')
    expect((await summarizeUsage(usage, {now: first, timeZone: 'UTC'})).projectedMicros).toBeUndefined()
  })
})

describe('the five-hour window that is running', () => {
  const start = Date.parse('2026-11-16T08:00:00Z')
  const minutes = (count: number): number => count * 60_000
  const row = {
    key: new Date(start).toISOString(),
    name: undefined,
    firstUsedAt: start + minutes(75),
    ...sumOf(11),
  }
  const report = {groupBy: 'blocks', rows: [row], total: sumOf(11)} as const
  test('is projected at the rate since its first use', () => {
    // 2 h 10 m are left, and $11 were used in 95 minutes.
    const now = start + minutes(170)
    const window = currentWindow(report, now)
    expect(window).toMatchObject({
      endsAt: now + minutes(130),
      projectedMicros: Math.round(11 + (11 / 95) * 130),
    })
    expect(window?.hourlyMicros).toBe(Math.round((11 / 95) * 60))
  })
  test('has no rate from less than a quarter of an hour', () => {
    const window = currentWindow(report, start + minutes(76))
    expect(window?.projectedMicros).toBe(Math.round(11 + (11 / 15) * 224))
  })
  test('ends after five hours', () => {
    expect(currentWindow(report, start + minutes(300))).toBeUndefined()
    expect(currentWindow({...report, rows: []}, start)).toBeUndefined()
  })
})

describe('the sentence for the two totals', () => {
  const sentence = (...reasons: readonly Difference[]): string => {
    const sessions = reasons.map((reason) => ({
      sessionId: 's',
      title: undefined,
      costMicros: 3,
      reportedCostMicros: reason === 'not-reported' ? undefined : 2,
      differenceMicros: 1,
      reason,
      clientPrices: [],
    }))
    return describeAgreement('$9', countAgreement(sessions), (micros) => `$${micros}`)
  }
  test('says in how many sessions a cost was reported, and whether both agree', () => {
    expect(sentence('same', 'same', 'not-reported')).toBe(
      'Computed $9; Claude Code reported a cost for 2 sessions, and both agree there.',
    )
    expect(sentence('same', 'hidden-calls', 'other-price')).toBe(
      'Computed $9; Claude Code reported a cost for 3 sessions. Both agree in 1 of them; the other 2 have $6 computed and $4 reported.',
    )
    expect(sentence('other-price')).toBe(
      'Computed $9; Claude Code reported a cost for 1 session, and both differ there: $3 computed and $2 reported.',
    )
    expect(sentence('not-reported')).toBe('Computed $9; Claude Code reported no cost here.')
  })
})

describe('limits of a subscription', () => {
  const input = {
    rate_limits: {
      five_hour: {used_percentage: 42, resets_at: 1_794_894_678},
      seven_day: {used_percentage: 13.7, resets_at: 1_795_185_678},
    },
  }
  test('are read from what Claude Code passes to its status line', () => {
    expect(readPlanLimits(input, 5)).toEqual([
      {window: 'five_hour', usedPercent: 42, resetsAt: 1_794_894_678_000, seenAt: 5},
      {window: 'seven_day', usedPercent: 13.7, resetsAt: 1_795_185_678_000, seenAt: 5},
    ])
  })
  test('are none with an API key, and impossible ones are left out', () => {
    for (const other of [
      null,
      {},
      {rate_limits: null},
      {rate_limits: {five_hour: {used_percentage: 1, resets_at: 1e300}}},
    ])
      expect(readPlanLimits(other, 5)).toEqual([])
  })
  test('are known until they are reset', () => {
    expect(currentLimits(readPlanLimits(input, 5), 1_794_894_678_001)).toMatchObject([{window: 'seven_day'}])
  })
})
