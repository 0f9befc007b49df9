import {expect, test} from 'vitest'
import {fc} from '../../test/support/fc.ts'
import {findField} from './stored-message.ts'

const found = (text: string, name: string): string | undefined => {
  const bytes = Buffer.from(text)
  const range = findField(bytes, name)
  return range && bytes.subarray(range.start, range.end).toString()
}

test('a field is found as it stands', () => {
  expect(found('{"a":1,"x": {"a":[1, "}"] } ,"b":2}', 'x')).toBe('{"a":[1, "}"] } ')
  expect(found('{"a":"x\\"","x":"\\\\"}', 'x')).toBe('"\\\\"')
  expect(found('{"\\u0078":1.0}', 'x')).toBe('1.0')
  expect(found('{"x":1,"x":2}', 'x')).toBe('2')
  expect(found('{"a":{"x":1}}', 'x')).toBeUndefined()
  expect(found('{}', 'x')).toBeUndefined()
})

test('of any object, every field is found, and is what a parser says', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom(0, 1), (object, indent) => {
      const text = JSON.stringify(object, null, indent)
      for (const [name, value] of Object.entries(object))
        expect(JSON.parse(found(text, name) ?? '')).toEqual(value)
    }),
  )
})
