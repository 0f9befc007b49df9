import {describe, expect, test} from 'vitest'
import {fc} from '../../test/support/fc.ts'
import {ansi, code, field, fields, note, plain, prose} from './build-nodes.ts'
import type {Node} from './node.ts'
import {noLimits, truncate} from './truncate.ts'

const ESC = '\u001b'
const long = {lines: 1000, characters: 1000}
const ofLines = (lines: number) => ({lines, characters: 10_000})
const ofCharacters = (characters: number) => ({lines: 100, characters})

describe('a text', () => {
  test('within the limits stays as it is', () => {
    for (const node of [plain('a\nb'), plain('a\nb\n'), ansi(''), prose('# x'), code('x\n')])
      expect(truncate([node], {lines: 2, characters: 4})).toEqual([node])
  })

  test('is cut by lines, and says how many are missing', () => {
    expect(truncate([plain('a\nb\nc\nd\n')], ofLines(2))).toEqual([
      plain('a\nb'),
      note('info', '… 2 more lines'),
    ])
    expect(truncate([plain('a\r\nb')], ofLines(1))).toEqual([plain('a'), note('info', '… 1 more line')])
    expect(truncate([plain('\nb')], ofLines(1))).toEqual([plain(''), note('info', '… 1 more line')])
    expect(truncate([plain('a\nb')], ofLines(0))).toEqual([plain(''), note('info', '… 2 more lines')])
  })

  test('is cut by characters, and says how many are missing', () => {
    expect(truncate([ansi('x'.repeat(5000))], ofCharacters(100))).toEqual([
      ansi('x'.repeat(100)),
      note('info', '… 4,900 more characters'),
    ])
  })

  test('is cut by the smaller limit', () => {
    const text = 'abcdef\nghi\njkl'
    expect(truncate([plain(text)], {lines: 1, characters: 3})).toEqual([
      plain('abc'),
      note('info', '… 11 more characters'),
    ])
    expect(truncate([plain(text)], {lines: 1, characters: 8})).toEqual([
      plain('abcdef'),
      note('info', '… 2 more lines'),
    ])
  })

  test('does not cut a surrogate pair', () => {
    expect(truncate([plain('a🙂b')], ofCharacters(2))[0]).toEqual(plain('a'))
    expect(truncate([plain('a🙂b')], ofCharacters(3))[0]).toEqual(plain('a🙂'))
  })

  test.each([
    ['a colour', `${ESC}[38;5;196m`],
    ['a colour of one character', '\u009b1m'],
    ['a title', `${ESC}]0;title\u0007`],
    ['a link that ends with a string terminator', `${ESC}]8;;https://a.example${ESC}\\`],
    ['a device string', `${ESC}Pq#0${ESC}\\`],
    ['a character set', `${ESC}(B`],
    ['a sequence that never ends', `${ESC}]52;c;never`],
    ['a title over two lines', `${ESC}]0;one\ntwo\u0007`],
  ])('does not cut %s', (_, sequence) => {
    const text = `ab${sequence}cd`
    for (let at = 2; at < 2 + sequence.length; at += 1)
      expect(truncate([ansi(text)], ofCharacters(at))[0]).toEqual(ansi('ab'))
    expect(truncate([ansi(text)], ofLines(1))[0]).toEqual(ansi(sequence.includes('\n') ? 'ab' : text))
  })

  test('loses nothing that is not counted', () => {
    fc.assert(
      fc.property(fc.string({unit: 'binary'}), fc.nat(20), fc.nat(4), (text, characters, lines) => {
        const [node, remark] = truncate([plain(text)], {characters, lines})
        if (node?.kind !== 'text') return expect.unreachable()
        expect(text.startsWith(node.text)).toBe(true)
        expect(node.text.length).toBeLessThanOrEqual(characters)
        if (remark === undefined) expect(node.text).toBe(text)
        if (remark?.kind === 'note' && remark.text.includes('character'))
          expect(remark.text).toContain(` ${text.length - node.text.length} `)
      }),
    )
  })
})

describe('everything else', () => {
  const huge = 'x'.repeat(5000)
  const shown = `${'x'.repeat(10)} … 4,990 more characters`

  test('with a huge value is cut too', () => {
    const limits = ofCharacters(10)
    expect(truncate(fields(field('query', 'Query', huge)), limits)).toEqual(
      fields(field('query', 'Query', shown)),
    )
    expect(
      truncate(
        [
          {
            kind: 'choice',
            question: huge,
            choices: [{label: huge, description: huge, chosen: true}],
          },
          note('info', huge),
          {kind: 'link', url: 'https://a.example', text: huge},
          {kind: 'group', title: huge, nodes: [], isCollapsed: true},
        ],
        limits,
      ),
    ).toEqual([
      {kind: 'choice', question: shown, choices: [{label: shown, description: shown, chosen: true}]},
      note('info', shown),
      {kind: 'link', url: 'https://a.example', text: shown},
      {kind: 'group', title: shown, nodes: [], isCollapsed: true},
    ])
  })

  test('that has too many parts says how many are missing', () => {
    const many = Array.from({length: 50}, (_, i) => String(i))
    const missing = (nodes: readonly Node[]) => truncate(nodes, ofLines(20)).at(-1)
    const numbers = {oldLine: undefined, newLine: undefined}
    const lines = many.map((text) => ({sign: '+', text, ...numbers}) as const)
    expect(missing([{kind: 'table', head: ['n'], rows: many.map((n) => [n])}])).toEqual(
      note('info', '… 30 more rows'),
    )
    expect(missing([{kind: 'diff', path: 'a', hunks: [{lines}, {lines}]}])).toEqual(
      note('info', '… 80 more lines'),
    )
    expect(missing(fields(...many.map((n) => field('number', n, n))))).toEqual(
      note('info', '… 30 more fields'),
    )
    expect(missing(many.map((url) => ({kind: 'link', url, text: url})))).toEqual(
      note('info', '… 30 more pieces'),
    )
  })

  test('a diff of huge lines is cut by characters', () => {
    const line = {sign: '+', text: huge, oldLine: undefined, newLine: 1} as const
    expect(truncate([{kind: 'diff', path: 'a', hunks: [{lines: [line, line]}]}], ofCharacters(10))).toEqual([
      {kind: 'diff', path: 'a', hunks: [{lines: [{...line, text: shown}]}]},
      note('info', '… 1 more line'),
    ])
  })

  test('a value is cut if its JSON is too long', () => {
    const node: Node = {kind: 'raw', value: {a: [1, 2, 3]}}
    expect(truncate([node], long)).toEqual([node])
    expect(truncate([node], ofLines(3))).toEqual([
      code('{\n  "a": [\n    1,', 'json'),
      note('info', '… 4 more lines'),
    ])
  })
})

describe('what a program printed', () => {
  test('keeps its beginning and more of its end, which has the outcome', () => {
    const lines = Array.from({length: 10}, (_, index) => `${index + 1}`)
    expect(truncate([ansi(lines.join('\n'))], ofLines(6))).toEqual([
      ansi('1\n2'),
      note('info', '… 4 more lines'),
      ansi('7\n8\n9\n10'),
    ])
    expect(truncate([ansi(lines.slice(0, 6).join('\n'))], ofLines(6))).toEqual([ansi('1\n2\n3\n4\n5\n6')])
    expect(truncate([ansi(lines.slice(0, 7).join('\n'))], ofLines(6))[1]).toEqual(
      note('info', '… 1 more line'),
    )
  })
})

describe('hostile pages', () => {
  const nested = (depth: number): Node => {
    let node: Node = plain('bottom')
    for (let level = 0; level < depth; level += 1)
      node = {kind: 'group', title: 'g', nodes: [node], isCollapsed: false}
    return node
  }

  test('what is collapsed is not cut', () => {
    const nodes: readonly Node[] = [plain('a\nb\nc')]
    const folded: Node = {kind: 'group', title: 'g', nodes, isCollapsed: true}
    expect(truncate([folded], {lines: 1, characters: 100})).toEqual([folded])
  })
  test('groups in groups, 10,000 deep, are counted', () => {
    expect(JSON.stringify(truncate([nested(10_000)], long))).toContain('… 9,968 more pieces')
    expect(JSON.stringify(truncate([nested(30)], long))).toContain('bottom')
  })

  test('values nested 100,000 deep are cut', () => {
    const value = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000))
    expect(truncate([{kind: 'raw', value}], ofLines(3)).at(-1)).toEqual(note('info', '… 199,996 more lines'))
  })

  test('a text of a million lines takes one pass', () => {
    const text = 'line\n'.repeat(1_000_000)
    expect(truncate([ansi(text)], ofLines(3))).toEqual([
      ansi('line'),
      note('info', '… 999,997 more lines'),
      ansi('line\nline\n'),
    ])
    const unended = `${ESC}]`.repeat(1_000_000)
    expect(truncate([ansi(unended)], ofCharacters(1_500_001))[0]).toEqual(ansi(unended.slice(0, 1_500_000)))
  })
})

test('without limits the nodes are the very same', () => {
  const nodes = [plain('x'.repeat(10_000)), note('info', 'x')]
  expect(truncate(nodes, noLimits)).toBe(nodes)
})
