import {describe, expect, test} from 'vitest'
import {noUsage} from '../../model/index.ts'
import {fittingResponses} from './fit-responses.ts'
import type {Response} from './ledger.ts'

const response = (input: number, output: number, final = true): Response => ({
  session: 's',
  agent: undefined,
  model: 'm',
  usage: {...noUsage, input, output},
  final,
  time: undefined,
  isUncounted: false,
  hidesRequests: false,
  costUsd: undefined,
  webSearches: 0,
  clientSearches: 0,
  modes: 0,
  band: undefined,
})

describe('the responses that a report counts', () => {
  test('are those that add up to it exactly, without the unfinished one', () => {
    const [first, second, third] = [response(10, 1), response(20, 2), response(30, 3, false)]
    expect(fittingResponses([first, second, third], {...noUsage, input: 30, output: 3})).toEqual([
      first,
      second,
    ])
  })
  test('are found by trying several ways to leave some out', () => {
    const [a, b, c, d] = [response(7, 1), response(5, 1), response(4, 1), response(3, 1)]
    expect(fittingResponses([a, b, c, d], {...noUsage, input: 11, output: 2})).toEqual([a, c])
  })
  test('are found in a session so long that thousands must be left out', () => {
    const all = Array.from({length: 40_000}, () => response(1, 1))
    expect(fittingResponses(all, {...noUsage, input: 10, output: 10})).toHaveLength(10)
  })
})
