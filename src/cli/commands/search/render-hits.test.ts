import {expect, test} from 'vitest'
import type {Hit} from '../../../archive/search/search-result.ts'
import {measure} from '../../../render/terminal/text/measure.ts'
import {renderHits} from './run-search.ts'

const text = `${'many words '.repeat(9)}and the needle in ${'more words '.repeat(9)}`
const start = text.indexOf('needle')

const hit: Hit = {
  sessionId: 'abc',
  title: 'Where is the `needle`? '.repeat(5),
  project: '/home/ada/barn',
  kind: 'prompt',
  tool: undefined,
  agentId: undefined,
  isError: false,
  at: Date.parse('2026-01-31T23:30:00Z'),
  messageId: 'm',
  callId: undefined,
  part: 0,
  link: 'abc#m',
  score: 1,
  snippet: {text, marks: [{start, end: start + 6}], cutBefore: true, cutAfter: true},
}

const linesAt = (width: number, color = false): readonly string[] =>
  renderHits({hits: [hit], more: false, stopped: undefined}, {color, width, zone: 'Asia/Tokyo'}).split('\n')

test('the time of a hit is in the time zone of the user', () => {
  expect(linesAt(80)[0]).toMatch(/^prompt {2}2026-02-01 08:30 · barn · Where is the needle\? .*…$/)
})

test.each([40, 80, 120])('a hit keeps its indent in %i columns, and what was found is strong', (width) => {
  const lines = linesAt(width, true)
  expect(Math.max(...lines.map(measure))).toBeLessThanOrEqual(width)
  expect(lines.slice(1, -4).every((line) => line.startsWith('  '))).toBe(true)
  expect(lines.join('\n')).toContain('\u001b[1mneedle')
})
