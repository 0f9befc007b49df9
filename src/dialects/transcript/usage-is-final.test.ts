import {expect, test} from 'vitest'
import {usageIsFinal} from './readers.ts'

test.each([
  ['0.2.126', true],
  ['1.0.44', false],
  ['1.0.128', false],
  ['2.0.76', false],
  ['2.1.37', false],
  ['2.1.111', false],
])('the usage of a transcript of %s is final: %s', (version, final) => {
  expect(usageIsFinal(version, null)).toBe(final)
  expect(usageIsFinal(version, 'end_turn')).toBe(final)
})

test.each([
  ...['2.1.112', '2.1.112-beta.1', '2.1.325', '2.2.0', '3.0.0', '10.0.0'],
  ...[undefined, '', 'unknown', '2.1'],
])('of version %j the stop reason decides', (version) => {
  expect(usageIsFinal(version, 'end_turn')).toBe(true)
  expect(usageIsFinal(version, null)).toBe(false)
  expect(usageIsFinal(version, undefined)).toBe(false)
})
