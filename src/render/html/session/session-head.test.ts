import {expect, test} from 'vitest'
import {contextWindow} from './session-head.ts'

test('the window is the one that a record contains, else the smallest that holds the tokens', () => {
  expect(contextWindow({tokens: 5000, window: 1_000_000})).toBe(1_000_000)
  expect(contextWindow({tokens: 199_000, window: undefined})).toBe(200_000)
  expect(contextWindow({tokens: 412_000, window: undefined})).toBe(1_000_000)
  expect(contextWindow({tokens: 1_400_000, window: undefined})).toBeUndefined()
})
