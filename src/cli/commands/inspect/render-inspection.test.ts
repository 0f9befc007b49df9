import {stripVTControlCharacters} from 'node:util'
import {describe, expect, test} from 'vitest'
import type {InspectionJson} from '../../../json/index.ts'
import {renderInspection} from './render-inspection.ts'

const inspection: InspectionJson = {
  files: 1843,
  bytes: 3_210_000_000,
  records: 1_234_567,
  messages: 1_234_000,
  unknown: 500,
  unreadable: 67,
  dialects: {transcript: 1, 'stream-json': 1, webui: 1, stored: 1},
  kinds: Object.fromEntries(Array.from({length: 20}, (_, at) => [`some-kind-${at}`, 123_456 - at])),
  unknownTypes: {'a-type-with-a-name-that-is-longer-than-any-column-should-be-and-then-some': 500},
  unreadableReasons: {'not-json': 60, truncated: 7},
  warnings: {blank: 1, crlf: 1},
  clientVersions: {'2.1.325': 1, '2.1.112': 1, '2.0.76': 1, '1.0.128': 1, '0.2.126': 1, '0.2.125': 1},
  sessions: 812,
  agents: 90,
  branches: 3,
  toolCalls: {
    pending: 1,
    running: 2,
    completed: 90_000,
    failed: 3000,
    denied: 12,
    interrupted: 40,
    orphaned: 5,
  },
  usage: {input: 1, output: 2, cacheRead: 30_000_000_000, cacheWrite5m: 4, cacheWrite1h: 5},
  isComplete: false,
  reportedCostUsd: 1234.5,
  reportedCostMicros: 1_234_500_000,
  costUsd: 2345.6,
  costMicros: 2_345_600_000,
  unpricedTokens: 123,
}

const linesOf = (width: number, color = false): readonly string[] =>
  renderInspection('/home/somebody/.claude/projects', inspection, {color, width}).split('\n')

describe('an inspection as text', () => {
  for (const width of [40, 80, 120]) {
    test(`fits ${width} columns, and continues below in the same column`, () => {
      const lines = linesOf(width)
      expect(lines.filter((line) => line.length > width)).toEqual([])
      const kinds = lines.findIndex((line) => line.startsWith('  kinds '))
      expect(lines[kinds + 1]).toMatch(/^ {14}some-kind-\d+ /)
      expect(lines.filter((line) => line.endsWith(' '))).toEqual([])
    })
    test(`is as wide in colour at ${width} columns`, () => {
      const plain = linesOf(width, true).map((line) => stripVTControlCharacters(line))
      expect(plain).toEqual(linesOf(width))
    })
  }
  test('fills the lines that it has', () => {
    expect(linesOf(40).length).toBeGreaterThan(linesOf(80).length)
    expect(linesOf(80).length).toBeGreaterThan(linesOf(120).length)
  })
})
