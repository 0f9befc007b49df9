import {beforeAll, describe, expect, test} from 'vitest'
import {memoryArchive} from '../../../../test/support/archive/memory-archive.ts'
import {recordings} from '../../../../test/support/conversation/recordings.ts'
import type {Database} from '../../../archive/sqlite/database/driver.ts'
import {querySessions} from '../../../archive/sqlite/sessions/query-sessions.ts'
import {queryUsage} from '../../../archive/sqlite/usage/query-usage.ts'
import {reconcile} from '../../../archive/usage/reconcile.ts'
import {usageGroups} from '../../../archive/usage/usage-report.ts'
import {measure} from '../../../render/terminal/text/measure.ts'
import {renderSessions} from '../../sessions/render-sessions.ts'
import {readStatusInput, renderStatusLine} from './print-status-line.ts'
import {renderReconciliation} from './render-reconciliation.ts'
import {renderUsage} from './render-usage.ts'

let database: Database

beforeAll(async () => {
  const files = recordings.flatMap(({transcripts}) => transcripts)
  database = await memoryArchive(files.map(({path}) => path))
})

const zone = 'UTC'
const widest = (text: string): number => Math.max(...text.split('\n').map(measure))

describe('usage tables', () => {
  for (const width of [40, 80, 120]) {
    test(`every one fits ${width} columns`, () => {
      for (const group of usageGroups) {
        const report = queryUsage(database, {group, timeZone: zone})
        const text = renderUsage(report, {color: true, width, zone, now: 0})
        expect(widest(text)).toBeLessThanOrEqual(width)
        expect(text).toContain('cost')
        expect(text).toContain('total')
      }
    })
  }
  test('say what a lower bound is, and what is unknown', () => {
    const usage = {input: 1, output: 2, cacheRead: 3, cacheWrite5m: 4, cacheWrite1h: 5}
    const sum = {
      responses: 1,
      usage,
      webSearches: 0,
      reportedCostMicros: undefined,
      unreportedCostMicros: 0,
      cacheSavingsMicros: 0,
      models: [],
    }
    const unknown = {...sum, costMicros: undefined, unpricedTokens: 15_000, isComplete: true}
    const bound = {...sum, costMicros: 1_234_567_890, unpricedTokens: 0, isComplete: false}
    const total = {...sum, costMicros: 1_234_567_890, unpricedTokens: 15_000, isComplete: false}
    const rows = [
      {...unknown, key: 'glm-4.7', name: undefined},
      {...bound, key: 'claude-\u001b[2Jopus', name: undefined},
    ]
    const text = renderUsage({groupBy: 'model', rows, total}, {color: false, width: 80, zone, now: 0})
    expect(text.split('\n')).toEqual([
      'model            responses  input  output  cache write  cache read        cost',
      'glm-4.7                  1      1       2            9           3     unknown',
      'claude-\ufffd[2Jopus          1      1       2            9           3  ≥$1,234.57',
      '─'.repeat(78),
      'total                    1      1       2            9           3  ≥$1,234.57',
      '',
      '≥ means "at least": 15.0k tokens have no known price, and some usage is missing',
      'from the files.',
      '',
    ])
  })
  test.each([60, 80])('name models with their dates in %i columns: others go first', (width) => {
    const report = queryUsage(database, {group: 'model', timeZone: zone})
    const long = {...report, rows: report.rows.map((row) => ({...row, key: 'claude-sonnet-4-5-20250929'}))}
    const text = renderUsage(long, {color: false, width, zone, now: 0})
    expect(text).toContain('claude-sonnet-4-5-20250929 ')
    expect(widest(text)).toBeLessThanOrEqual(width)
  })
  test('by tool show calls, and explain their cost', () => {
    const report = queryUsage(database, {group: 'tool', timeZone: zone})
    const [head = '', ...lines] = renderUsage(report, {color: false, width: 120, zone, now: 0}).split('\n')
    expect(head).toMatch(
      /^tool +calls +failed +time +responses +input +output +cache write +cache read +cost/,
    )
    expect(lines.find((line) => line.startsWith('Bash '))).toMatch(/^Bash +\d+ +\d+ +[\dhms. ]+ +\d+/)
    expect(lines.find((line) => line.startsWith('text only'))).toMatch(/^text only +\d+ +[\d.]+k? /)
    expect(lines.join(' ')).toContain('those of the responses that made the calls')
  })
  test('say so if there is no usage', () => {
    const report = queryUsage(database, {group: 'daily', timeZone: zone, until: 0})
    expect(renderUsage(report, {color: false, width: 80, zone, now: 0})).toBe(
      'No usage for this period and project.\n',
    )
  })
})

describe('lists of sessions', () => {
  const now = Date.parse('2026-11-20')
  test.each([40, 80, 120])('fit %i columns', (width) => {
    const text = renderSessions(querySessions(database, {now}), {color: true, width, now})
    expect(widest(text)).toBeLessThanOrEqual(width)
    expect(text).toContain('title')
  })
  test('show title, age, activity and cost', () => {
    const [found] = querySessions(database, {now, sort: 'cost', limit: 1})
    if (!found) throw new Error('There are no sessions.')
    const said = {
      ...found,
      sessionId: 'abcdef0123',
      title: 'Fix \u001b]0;it',
      project: '/home/dev/demo',
      endedAt: now - 7_200_000,
    }
    const session = {...said, turns: 3, toolCalls: 1200, errors: 2, bytes: 2_500_000, costMicros: 12_345_678}
    const rows = [
      session,
      {
        ...session,
        sessionId: '12345678',
        state: 'working' as const,
        errors: 0,
        isComplete: false,
        title: undefined,
      },
    ]
    expect(renderSessions(rows, {color: false, width: 80, now}).split('\n')).toEqual([
      'session   title       project  state      age  turns  tools  ✗    size     cost',
      'abcdef01  Fix \ufffd]0;it  demo                 2h      3  1,200  2  2.5 MB   $12.35',
      '12345678  untitled    demo     ◐ working   2h      3  1,200     2.5 MB  ≥$12.35',
      '',
    ])
  })
  test('drop other columns before they cut a title, and show titles without Markdown', () => {
    const title = 'Why does `memberDiscount` take **ten** percent twice?'
    const sessions = querySessions(database, {now}).map((session) => ({...session, title, bytes: 1e6}))
    const [head = '', first = ''] = renderSessions(sessions, {color: false, width: 80, now}).split('\n')
    expect(head).not.toContain('size')
    expect(first).toContain('Why does memberDiscount ')
  })
  test('show an unknown cost as unknown, not as zero', () => {
    const [found] = querySessions(database, {now, limit: 1})
    if (!found) throw new Error('There are no sessions.')
    const text = renderSessions([{...found, costMicros: 0}], {color: false, width: 80, now})
    expect(text).toMatch(/ –\n$/)
  })
  test('say so if there are no sessions', () => {
    expect(renderSessions([], {color: false, width: 80, now})).toBe('No matching sessions.\n')
  })
})

test('differences between computed and reported cost fit any width and end with what they mean', () => {
  const sessions = reconcile(queryUsage(database, {group: 'session', timeZone: zone}))
  for (const width of [40, 80, 120]) {
    const text = renderReconciliation(sessions, {color: true, width})
    expect(widest(text)).toBeLessThanOrEqual(width)
    expect(text.replaceAll('\n', ' ')).toContain('match the cost reported by the client.')
  }
  expect(renderReconciliation(sessions, {color: false, width: 200})).toContain(
    'not reported: no cost reported',
  )
})

describe('the status line', () => {
  const figures = {today: 12_340_000, session: 1_000_000, windowEnd: 8_000_000}
  const status = {
    session_id: 's',
    model: {id: 'claude-opus-5-5', display_name: 'Opus 5.5'},
    cost: {total_cost_usd: 0.56},
  }
  test('is one line: the model, today, the session, and the time left in the window', () => {
    expect(renderStatusLine(readStatusInput(status), figures, {color: false, now: 0})).toBe(
      'Opus 5.5 · $12.34 today · $0.56 session · 2h 14m left in window',
    )
  })
  test('shows only known figures', () => {
    const nothing = {today: undefined, session: undefined, windowEnd: undefined}
    expect(renderStatusLine(readStatusInput(null), nothing, {color: false, now: 0})).toBe('')
    expect(renderStatusLine(readStatusInput({}), figures, {color: false, now: 0})).toContain('$1.00 session')
    const hostile = readStatusInput({model: {id: 'a\u001b[31mb\nc'}})
    expect(renderStatusLine(hostile, nothing, {color: false, now: 0})).toBe('a\ufffd[31mb\ufffdc')
  })
})
