import {expect, test} from 'vitest'
import {readRecordFields} from './record-fields.ts'

test('a field is that of the record, whatever its value', () => {
  const record = {type: 'user', parentUuid: null, isMeta: false, message: {content: []}, timestamp: 5}
  expect(readRecordFields(record)).toMatchObject(record)
})

test('a field that the record does not have is undefined, even if its prototype seems to', () => {
  const fields = readRecordFields(JSON.parse('{"__proto__":{"uuid":"u"},"constructor":"c","0":1}'))
  expect(new Set(Object.values(fields))).toEqual(new Set([undefined]))
})

test('every record has the same fields in the same order, and each is found under its own name', () => {
  const names = Object.keys(readRecordFields({}))
  const record = Object.fromEntries(names.toReversed().map((name) => [name, name]))
  expect(Object.entries(readRecordFields(record))).toEqual(names.map((name) => [name, name]))
})
