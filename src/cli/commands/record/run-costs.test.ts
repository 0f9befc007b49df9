import {describe, expect, test} from 'vitest'
import {foldFiles, recordings} from '../../../../test/support/conversation/recordings.ts'
import {readLines} from '../../../dialects/index.ts'
import {RunCosts} from './run-costs.ts'

describe('what a run has cost', () => {
  for (const {name, streams} of recordings) {
    for (const [index, stream] of streams.entries()) {
      test(`${name} ${index + 1} is what the ledger says at its end`, () => {
        const meter = new RunCosts(undefined)
        let before = 0
        const state = foldFiles([stream], {
          onLine(line) {
            meter.add(line)
            // A running sum goes down only if the reported cost is below the computed cost of the responses.
            before = Math.max(before, meter.total ?? 0)
          },
        })
        const {reportedCostUsd} = state.spending()
        const reported = meter.turns.some((turn) => turn.reported !== undefined)
        if (reportedCostUsd !== undefined && reported) {
          const sum = meter.turns.reduce((total, turn) => total + (turn.reported ?? 0), 0)
          expect(sum).toBeCloseTo(reportedCostUsd, 8)
        }
        expect(before).toBeGreaterThanOrEqual(meter.total ?? 0)
        const computed = meter.turns.reduce((total, turn) => total + (turn.computed ?? 0), 0)
        expect(computed).toBeCloseTo((meter.costs.computed ?? 0) / 1e6, 5)
      })
    }
  }
})

describe('a run is priced like everything else', () => {
  const usage = {input_tokens: 1000, output_tokens: 100, speed: 'fast', inference_geo: 'us'}
  const call = {type: 'tool_use', id: 'toolu_1', name: 'WebSearch', input: {query: 'tides'}}
  const records = [
    {
      type: 'assistant',
      session_id: 's',
      timestamp: '2026-11-01T10:00:00.000Z',
      message: {id: 'msg_1', role: 'assistant', model: 'claude-opus-5-5', content: [call], usage},
    },
    {
      type: 'user',
      session_id: 's',
      message: {role: 'user', content: [{type: 'tool_result', tool_use_id: 'toolu_1', content: 'Found.'}]},
      tool_use_result: {query: 'tides', results: [], searchCount: 2},
    },
  ]
  test('with fast mode, place and web searches', () => {
    const meter = new RunCosts(undefined)
    const reader = readLines('stream.jsonl')
    const lines = reader.push(
      new TextEncoder().encode(records.map((record) => `${JSON.stringify(record)}\n`).join('')),
    )
    expect(lines.map((line) => meter.add(line))).toEqual([true, true])
    // 2 × 1.1 × (1000 × $4 + 100 × $20) per million, and two searches.
    expect(meter.total).toBeCloseTo(0.0132 + 0.02, 12)
  })
})
