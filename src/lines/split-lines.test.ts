import {readFileSync} from 'node:fs'
import {describe, expect, test} from 'vitest'
import {fc} from '../../test/support/fc.ts'
import {type RawLine, splitLines} from './split-lines.ts'
import {type LineWarnings, noWarnings} from './warnings.ts'

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Reads bytes in chunks of one size, always from the same buffer, as a file is read. */
function split(
  bytes: Uint8Array,
  size = bytes.length || 1,
  longest?: number,
): {lines: readonly RawLine[]; flaws: LineWarnings; bytes: number} {
  const lines: RawLine[] = []
  const splitter = splitLines((line) => lines.push(line), longest)
  const buffer = new Uint8Array(size)
  for (let at = 0; at < bytes.length; at += size) {
    const piece = bytes.subarray(at, at + size)
    buffer.set(piece)
    splitter.push(buffer.subarray(0, piece.length))
  }
  splitter.end()
  return {lines, flaws: splitter.warnings, bytes: splitter.bytes}
}

const textsOf = (source: string | Uint8Array): readonly string[] =>
  split(typeof source === 'string' ? encode(source) : source).lines.map((line) => line.text)

const flawsOf = (source: string | Uint8Array): Partial<LineWarnings> => {
  const {flaws} = split(typeof source === 'string' ? encode(source) : source)
  return Object.fromEntries(Object.entries(flaws).filter(([, count]) => count > 0))
}

describe('a line ends at LF and nowhere else', () => {
  test.each([
    ['U+2028', '\u2028'],
    ['U+2029', '\u2029'],
    ['U+0085', '\u0085'],
    ['a form feed', '\f'],
    ['a vertical tab', '\v'],
    ['a lone CR', '\r'],
  ])('%s inside a string does not end it', (_name, separator) => {
    expect(textsOf(`{"text":"one${separator}two"}\n{}\n`)).toEqual([`{"text":"one${separator}two"}`, '{}'])
  })

  test('CR LF ends it, and is counted', () => {
    expect(textsOf('{"a":1}\r\n{"b":2}\r\n')).toEqual(['{"a":1}', '{"b":2}'])
    expect(flawsOf('{"a":1}\r\n{"b":2}\r\n{"c":3}\n')).toEqual({crlf: 2})
  })

  test('the end of the source ends the last line, and that is counted', () => {
    expect(textsOf('{"a":1}\n{"b":')).toEqual(['{"a":1}', '{"b":'])
    expect(flawsOf('{"a":1}\n{"b":')).toEqual({unterminated: 1})
    expect(flawsOf('{"a":1}\n')).toEqual({})
  })

  test('an empty source has no lines and no flaws', () => {
    expect(split(new Uint8Array())).toEqual({lines: [], flaws: noWarnings(), bytes: 0})
  })
})

describe('what is not a record', () => {
  test('blank lines are counted and numbered, not given', () => {
    const {lines, flaws} = split(encode('\n{"a":1}\n   \t\n\r\n{"b":2}\n'))
    expect(lines.map(({text, number}) => [text, number])).toEqual([
      ['{"a":1}', 2],
      ['{"b":2}', 5],
    ])
    expect(flaws).toEqual({...noWarnings(), blank: 3, crlf: 1})
  })

  test('a byte order mark is removed at the start of the source only', () => {
    expect(textsOf('\ufeff{"a":1}\n\ufeff{"b":2}\n')).toEqual(['{"a":1}', '\ufeff{"b":2}'])
    expect(flawsOf('\ufeff{"a":1}\n\ufeff{"b":2}\n')).toEqual({bom: 1})
  })

  test('NUL bytes in front of a record are removed, as the client does', () => {
    expect(textsOf('{"a":1}\n\0\0\0{"b":2}\n')).toEqual(['{"a":1}', '{"b":2}'])
    expect(flawsOf('{"a":1}\n\0\0\0{"b":2}\n')).toEqual({'leading-nul': 1})
  })

  test('a line of NUL bytes only is blank', () => {
    expect(textsOf('\0\0\0\0\n{"b":2}\n')).toEqual(['{"b":2}'])
    expect(flawsOf('\0\0\0\0\n{"b":2}\n')).toEqual({'leading-nul': 1, blank: 1})
  })
})

describe('bytes that are not UTF-8', () => {
  const invalid = new Uint8Array([...encode('{"a":"'), 0xff, 0xc3, ...encode('"}\n')])

  test('are kept as U+FFFD and counted once a line', () => {
    expect(textsOf(invalid)).toEqual(['{"a":"\ufffd\ufffd"}'])
    expect(flawsOf(invalid)).toEqual({'invalid-utf8': 1})
  })

  test('are not a U+FFFD that is in the text', () => {
    expect(flawsOf('{"a":"\ufffd and \ufffd"}\n')).toEqual({})
  })

  test('are counted next to a U+FFFD that is in the text', () => {
    const mixed = new Uint8Array([...encode('{"a":"\ufffd'), 0x80, ...encode('"}\n')])
    expect(flawsOf(mixed)).toEqual({'invalid-utf8': 1})
  })

  test('may be anything at all', () => {
    const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d])
    expect(split(png).lines.map(({offset}) => offset)).toEqual([0, 6])
    expect(flawsOf(png)).toMatchObject({'invalid-utf8': 1, crlf: 2, unterminated: 1})
  })
})

describe('chunks of any size', () => {
  const source = [
    '\ufeff{"type":"user","text":"héllo 👩‍👩‍👧 \u2028 終"}',
    '',
    '\0{"text":"\ufffd"}\r',
    '{"a":1}{"b":2}',
    '{"cut":"👩',
  ].join('\n')
  const bytes = encode(source)
  const whole = split(bytes)

  test.each([1, 2, 3, 7, 4096])('of %i bytes give the same lines, numbers, offsets and flaws', (size) => {
    expect(split(bytes, size)).toEqual(whole)
  })

  test('never move an offset from the first byte of its line', () => {
    const decoder = new TextDecoder('utf-8', {ignoreBOM: true})
    const starts = whole.lines.map(({offset}) => decoder.decode(bytes.subarray(offset)).split('\n', 1)[0])
    expect(starts).toEqual(source.split('\n').filter((line) => line !== ''))
  })

  test('give the lines of a recording unchanged', () => {
    const recording = readFileSync('test/recordings/2.1.112/parallel/stream.jsonl')
    const lines = recording.toString('utf8').split('\n').slice(0, -1)
    for (const size of [1, 7, 4096, recording.length]) {
      const read = split(recording, size)
      expect(read.lines.map(({text}) => text)).toEqual(lines)
      expect(read.bytes).toBe(recording.length)
    }
  })

  test('give the same for any bytes in any chunks', () => {
    const line = fc.oneof(fc.uint8Array({maxLength: 12}), fc.string({unit: 'grapheme'}).map(encode))
    fc.assert(
      fc.property(fc.array(line), fc.integer({min: 1, max: 9}), (lines, size) => {
        const bytes = new Uint8Array(lines.flatMap((each) => [...each, 10]))
        expect(split(bytes, size)).toEqual(split(bytes))
      }),
    )
  })

  test('are copied if a line continues, because a Buffer may be filled again', () => {
    const lines: string[] = []
    const splitter = splitLines((line) => lines.push(line.text))
    const buffer = Buffer.from('{"a":')
    splitter.push(buffer)
    buffer.write('1}\n{}')
    splitter.push(buffer)
    splitter.end()
    expect(lines).toEqual(['{"a":1}', '{}'])
  })
})

describe('a very long line', () => {
  test('of 100 MB is read in linear time: no chunk scans or copies it again', () => {
    const piece = new Uint8Array(50_000).fill(97)
    const lengths: number[] = []
    const splitter = splitLines((line) => lengths.push(line.text.length))
    for (let i = 0; i < 2000; i++) splitter.push(piece)
    splitter.push(encode('\n{}\n'))
    splitter.end()
    expect(lengths).toEqual([100_000_000, 2])
  }, 5000)

  test('that is too long for a string keeps its beginning and its place, and the next line is read', () => {
    for (const size of [1, 7, 4096]) {
      const {lines, flaws} = split(encode(`{}\n${'é'.repeat(20)}\n{"b":2}\n`), size, 30)
      expect(lines).toMatchObject([
        {text: '{}', tooLong: false},
        {number: 2, offset: 3, tooLong: true},
        {text: '{"b":2}', number: 3, offset: 44, tooLong: false},
      ])
      expect('é'.repeat(20).startsWith(lines[1]?.text.replace('\ufffd', '') ?? '?')).toBe(true)
      expect(flaws).toEqual(noWarnings())
    }
  })
})
