import stringWidth from 'string-width'
import {describe, expect, test} from 'vitest'
import {fc} from '../../../../test/support/fc.ts'
import {cut, fill, fillLeft, measure} from './measure.ts'
import {sanitizeTerminalAnsi} from './sanitize.ts'
import {wrapLine, wrapText} from './wrap.ts'

const esc = '\u001b'

const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ' ',
        '  ',
        'word',
        'aVeryLongWordThatFitsNowhere',
        '日本語',
        '👩‍👩‍👧',
        'e\u0301',
        '⚠️',
        '🇩🇪',
        '한글',
      ),
      fc.constantFrom(`${esc}[31m`, `${esc}[1m`, `${esc}[0m`, `${esc}[38;5;9m`, '\n'),
      fc.string({unit: 'grapheme'}),
    ),
    {maxLength: 40},
  )
  .map((pieces) => sanitizeTerminalAnsi(pieces.join('')))

const bare = (text: string): string => text.replaceAll(new RegExp(`${esc}\\[[\\d;]*m`, 'g'), '')
const ink = (text: string): string => bare(text).replaceAll(/[ \n]/g, '')

describe('measure', () => {
  test('agrees with string-width on every character that it does not ask it about', () => {
    for (let code = 0x20; code < 0xffff; code += 1) {
      if (code >= 0xd800 && code < 0xe000) continue
      const character = String.fromCharCode(code)
      if (stringWidth(character) !== measure(character)) expect(character).toBe(stringWidth(character))
    }
  })
  test('agrees with string-width on any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(measure(bare(text))).toBe(stringWidth(bare(text)))
      }),
    )
  })
  test('counts no column for colours', () => {
    expect(measure(`${esc}[1m日本${esc}[22m!`)).toBe(5)
  })
})

describe('cut and fill', () => {
  test('never split a character or leave a colour open', () => {
    expect(cut('日本語', 5, '…')).toBe('日本…')
    expect(cut(`${esc}[31mhello${esc}[39m`, 3)).toBe(`${esc}[31mhel${esc}[39m`)
    expect(cut('👩‍👩‍👧x', 1)).toBe('')
    expect(cut('short', 5, '…')).toBe('short')
    expect(cut('long', 2, '...')).toBe('lo')
  })
  test('give exactly the columns that were asked for', () => {
    expect(fill('日本語', 5)).toBe('日本 ')
    expect(fillLeft('12', 5)).toBe('   12')
    fc.assert(
      fc.property(anyText, fc.nat(50), (text, width) => {
        const line = text.replaceAll('\n', '')
        expect(measure(fill(line, width, '…'))).toBe(width)
        expect(measure(cut(line, width))).toBeLessThanOrEqual(width)
      }),
    )
  })
})

describe('wrap', () => {
  test('breaks at spaces and keeps the indentation', () => {
    expect(wrapText('  - the quick brown fox', 14)).toEqual(['  - the quick', '  brown fox'])
    expect(wrapLine('one two three', 8, 2)).toEqual(['one two', '  three'])
  })
  test('breaks a word only where it is longer than a line', () => {
    expect(wrapText('a abcdefghij', 4)).toEqual(['a', 'abcd', 'efgh', 'ij'])
    expect(wrapText('日本語', 4)).toEqual(['日本', '語'])
  })
  test('leaves lines that fit as they are, spaces at their end too', () => {
    expect(wrapText('  ok  \n\nnext', 10)).toEqual(['  ok  ', '', 'next'])
  })
  test('does not indent deeper than half the width', () => {
    expect(wrapText(`${' '.repeat(30)}abc def`, 8)).toEqual(['    abc', '    def'])
  })
  test('carries colours over and closes them on each line', () => {
    expect(wrapText(`${esc}[31mred fox${esc}[39m jumps`, 5)).toEqual([
      `${esc}[31mred${esc}[39m`,
      `${esc}[31mfox${esc}[39m`,
      'jumps',
    ])
  })
  test('gives a wide character at width 1 a line of its own', () => {
    expect(wrapText('a日b', 1)).toEqual(['a', '日', 'b'])
  })
  test('makes no line wider than asked and loses nothing but spaces', () => {
    fc.assert(
      fc.property(anyText, fc.integer({min: 2, max: 60}), (text, width) => {
        const lines = wrapText(text, width)
        // Some clusters (a flag, three jamo) are wider than two columns and stand alone.
        for (const line of lines) {
          const alone = [...new Intl.Segmenter().segment(ink(line))].length === 1
          if (!alone) expect(measure(line)).toBeLessThanOrEqual(width)
        }
        expect(ink(lines.join(''))).toBe(ink(text))
      }),
      {numRuns: 500},
    )
  })
  test('breaks text of one-column characters as it breaks any other', () => {
    const words = fc.array(fc.constantFrom(' ', '   ', 'a', 'bc', 'defgh', 'ijklmnopqrst'), {maxLength: 30})
    fc.assert(
      fc.property(words, fc.integer({min: 2, max: 20}), (pieces, width) => {
        const text = pieces.join('')
        // A mark without a column makes the text unusual, and nothing else.
        const marked = text.replaceAll('a', 'a\u0301')
        expect(wrapText(marked, width).map((line) => line.replaceAll('\u0301', ''))).toEqual(
          wrapText(text, width),
        )
      }),
      {numRuns: 1000},
    )
  })
  // Anything that took time by the square of the length would take minutes.
  for (const piece of ['abc ', 'a', ' ', '日本 ', '👩‍👩‍👧', '\u0301', `${esc}[31mx`]) {
    test(`wraps and cuts 200 kB of ${JSON.stringify(piece)}`, () => {
      const line = sanitizeTerminalAnsi(piece.repeat(200_000 / piece.length))
      expect(wrapText(line, 80).every((part) => part.length <= 81 || measure(part) <= 80)).toBe(true)
      expect(measure(cut(line, 80))).toBeLessThanOrEqual(80)
    })
  }
})
