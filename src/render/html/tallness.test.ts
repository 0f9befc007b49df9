import {expect, test} from 'vitest'
import {callOf, pageEntryOf} from '../../../test/support/session-page.ts'
import {prose} from '../../page/index.ts'
import {tallnessOf} from './tallness.ts'

const answerOf = (characters: number) => pageEntryOf({kind: 'answer', asked: [prose('x'.repeat(characters))]})

test('the more there is to be seen, the taller it is', () => {
  expect(tallnessOf([])).toBe(0)
  expect(tallnessOf([answerOf(2000)])).toBe(2)
  expect(tallnessOf([answerOf(32_000)])).toBe(6)
  expect(tallnessOf(Array.from({length: 1e5}, () => answerOf(1000)))).toBe(9)
})

test('what is folded takes a line: many calls of a tool, or what an agent did', () => {
  const calls = Array.from({length: 500}, () => callOf())
  expect(tallnessOf(calls)).toBe(0)
  expect(tallnessOf([pageEntryOf({kind: 'agent', below: [answerOf(32_000)]})])).toBe(0)
})
