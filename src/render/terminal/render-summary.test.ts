import {expect, test} from 'vitest'
import {plainLookWith} from '../../../test/support/pages/entry.ts'
import type {Summary} from '../../page/index.ts'
import {measure, paintFor, renderTerminalSummary} from './index.ts'

const summary: Summary = {
  state: 'completed',
  reason: undefined,
  durationMs: 12_345,
  turns: 3,
  toolCalls: 14,
  failedToolCalls: 1,
  deniedToolCalls: 0,
  tokens: 23_412,
  reportedCostUsd: 0.42,
  cost: {usd: 0.42, from: 'reported'},
  unknownRecords: 0,
}

test('a run closes with one line that can be copied', () => {
  expect(renderTerminalSummary(summary, plainLookWith({style: 'box', width: 80}))).toBe(
    '✓ completed · 12.3s · 3 turns · 14 tools (1 failed) · 23.4k tokens · $0.42\n',
  )
})

test('in a narrow terminal the line is broken between facts', () => {
  expect(renderTerminalSummary(summary, plainLookWith({style: 'line', width: 40}))).toBe(
    '✓ completed · 12.3s · 3 turns\n  14 tools (1 failed) · 23.4k tokens\n  $0.42\n',
  )
})

test('why it failed is never cut', () => {
  const reason = "You've hit your 5-hour limit · resets 12:46am (UTC)"
  expect(
    renderTerminalSummary({...summary, state: 'failed', reason}, plainLookWith({style: 'line', width: 60})),
  ).toBe(
    "✗ failed (You've hit your 5-hour limit · resets 12:46am\n  (UTC)) · 12.3s · 3 turns · 14 tools (1 failed)\n  23.4k tokens · $0.42\n",
  )
})

test('plain says it in ASCII', () => {
  expect(renderTerminalSummary(summary, plainLookWith({style: 'plain', width: 120}))).toBe(
    '[ok] completed, 12.3s, 3 turns, 14 tools (1 failed), 23.4k tokens, $0.42\n',
  )
})

test('what is not known is left out, and unknown records are counted', () => {
  const bare = {
    ...summary,
    durationMs: undefined,
    turns: 1,
    toolCalls: 0,
    tokens: undefined,
    costUsd: undefined,
    cost: undefined,
  }
  expect(renderTerminalSummary({...bare, unknownRecords: 2}, plainLookWith({style: 'line'}))).toBe(
    '✓ completed · 1 turn · 2 unknown records\n',
  )
})

test('every end has its own words', () => {
  const options = plainLookWith({style: 'line'})
  const first = (state: Summary['state'], reason?: string): string =>
    renderTerminalSummary({...summary, state, reason}, options).split(' · ')[0] ?? ''
  expect(first('failed', 'max\u001b[2J turns')).toBe('✗ failed (max turns)')
  expect(first('interrupted')).toBe('⚠ interrupted')
  expect(first('cut-off')).toBe('✗ cut off')
  expect(first('open')).toBe('◐ ended without a result')
})

test('colour changes no width', () => {
  const text = renderTerminalSummary(summary, plainLookWith({style: 'line', paint: paintFor(true)}))
  expect(text).toContain('\u001b[32m✓ completed\u001b[39m')
  expect(measure(text.trimEnd())).toBe(74)
})
