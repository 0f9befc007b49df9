import {describe, expect, test} from 'vitest'
import {fc} from '../../test/support/fc.ts'
import {type RawLine, splitLines} from './split-lines.ts'
import type {LineWarnings} from './warnings.ts'

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

interface Split {
  readonly lines: readonly RawLine[]
  readonly flaws: LineWarnings
  readonly settled: number
}

/** Splits bytes in chunks of one size, always from the same buffer, as a file is read. */
function split(source: string | Uint8Array, size?: number, longest?: number): Split {
  const bytes = typeof source === 'string' ? encode(source) : source
  const lines: RawLine[] = []
  const splitter = splitLines((line) => lines.push(line), longest)
  const buffer = new Uint8Array(size ?? Math.max(1, bytes.length))
  for (let at = 0; at < bytes.length; at += buffer.length) {
    const piece = bytes.subarray(at, at + buffer.length)
    buffer.set(piece)
    splitter.push(buffer.subarray(0, piece.length))
  }
  splitter.end()
  return {lines, flaws: splitter.warnings, settled: splitter.settled}
}

const flawsOf = ({flaws}: Split): Partial<LineWarnings> =>
  Object.fromEntries(Object.entries(flaws).filter(([, count]) => count > 0))

const values = (source: string | Uint8Array, size?: number): readonly unknown[] =>
  split(source, size).lines.map(({text}): unknown => JSON.parse(text))

const messages = [
  {type: 'system', tools: ['Bash', 'Read'], servers: [], nothing: null},
  {type: 'assistant', message: {content: [{type: 'text', text: 'a "quoted" {brace} [\n\\'}]}, n: -1.5e3},
  {type: 'user', message: {content: []}, ok: true},
  {},
]

const styles: readonly (readonly [string, string])[] = [
  ['on one line', JSON.stringify(messages)],
  ['with two spaces', JSON.stringify(messages, null, 2)],
  ['with tabs', JSON.stringify(messages, null, '\t')],
  ['with CR LF', JSON.stringify(messages, null, 2).replaceAll('\n', '\r\n')],
  ['an element a line', `[\n${messages.map((each) => JSON.stringify(each)).join(',\n')}\n]\n`],
  [
    'an element a line, next to the brackets',
    `[${messages.map((each) => JSON.stringify(each)).join(',\n')}]`,
  ],
  ['with commas in front', `[ ${messages.map((each) => JSON.stringify(each)).join('\n, ')}\n]`],
  ['with braces next to each other', JSON.stringify(messages, null, 2).replaceAll(/\},\s+\{/g, '}, {')],
  ['after a byte order mark', `\ufeff${JSON.stringify(messages, null, 2)}`],
  ['after blank lines', `\n  \n${JSON.stringify(messages, null, 2)}\n\n`],
  ['one object after the other', messages.map((each) => JSON.stringify(each, null, 2)).join('\n')],
  ['one object directly after the other', messages.map((each) => JSON.stringify(each, null, 2)).join('')],
]

describe('JSON over several lines', () => {
  test.each(styles)('%s gives each record', (_style, text) => {
    for (const size of [1, 2, 3, 7, 4096]) expect(values(text, size)).toEqual(messages)
  })

  test.each(styles.filter(([style]) => style !== 'one object after the other'))(
    '%s has nothing unfinished',
    (_style, text) => {
      expect(split(text).flaws.unterminated).toBe(0)
      expect(split(text).settled).toBe(encode(text).length)
    },
  )

  test('a record has the number and the offset of its first line', () => {
    const text = '[\n  {\n    "a": 1\n  },\n  {\n    "b": 2\n  }\n]\n'
    expect(split(text).lines).toEqual([
      {text: '{\n    "a": 1\n  }', number: 2, offset: 2, record: 0, tooLong: false},
      {
        text: '{\n    "b": 2\n  }',
        number: 5,
        offset: text.indexOf('  {\n    "b"'),
        record: 0,
        tooLong: false,
      },
    ])
    expect(flawsOf(split(text))).toEqual({brackets: 2})
  })

  test('elements on one line are counted within it', () => {
    expect(split('\n[{"a":1}, {"b":2}]\n').lines).toMatchObject([
      {text: '{"a":1}', number: 2, offset: 1, record: 0},
      {text: '{"b":2}', number: 2, offset: 1, record: 1},
    ])
  })

  test('lines that follow an array are numbered and placed as they are', () => {
    const text = '[\r\n {\r\n  "a": 1\r\n },\r\n {"b":2}\r\n]\r\n{"c":3}\r\n'
    expect(split(text).lines.map(({number, record}) => [number, record])).toEqual([
      [2, 0],
      [5, 0],
      [7, 0],
    ])
    expect(split(text).lines.at(-1)?.offset).toBe(text.indexOf('{"c"'))
    expect(flawsOf(split(text))).toEqual({crlf: 7, brackets: 2})
  })

  test('reading can begin at any record', () => {
    const text = JSON.stringify(messages, null, 2)
    for (const [index, {offset}] of split(text).lines.entries())
      expect(values(text.slice(offset))).toEqual(messages.slice(index))
  })

  test('a record is emitted when it is closed, and nothing else is kept', () => {
    const given: string[] = []
    const splitter = splitLines(({text}) => given.push(text), 100)
    splitter.push(encode('['))
    for (let n = 0; n < 1000; n++) {
      splitter.push(encode(`${n > 0 ? ',' : ''}{"n":${n}}`))
      expect(given.length).toBe(n + 1)
    }
    splitter.push(encode(']\n'))
    splitter.end()
    expect(given.at(-1)).toBe('{"n":999}')
  })

  test('a record that is too long keeps its beginning and its place', () => {
    const text = `[\n {"a": 1},\n {\n  "b": "${'x'.repeat(90)}"\n },\n {"c": 3}\n]\n`
    for (const size of [1, 7, 4096])
      expect(split(text, size, 60).lines).toMatchObject([
        {text: '{"a": 1}', number: 2, tooLong: false},
        {number: 3, tooLong: true},
        {text: ' {"c": 3}', number: 6, tooLong: false},
      ])
  })
})

describe('what is not JSON over several lines', () => {
  const textsOf = (text: string, size?: number): readonly string[] =>
    split(text, size).lines.map((line) => line.text)

  test.each([
    ['a log line', '[INFO] started\n{"a":1}\n', ['[INFO] started', '{"a":1}']],
    ['a date', '[2025-01-01] started\n{"a":1}\n', ['[2025-01-01] started', '{"a":1}']],
    ['an array of others', '["a",1]\n{"a":1}\n', ['["a",1]', '{"a":1}']],
    ['an empty array', '[]\n{"a":1}\n', ['[]', '{"a":1}']],
    ['a first line that is torn in a string', '{"a":"x\n{"b":2}\n', ['{"a":"x', '{"b":2}']],
    ['a first line that is torn before a value', '{"a":\n{"b":2}\n', ['{"a":', '{"b":2}']],
    ['one before several', '{"a":\n{"b":2}\n{"c":3}\n', ['{"a":', '{"b":2}', '{"c":3}']],
    ['a first line that is torn in an array', '{"a":[\n{"b":2}\n{"c":3}\n', ['{"a":[', '{"b":2}', '{"c":3}']],
    ['a first line that is torn before a key', '{"a":1,\n{"b":2}\n', ['{"a":1,', '{"b":2}']],
    ['a first line that is torn after its brace', '{\n{"b":2}\n', ['{', '{"b":2}']],
    ['an array that is torn in a string', '[{"a":1},{"b":"x\n{"c":3}\n', ['{"a":1}', '{"b":"x', '{"c":3}']],
    [
      'an array that is torn before a value',
      '[{"a":1},{"b":\n{"c":3}\n{"d":4}\n',
      ['{"a":1}', '{"b":', '{"c":3}', '{"d":4}'],
    ],
    ['bytes before an array', 'x[{"a":1}]\n', ['x[{"a":1}]']],
  ])('%s is split as lines', (_what, text, expected) => {
    for (const size of [1, 2, 3, 7, 4096]) expect(textsOf(text, size)).toEqual(expected)
  })

  test('a record that is cut off is one record, and those before it are complete', () => {
    const text = '[\n  {\n    "a": 1\n  },\n  {\n    "b": {\n      "c": 2,\n'
    expect(textsOf(text)).toEqual(['{\n    "a": 1\n  }', '{\n    "b": {\n      "c": 2,'])
    expect(flawsOf(split(text))).toEqual({brackets: 1, unterminated: 1})
  })

  test('a record that is torn in a string is one record, and those after it are complete', () => {
    const text = '[\n  {\n    "a": "x\n  {\n    "b": 2\n  }\n]\n'
    for (const size of [1, 3, 4096])
      expect(textsOf(text, size)).toEqual(['{\n    "a": "x', '{\n    "b": 2\n  }'])
  })

  test('what follows an array is kept', () => {
    expect(textsOf('[\n  {\n    "a": 1\n  }\n] and more\n{"b":2}\n')).toEqual([
      '{\n    "a": 1\n  }',
      '] and more',
      '{"b":2}',
    ])
    expect(textsOf('[{"a":1}] and more\n{"b":2}\n')).toEqual(['{"a":1}', '] and more', '{"b":2}'])
  })
})

describe('whatever is written', () => {
  const object = fc.dictionary(fc.string(), fc.jsonValue({maxDepth: 3}), {maxKeys: 4})

  test('an array gives its elements, however it is spaced and cut', () => {
    fc.assert(
      fc.property(
        fc.array(object, {minLength: 1, maxLength: 4}),
        fc.constantFrom('', ' ', '  ', '\t'),
        fc.boolean(),
        fc.integer({min: 1, max: 40}),
        (elements, indent, isCrlf, size) => {
          const text = JSON.stringify(elements, null, indent)
          const found = values(isCrlf ? text.replaceAll('\n', '\r\n') : text, size)
          expect(found).toEqual(JSON.parse(JSON.stringify(elements)))
        },
      ),
    )
  })

  test('an array that is cut anywhere gives every element before', () => {
    const text = JSON.stringify(messages, null, 2)
    for (let length = 1; length < text.length; length++) {
      const {lines} = split(text.slice(0, length), 5)
      const whole = split(text).lines.filter((line) => text.indexOf(line.text) + line.text.length <= length)
      expect(lines.slice(0, whole.length)).toEqual(whole)
      expect(lines.length).toBeLessThanOrEqual(whole.length + 1)
    }
  })

  test('any chunks give the same, and every byte that is not blank is in a line or a bracket', () => {
    const part = fc.constantFrom(
      ...[
        '[',
        ']',
        '{',
        '}',
        ',',
        ':',
        '"a"',
        '"',
        '1',
        ' ',
        '\n',
        '\r\n',
        '{"a":1}',
        '{\n"b":2\n}',
        '\0',
        '\ufeff',
        'x',
      ],
    )
    fc.assert(
      fc.property(fc.array(part, {maxLength: 30}), fc.integer({min: 1, max: 9}), (parts, size) => {
        const text = parts.join('')
        const whole = split(text)
        expect(split(text, size)).toEqual(whole)
        const shown = whole.lines.map((line) => line.text).join('')
        const letters = (of: string) => of.replaceAll(/[[\],\s\0\ufeff]/g, '').length
        expect(letters(shown)).toBe(letters(text))
      }),
      {numRuns: 1000},
    )
  })

  test('nested openings are read in linear time', () => {
    const text = '{\n"a":\n'.repeat(50_000)
    expect(split(text).lines.length).toBe(1)
    expect(split(`${text}!\n`).lines.length).toBe(2)
  }, 20_000)
})
