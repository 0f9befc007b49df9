import {describe, expect, test} from 'vitest'
import {hasLoneSurrogate} from './read-json.ts'

describe('half of a surrogate pair', () => {
  test.each([
    [String.raw`{"a":"\ud83d"}`, true],
    [String.raw`{"a":"\uD83D"}`, true],
    [String.raw`{"a":"\udc4d"}`, true],
    [String.raw`{"a":"\ud83d\ud83d\udc4d"}`, true],
    [String.raw`{"a":"\ud83d \udc4d"}`, true],
    [String.raw`{"a":"\ud83d\n\udc4d"}`, true],
    [String.raw`{"a":"\\\ud83d"}`, true],
    [String.raw`{"a":"\ud83d\udc4d"}`, false],
    [String.raw`{"a":"\uD83D\uDC4D"}`, false],
    [String.raw`{"a":"\\ud83d"}`, false],
    [String.raw`{"a":"\u00e9"}`, false],
    ['{"a":"👍"}', false],
  ])('%s: %s', (text, lone) => {
    expect(hasLoneSurrogate(text)).toBe(lone)
  })
})
