import {expect, test} from 'vitest'
import {fc} from '../../test/support/fc.ts'
import {formatJson, formatJsonLine} from './format-json.ts'
import type {JsonValue} from './index.ts'

test('JSON is written as JSON.stringify writes it', () => {
  fc.assert(
    fc.property(fc.jsonValue({noUnicodeString: false, maxDepth: 6}), (given) => {
      const text = JSON.stringify(given, null, 2)
      const value: JsonValue = JSON.parse(text)
      expect(formatJson(value)).toBe(JSON.stringify(value, null, 2))
    }),
  )
})

test('values of many levels are written', () => {
  fc.assert(
    fc.property(fc.jsonValue({maxDepth: 3}), fc.integer({min: 0, max: 40}), (given, levels) => {
      let value: JsonValue = JSON.parse(JSON.stringify(given))
      for (let level = 0; level < levels; level += 1)
        value = level % 2 === 0 ? [value, level] : {a: value, b: {}}
      expect(JSON.parse(formatJson(value))).toEqual(value)
    }),
  )
})

test('values nested to any depth are written completely', () => {
  const text = `${'['.repeat(20_000)}1${']'.repeat(20_000)}`
  expect(formatJson(JSON.parse(text)).replace(/\s/g, '')).toBe(text)
  expect(formatJsonLine(JSON.parse(text))).toBe(text)
})
