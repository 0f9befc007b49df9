import {readFileSync} from 'node:fs'
import {describe, expect, test} from 'vitest'
import {fc} from '../../test/support/fc.ts'
import {isJsonObject} from '../model/index.ts'
import {readJson} from './read-json.ts'

const valuesOf = (text: string) => readJson(text).map((record) => record.value)
const textsOf = (text: string) => readJson(text).map((record) => record.text)
const reasonsOf = (text: string) => readJson(text).map((record) => record.reason)

test('an object is neither an array nor null', () => {
  expect([{}, [], null, 'x', 1, undefined].map(isJsonObject)).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
  ])
})

describe('one value on a line', () => {
  test.each(['{"a":1}', '7', '"text"', 'null', 'true', '[]', '[1,{"a":1}]', '  {"a":1} '])(
    '%s is one record with its own text',
    (line) => {
      expect(readJson(line)).toEqual([{text: line, value: JSON.parse(line)}])
    },
  )
})

describe('several records on a line', () => {
  test('are separated, whatever is in their texts', () => {
    const first = String.raw`{"text":"a } and a { and a \" and a \\"}`
    const second = '{"text":"}{","list":["]",{"deep":"}"}]}'
    expect(textsOf(`${first}${second}`)).toEqual([first, second])
    expect(valuesOf(`${first} \t${second}\r`)).toEqual([JSON.parse(first), JSON.parse(second)])
  })

  test('are separated for any two objects', () => {
    fc.assert(
      fc.property(fc.array(fc.dictionary(fc.string(), fc.jsonValue()), {minLength: 2}), (objects) => {
        const texts = objects.map((object) => JSON.stringify(object))
        expect(textsOf(texts.join(''))).toEqual(texts)
      }),
    )
  })

  test('may be the elements of an array, as --output-format json --verbose prints a session', () => {
    const [line = ''] = readFileSync('test/recordings/2.1.325/output-json/stream-2.jsonl', 'utf8').split('\n')
    const records = readJson(line)
    expect(records.map((record) => record.value)).toEqual(JSON.parse(line))
    expect(records.map((record) => record.text)).toEqual(
      records.map((record) => JSON.stringify(record.value)),
    )
    expect(`[${records.map((record) => record.text).join(',')}]`).toBe(line)
  })

  test('may be an array with white space in it', () => {
    expect(textsOf(' [ {"a":"],["} , {"b":[]} ] ')).toEqual(['{"a":"],["}', '{"b":[]}'])
    expect(textsOf('[\n  {"a":1},\r\n\t{"b":2}\n]')).toEqual(['{"a":1}', '{"b":2}'])
  })

  test('are not the elements of an array of anything else', () => {
    expect(textsOf('[{"a":1},2]')).toEqual(['[{"a":1},2]'])
  })
})

describe('what cannot be read', () => {
  test.each([
    ['Debugger attached.', 'not-json'],
    ['{"a":undefined}', 'not-json'],
    ['{"type":"assistant","mess', 'truncated'],
    ['[{"a":1},{"b"', 'truncated'],
    ['PNG\0\0\u0001', 'binary'],
    ['\u00a0', 'not-json'],
    ['\u2028', 'not-json'],
    ['\ufeff', 'not-json'],
  ] as const)('%j is kept, as %s', (line, reason) => {
    expect(readJson(line)).toEqual([{text: line, reason}])
  })

  test('is kept together with the records that can be read', () => {
    expect(textsOf('{"a":1} {"b":2} oops')).toEqual(['{"a":1}', '{"b":2}', 'oops'])
    expect(reasonsOf('{"a":1}{"b":')).toEqual([undefined, 'truncated'])
  })

  test('is found in linear time', () => {
    const spaces = ' '.repeat(1_000_000)
    expect(reasonsOf(`x${spaces}x`)).toEqual(['not-json'])
    expect(reasonsOf(`${'{"a":'.repeat(200_000)}`)).toEqual(['truncated'])
    expect(valuesOf('{"a":1}'.repeat(100_000))).toHaveLength(100_000)
  }, 5000)
})

test('every record is a part of its line, and together they leave out only white space', () => {
  const text = fc.oneof(
    fc.string({unit: 'binary'}),
    fc.string({unit: fc.constantFrom('{', '}', '[', ']', '"', '\\', ',', ':', ' ', 'a', '1', '\u00a0')}),
    fc.array(fc.json()).map((values) => values.join('')),
  )
  fc.assert(
    fc.property(text, (line) => {
      const records = readJson(line)
      let at = 0
      for (const record of records) {
        const found = line.indexOf(record.text, at)
        expect(found).not.toBe(-1)
        expect(line.slice(at, found)).toMatch(/^[ \t\r,[\n]*$/)
        at = found + record.text.length
      }
      expect(line.slice(at)).toMatch(/^[ \t\r\]\n]*$/)
    }),
    {numRuns: 300},
  )
})
