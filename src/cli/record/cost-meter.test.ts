import {describe, expect, test} from 'vitest'
import {foldFiles, recordings} from '../../../test/support/recordings.ts'
import {spendingOf} from '../../conversation/index.ts'
import {CostMeter} from './cost-meter.ts'

describe('what a run has cost', () => {
  for (const {name, streams} of recordings) {
    for (const [index, stream] of streams.entries()) {
      test(`${name} ${index + 1} is what the ledger says at its end`, () => {
        const meter = new CostMeter(undefined, () => 0)
        let before = 0
        const state = foldFiles([stream], {
          look(line) {
            meter.look(line)
            // A running sum goes down only where the client's own is smaller than what its answers should cost.
            before = Math.max(before, meter.total ?? 0)
          },
        })
        const {reportedCostUsd} = spendingOf(state)
        const reported = meter.turns.some((turn) => turn.reported !== undefined)
        if (reportedCostUsd !== undefined && reported) {
          const sum = meter.turns.reduce((total, turn) => total + (turn.reported ?? 0), 0)
          expect(sum).toBeCloseTo(reportedCostUsd, 8)
        }
        expect(before).toBeGreaterThanOrEqual(meter.total ?? 0)
      })
    }
  }
})
