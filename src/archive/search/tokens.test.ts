import {describe, expect, test} from 'vitest'
import {blankEncoded} from './blank-encoded.ts'
import {makeSnippet} from './search-result.ts'
import {findText, indexText, normalizeCase, tokenize} from './tokens.ts'

const isIn = (wanted: string, text: string, prefix = false): boolean =>
  !findText(wanted, prefix, normalizeCase(text)).next().done

test('every character stays in its place when its case is folded', () => {
  for (let point = 0; point <= 0x10ffff; point += 1) {
    const character = String.fromCodePoint(point)
    if (normalizeCase(character).length !== character.length) expect.fail(`U+${point.toString(16)}`)
  }
})

describe('a word is found whole, whatever its case', () => {
  test('as a word', () => expect(isIn('foo', 'a (Foo), b')).toBe(true))
  test('not inside of a longer one', () => {
    for (const text of ['food', 'afoo', 'foo_bar', '_foo', 'foo1', 'fooé', 'foo\u0301'])
      expect(isIn('foo', text), text).toBe(false)
  })
  test('beside an emoji', () => expect(isIn('done', '❤️done')).toBe(true))
  test('with a sigma that ends it', () => expect(isIn('ΟΔΟΣ', 'η οδος')).toBe(true))
  test('identifiers, flags, paths and codes', () => {
    for (const wanted of ['fooBar', 'foo_bar', '--flag', 'src/a.ts', 'TS2345', 'E404', 'a.ts'])
      expect(isIn(wanted, `x ${wanted}: y`), wanted).toBe(true)
  })
  test('at its beginning, as a prefix', () => {
    expect(isIn('foo', 'food', true)).toBe(true)
    expect(isIn('foo', 'afood', true)).toBe(false)
  })
})

describe('letters that are written without spaces are words by themselves', () => {
  test('two of them are found anywhere', () => {
    expect(isIn('中文', '这是中文文本')).toBe(true)
    expect(isIn('文本', '这是中文x文本a')).toBe(true)
    expect(isIn('中本', '这是中文文本')).toBe(false)
    expect(isIn('カナ', '片カナー')).toBe(true)
    expect(isIn('한국', '한국어를')).toBe(true)
  })
  test('the index separates them', () =>
    expect(tokenize('foo中文Bar、x')).toEqual(['foo', '中', '文', 'bar', 'x']))
})

test('the index has the words of any text', () => {
  expect(tokenize('--Flag foo_Bar src/a.ts É\0Z → ①')).toEqual([
    'flag',
    'foo_bar',
    'src',
    'a',
    'ts',
    'é',
    'z',
    '①',
  ])
  expect(indexText('a\0b\ud800c')).toBe('a b c')
})

describe('encoded data is not searched', () => {
  const code = Buffer.from(Array.from({length: 900}, (_, i) => (i * i * 31 + i * 7) % 256)).toString('base64')
  test('in one line', () =>
    expect(blankEncoded(`see ${code} end`)).toBe(`see ${' '.repeat(code.length)} end`))
  test('in lines of the usual length', () => {
    const lines = code.replaceAll(/.{76}/g, '$&\n')
    expect(blankEncoded(`-----BEGIN\n${lines}\nend`).trim()).toMatch(/^-----BEGIN\s+[\w+/=]{0,75}\s+end$/)
  })
  test('but words, paths and digests are', () => {
    const texts = [
      'ab'.repeat(400),
      Array.from(
        {length: 30},
        (_, i) => `/home/user/Project${i}/src/main/java/com/example/application/service/implementation`,
      ).join('\n'),
      Array.from({length: 30}, (_, i) => i.toString(16).padStart(64, 'a')).join('\n'),
      '='.repeat(2000),
    ]
    for (const text of texts) expect(blankEncoded(text)).toBe(text)
  })
})

describe('a snippet', () => {
  const long = `${'before '.repeat(50)}\nneedle\t${'after '.repeat(50)}`
  const start = long.indexOf('needle')
  test('shows what was found, and says where', () => {
    const {text, marks, cutBefore, cutAfter} = makeSnippet(long, [{start, end: start + 6}])
    expect(marks.map((mark) => text.slice(mark.start, mark.end))).toEqual(['needle'])
    expect(text).not.toMatch(/\s{2}|[\n\t]/)
    expect(text.length).toBeLessThanOrEqual(160)
    expect([cutBefore, cutAfter]).toEqual([true, true])
  })
  test('shows all of a short text', () =>
    expect(makeSnippet('a b', [{start: 2, end: 3}])).toEqual({
      text: 'a b',
      marks: [{start: 2, end: 3}],
      cutBefore: false,
      cutAfter: false,
    }))
  test('begins where the text does when nothing was looked for', () =>
    expect(makeSnippet('\n\nfirst words', []).text).toBe('first words'))
  test('joins what overlaps', () =>
    expect(
      makeSnippet('abcd', [
        {start: 1, end: 3},
        {start: 0, end: 2},
      ]).marks,
    ).toEqual([{start: 0, end: 3}]))
})
