import {expect, test} from 'vitest'
import {callOf} from '../../test/support/pages/session-page.ts'
import {ansi, note} from './build-nodes.ts'
import {shortOutcome} from './entry.ts'

test('the outcome of the tool is used first', () =>
  expect(shortOutcome(callOf({state: 'failed', outcome: 'exit 1', answered: [ansi('boom')]}))).toBe('exit 1'))

test('what went wrong is shown by the first words that were said of it, without colours', () => {
  const said = ansi('\n\u001b[31mNo such tool available:\u001b[0m Glob\nmore', 'error')
  expect(shortOutcome(callOf({state: 'failed', answered: [said]}))).toBe('No such tool available: Glob')
  expect(shortOutcome(callOf({state: 'denied', answered: [note('warning', 'Denied by a hook'), said]}))).toBe(
    'Denied by a hook',
  )
  expect(shortOutcome(callOf({state: 'failed', answered: [ansi('x'.repeat(400))]}))).toHaveLength(73)
})

test('what went well needs no words', () =>
  expect(shortOutcome(callOf({state: 'completed', answered: [ansi('fine')]}))).toBeUndefined())
