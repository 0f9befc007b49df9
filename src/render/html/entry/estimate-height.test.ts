import {expect, test} from 'vitest'
import {callOf, pageEntryOf} from '../../../../test/support/pages/session-page.ts'
import {prose} from '../../../page/index.ts'
import {estimateHeightClass} from './estimate-height.ts'

const answerOf = (characters: number) => pageEntryOf({kind: 'answer', asked: [prose('x'.repeat(characters))]})

test('the more there is to be seen, the taller it is', () => {
  expect(estimateHeightClass([])).toBe(0)
  expect(estimateHeightClass([answerOf(2000)])).toBe(2)
  expect(estimateHeightClass([answerOf(32_000)])).toBe(6)
  expect(estimateHeightClass(Array.from({length: 100}, () => answerOf(1_000_000)))).toBe(9)
})

test('what is folded takes a line: many calls of a tool, or what an agent did', () => {
  const calls = Array.from({length: 500}, () => callOf())
  expect(estimateHeightClass(calls)).toBe(0)
  expect(estimateHeightClass([pageEntryOf({kind: 'agent', below: [answerOf(32_000)]})])).toBe(0)
})
