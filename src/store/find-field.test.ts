import {expect, test} from 'vitest'
import {fc} from '../../test/support/fc.ts'
import {findField} from './stored-message.ts'

const found = (text: string, name: string): string | undefined => {
  const bytes = Buffer.from(text)
  const range = findField(bytes, name)
  return range && bytes.subarray(range.start, range.end).toString()
}

test('the exact bytes of a field are found', () => {
  expect(found('{"a":1,"x": {"a":[1, "}"] } ,"b":2}', 'x')).toBe('{"a":[1, "}"] } ')
  expect(found('{"a":"x\\"","x":"\\\\"}', 'x')).toBe('"\\\\"')
  expect(found('{"\\u0078":1.0}', 'x')).toBe('1.0')
  expect(found('{"x":1,"x":2}', 'x')).toBe('2')
  expect(found('{"a":{"x":1}}', 'x')).toBeUndefined()
  expect(found('{}', 'x')).toBeUndefined()
})

test('every field of any object is found, with the value that a parser gives', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom(0, 1), (object, indent) => {
      const text = JSON.stringify(object, null, indent)
      for (const [name, value] of Object.entries(object))
        expect(JSON.parse(found(text, name) ?? '')).toEqual(value)
    }),
  )
})
