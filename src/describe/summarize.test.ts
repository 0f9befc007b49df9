import {describe, expect, test} from 'vitest'
import {noUsage} from '../model/index.ts'
import {contextAt, durationOfTurn, summarize} from './summarize.ts'

const runCounts = {pending: 0, running: 0, completed: 3, failed: 1, denied: 1, interrupted: 0, orphaned: 0}

const facts = {
  outcome: {state: 'failed', inferred: false, reason: 'api_error'},
  apiError: undefined,
  turns: 1,
  durationMs: 0,
  runCounts,
  spending: undefined,
  unknownRecords: 0,
} as const

describe('a summary', () => {
  test('explains an API failure with the first line of its message', () => {
    expect(summarize({...facts, apiError: 'Credit balance is too low\nSee the docs'}).reason).toBe(
      'Credit balance is too low',
    )
    expect(summarize({...facts, apiError: 'x'.repeat(200)}).reason).toBe(`${'x'.repeat(100)}…`)
  })
  test('explains an API failure without a message in our words', () => {
    expect(summarize(facts).reason).toBe('the model was unreachable or refused')
  })
  test('has no duration if no turn was measured', () => {
    expect(summarize(facts).durationMs).toBeUndefined()
    expect(durationOfTurn({durationMs: 31, spanMs: 3050})).toBe(3050)
  })
  test('counts calls in every state', () => {
    expect(summarize(facts)).toMatchObject({toolCalls: 5, failedToolCalls: 1, deniedToolCalls: 1})
  })
})

describe('the context', () => {
  const total = {usage: noUsage, costUsd: undefined, webSearches: 0}
  const totals = [
    {...total, model: 'helper', contextWindow: 1_000_000},
    {...total, model: 'opus[1m]', contextWindow: 200_000},
  ]
  test('has the window of the model that responds, not of a helper', () => {
    expect(contextAt({...noUsage, input: 500}, 'opus', totals)).toEqual({tokens: 500, window: 200_000})
  })
  test('is unknown without a prompt', () => {
    const long = new Set(['sonnet[1m]'])
    expect(contextAt({...noUsage, input: 500}, 'sonnet', [], long)).toEqual({tokens: 500, window: 1_000_000})
    expect(contextAt(noUsage, 'opus', totals)).toBeUndefined()
  })
})
