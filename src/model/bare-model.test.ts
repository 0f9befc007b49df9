import {expect, test} from 'vitest'
import {bareModel} from './billing.ts'

test.each([
  ['claude-opus-5-5[1m]', 'claude-opus-5-5'],
  ['claude-opus-5-5', 'claude-opus-5-5'],
  ['[1m]', ''],
  ['a[b] c', 'a[b] c'],
])('%s is %s', (name, bare) => {
  expect(bareModel(name)).toBe(bare)
})

test('a name of brackets that are never closed is read in linear time', () => {
  const name = '['.repeat(500_000)
  expect(bareModel(name)).toBe(name)
}, 5000)
