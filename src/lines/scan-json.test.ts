import {expect, test} from 'vitest'
import {findBreaks} from './scan-json.ts'

const whole = '{"type":"user","message":{"role":"user","content":"hi"}}'

const breaksOf = (text: string): readonly string[] => [...findBreaks(text)].map((at) => text.slice(at))

test.each([
  ['inside a text', '{"type":"assistant","message":{"id":"msg_01'],
  ['inside a key', '{"type":"assistant","mess'],
  ['after a backslash', '{"text":"C:\\\\dir\\'],
  ['inside a number', '{"a":{"b":12'],
  ['after a value', '{"a":"b"'],
  ['after a closed object', '{"a":{"b":1}'],
])('the record after one that was cut off %s begins at the break', (_where, torn) => {
  expect(breaksOf(`${torn}${whole}`)[0]).toBe(whole)
})

test.each([
  [
    'an object in an object',
    '{"type":"progress","data":{"message":{"type":"user","message":{"content":"hi"}}',
  ],
  ['an object in a list', '[{"type":"user"},{"type":"user"}'],
  ['JSON in a text', String.raw`{"text":"{\"type\":\"user\"}","more":{"a":1`],
  ['a complete record', whole],
])('%s is not a break', (_what, text) => {
  expect(breaksOf(text)).toEqual([])
})
