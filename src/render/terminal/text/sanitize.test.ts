import {describe, expect, test} from 'vitest'
import {fc} from '../../../../test/support/fc.ts'
import {sanitizeTerminalAnsi, sanitizeTerminalLine, sanitizeTerminalText} from './sanitize.ts'

const esc = '\u001b'

describe('what a terminal obeys never passes', () => {
  const sequences: readonly (readonly [what: string, sequence: string])[] = [
    ['cursor moves and erasing', `${esc}[2J${esc}[10;10H${esc}[3A`],
    ['the alternate screen', `${esc}[?1049h${esc}[?25l`],
    ['modes with intermediate characters', `${esc}[2 q${esc}[!p`],
    ['the clipboard (OSC 52)', `${esc}]52;c;ZXZpbA==${esc}\\`],
    ['titles (OSC 0 and 2)', `${esc}]0;owned\u0007${esc}]2;owned\u0007`],
    ['links (OSC 8)', `${esc}]8;;http://evil${esc}\\${esc}]8;;${esc}\\`],
    ['device control', `${esc}P$qm${esc}\\`],
    ['application, privacy and start of string', `${esc}_Gx${esc}\\${esc}^x${esc}\\${esc}Xx${esc}\\`],
    ['reset, save, charsets', `${esc}c${esc}7${esc}8${esc}(0${esc}#8`],
    ['8-bit forms', '\u009b2J\u009d0;owned\u009c\u0090x\u009c'],
    ['a lone escape at the end', esc],
    ['bell, null, delete, shifts', '\u0007\u0000\u007f\u000e\u000f'],
    ['turned writing', '\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c'],
    ['what nobody sees', '\ufeff\u200b\u00ad\u{e0041}\u{e007f}\u3164'],
  ]
  for (const [what, sequence] of sequences) {
    test(what, () => {
      expect(sanitizeTerminalText(`a${sequence}`)).toBe('a')
      expect(sanitizeTerminalAnsi(`a${sequence}`)).toBe('a')
    })
  }

  test('whatever is thrown at it', () => {
    const piece = fc.constantFrom(
      esc,
      '[',
      ']',
      '0;',
      '31',
      'm',
      'K',
      'é',
      '日',
      '\r',
      '\b',
      '\t',
      '\n',
      '\u009b',
      '\u0007',
      '\u202e',
      '\ud800',
      'x',
      ' ',
      '\\',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({unit: 'binary'}))), (pieces) => {
        const text = pieces.join('')
        expect(sanitizeTerminalText(text)).not.toMatch(/[^\P{Cc}\n]|[\p{Cs}\p{Bidi_Control}\u2028\u2029]/u)
        expect(sanitizeTerminalAnsi(text).replaceAll(new RegExp(`${esc}\\[[\\d;]*m`, 'g'), '')).not.toMatch(
          /[^\P{Cc}\n]|\p{Cs}/u,
        )
      }),
    )
  })
})

describe('nothing else is lost', () => {
  test('ordinary text comes back as the same string', () => {
    expect(sanitizeTerminalText('Grüße, 日本 👩‍👩‍👧 ⚠️ e\u0301\n  ok')).toBe(
      'Grüße, 日本 👩‍👩‍👧 ⚠️ e\u0301\n  ok',
    )
  })
  test('a sequence that is never closed hides nothing after it', () => {
    expect(sanitizeTerminalText(`${esc}]0;title and more\nnext`)).toBe('0;title and more\nnext')
    expect(sanitizeTerminalText(`a${esc}[31\nnext`)).toBe('a\nnext')
  })
  test('half a surrogate pair is shown as what a terminal would get', () => {
    expect(sanitizeTerminalText('a\ud83db')).toBe('a\ufffdb')
  })
})

describe('lines', () => {
  test('end at CRLF, at separators, at form feeds', () => {
    expect(sanitizeTerminalText('a\r\nb\r\r\nc\u2028d\u2029e\ff\vg\u0085h')).toBe('a\nb\nc\nd\ne\nf\ng\nh')
  })
  test('that were written over show how they ended', () => {
    expect(sanitizeTerminalText('10%\r 50%\r100%')).toBe('100%')
    expect(sanitizeTerminalText('loading...\rdone')).toBe('doneing...')
    expect(sanitizeTerminalText(`loading...\r${esc}[Kdone`)).toBe('done')
    expect(sanitizeTerminalText(`loading...${esc}[2K${esc}[1Gdone`)).toBe('done')
    expect(sanitizeTerminalText('|\b/\b-\b\\')).toBe('\\')
    expect(sanitizeTerminalText('日本\rab')).toBe('ab本')
    expect(sanitizeTerminalText('日本\ra')).toBe('a 本')
    expect(sanitizeTerminalAnsi(`${esc}[31mred\r${esc}[32mg`)).toBe(`${esc}[32mg${esc}[31med${esc}[39m`)
  })
  test('have tabs at every eighth column', () => {
    expect(sanitizeTerminalText('\ta\tbcd\t日\te')).toBe('        a       bcd     日      e')
    expect(sanitizeTerminalAnsi(`${esc}[1ma${esc}[0m\tb`)).toBe(`${esc}[1ma${esc}[22m       b`)
  })
  test('become one where there is room for one', () => {
    expect(sanitizeTerminalLine('a\n\n  b \nc')).toBe('a b c')
  })
})

describe('colours', () => {
  test('are closed on their line and opened again on the next, never by a reset', () => {
    expect(sanitizeTerminalAnsi(`${esc}[31mred\nstill${esc}[0m plain`)).toBe(
      `${esc}[31mred${esc}[39m\n${esc}[31mstill${esc}[39m plain`,
    )
  })
  test('of every kind are kept', () => {
    expect(sanitizeTerminalAnsi(`${esc}[1;38;5;200;48;2;1;2;3mx`)).toBe(
      `${esc}[38;5;200;48;2;1;2;3;1mx${esc}[39;49;22m`,
    )
    expect(sanitizeTerminalAnsi(`${esc}[38:2::1:2:3mx`)).toBe(`${esc}[38;2;1;2;3mx${esc}[39m`)
    expect(sanitizeTerminalAnsi(`${esc}[4:3mx${esc}[4:0my`)).toBe(`${esc}[4mx${esc}[24my`)
    expect(sanitizeTerminalAnsi(`${esc}[58;2;1;5;8;3mx`)).toBe(`${esc}[3mx${esc}[23m`)
  })
  test('that hide or blink are not, and what is no colour changes nothing', () => {
    expect(sanitizeTerminalAnsi(`${esc}[8;5;6mhidden${esc}[28m`)).toBe('hidden')
    expect(sanitizeTerminalAnsi(`${esc}[>4;2m${esc}[?4m${esc}[38;5;999m${esc}[11mx`)).toBe('x')
  })
})

describe('no text takes more time than its length', () => {
  for (const piece of [
    esc,
    `${esc}]x`,
    '\u009d',
    `${esc}[1`,
    'ab\r',
    'a\b',
    '\t',
    '\u0301',
    '👩‍👩‍👧',
    `${esc}[31mx`,
    '\u202e',
  ]) {
    test(`a megabyte of ${JSON.stringify(piece)}`, () => {
      expect(
        sanitizeTerminalAnsi(`${piece.repeat(1_000_000 / piece.length)}\nend`)
          .split('\n')
          .at(-1),
      ).toContain('end')
    })
  }
  test('one sequence of 20 MB', () => {
    expect(sanitizeTerminalText(`${esc}[${'1'.repeat(20_000_000)}mx`)).toBe('x')
    expect(sanitizeTerminalText(`${esc}]${'1'.repeat(20_000_000)}\u0007x`)).toBe('x')
  })
})
