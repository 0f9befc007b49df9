import {describe, expect, test} from 'vitest'
import {fc} from '../../../../test/support/fc.ts'
import {type Node, noLimits} from '../../../page/index.ts'
import type {TerminalOptions} from '../terminal-options.ts'
import {measure} from '../text/measure.ts'
import {paintFor} from '../text/paint.ts'
import {renderTerminalNodes} from './render-nodes.ts'
import {isImageLine} from './terminal-image.ts'

const esc = '\u001b'

const options: TerminalOptions = {
  style: 'line',
  width: 60,
  paint: paintFor(false),
  emoji: false,
  timestamps: false,
  zone: 'UTC',
  images: 'none',
  limits: noLimits,
}
const color: TerminalOptions = {...options, paint: paintFor(true)}
const plain: TerminalOptions = {...options, style: 'plain'}

const draw = (node: Node, width = 60, as = options): readonly string[] =>
  renderTerminalNodes([node], as, width)
const prose = (markdown: string, width = 60, as = options): readonly string[] =>
  draw({kind: 'prose', markdown}, width, as)

describe('prose', () => {
  test('headings are bold, and marked where there is no colour', () => {
    expect(prose('## A *title*')).toEqual(['## A title'])
    expect(prose('## A title', 60, color)).toEqual([`${esc}[1mA title${esc}[22m`])
  })
  test('paragraphs keep their line ends and stand apart', () => {
    expect(prose('one\ntwo\\\nthree\n\nfour')).toEqual(['one', 'two', 'three', '', 'four'])
  })
  test('emphasis inside emphasis closes nothing', () => {
    expect(prose('**a *b* c** `d`', 60, color)).toEqual([
      `${esc}[1ma ${esc}[3mb${esc}[23m c${esc}[22m ${esc}[36md${esc}[39m`,
    ])
    expect(prose('**a** `d` ~~e~~')).toEqual(['a `d` e'])
  })
  test('lists hang, nest and count', () => {
    expect(prose('- one two three\n- b\n\n  9. c\n  10. d\n      e', 12)).toEqual([
      '◦ one two',
      '  three',
      '',
      '◦ b',
      '',
      '   9. c',
      '  10. d',
      '      e',
    ])
    expect(prose('1. a\n\n2. b\n-')).toEqual(['1. a', '', '2. b', '', '◦'])
  })
  test('tasks have their marks', () => {
    expect(prose('- [ ] a\n- [x] b')).toEqual(['☐ a', '☑ b'])
    expect(prose('- [ ] a\n- [x] b', 60, plain)).toEqual(['[ ] a', '[x] b'])
  })
  test('quotations have a gutter on every line', () => {
    expect(prose('> a\n>\n> > b')).toEqual(['│ a', '│', '│ │ b'])
  })
  test('code keeps its spaces and gets its colours', () => {
    expect(prose('```js\nif (a) {\n  b()\n}\n```')).toEqual(['▏ if (a) {', '▏   b()', '▏ }'])
    expect(prose('```js\n/* a\nb */\n```', 60, color)).toEqual([
      `${esc}[2m▏${esc}[22m ${esc}[2m/* a${esc}[22m`,
      `${esc}[2m▏${esc}[22m ${esc}[2mb */${esc}[22m`,
    ])
    expect(prose('```constructor\nx\n```', 60, color)).toEqual([`${esc}[2m▏${esc}[22m x`])
  })
  test('links show where they lead, once, and only where a person may go', () => {
    expect(prose('[a](https://b.c) <https://d.e> [https://f.g](https://f.g) <x@y.z>')).toEqual([
      'a (https://b.c) https://d.e https://f.g x@y.z',
    ])
    expect(prose('[a](./b.md) [c](javascript:d) [e](file:///f)')).toEqual([
      'a [c](javascript:d) [e](file:///f)',
    ])
  })
  test('pictures, rules and raw HTML', () => {
    expect(prose('![a *b*](c.png)\n\n---\n\n<b>x</b>', 20)).toEqual([
      '[image: a b]',
      '',
      '────────────────────',
      '',
      '<b>x</b>',
    ])
  })
  test('tables line up and shrink to the width', () => {
    const source = '| a | n |\n|---|--:|\n| 日本 | 1 |\n| one two three four | 200 |'
    expect(prose(source)).toEqual([
      'a                  │   n',
      '───────────────────┼────',
      '日本               │   1',
      'one two three four │ 200',
    ])
    expect(prose(source, 14, plain)).toEqual([
      'a        |   n',
      '---------+----',
      '日本     |   1',
      'one two  | 200',
      'three    |',
      'four     |',
    ])
  })
  test('a table with more columns than fit is shown row by row', () => {
    expect(prose('|a|b|c|\n|-|-|-|\n|1|2|3|\n|4|5|6|', 12)).toEqual([
      'a: 1',
      'b: 2',
      'c: 3',
      '────────',
      'a: 4',
      'b: 5',
      'c: 6',
    ])
    const wide = `${'|x'.repeat(10_000)}|\n`
    expect(prose(`${wide}${'|-'.repeat(10_000)}|\n${wide}`)).toHaveLength(10_000)
  })
  test('character references smuggle nothing in', () => {
    expect(prose('a&#x202e;b&#27;[2Jc&#x9b;d [e](https://f/&#x202e;g)').join('')).not.toMatch(
      /[\u202e\u009b]|\p{Cc}/u,
    )
  })
})

describe('text, output and code', () => {
  test('text is as it is, in its tone', () => {
    expect(draw({kind: 'text', text: '  *a*\n\n\tb\n\n', tone: 'plain'})).toEqual(['  *a*', '', '        b'])
    expect(draw({kind: 'text', text: 'a', tone: 'error'}, 60, color)).toEqual([`${esc}[31ma${esc}[39m`])
  })
  test('colours of a program stay where colour is wanted', () => {
    const node: Node = {kind: 'ansi', text: `${esc}[32mok${esc}[0m ${esc}[2Jdone\n`, tone: 'error'}
    expect(draw(node)).toEqual(['ok done'])
    expect(draw(node, 60, color)).toEqual([`${esc}[32mok${esc}[39m done`])
    expect(draw({kind: 'ansi', text: 'no', tone: 'error'}, 60, color)).toEqual([`${esc}[31mno${esc}[39m`])
  })
  test('code is numbered from where it starts; lines that go on have no number', () => {
    const node: Node = {kind: 'code', code: 'a\n  b c\nd\n', language: undefined, firstLine: 9}
    expect(draw(node)).toEqual([' 9 │ a', '10 │   b c', '11 │ d'])
    expect(draw({...node, code: '  one two three'}, 16, plain)).toEqual(['9 |   one two', '  |   three'])
    expect(draw({...node, code: 'return 1', language: 'ts', firstLine: undefined}, 60, color)).toEqual([
      `${esc}[35mreturn${esc}[39m ${esc}[33m1${esc}[39m`,
    ])
  })
  test('a change shows what went and what came, and where lines are left out', () => {
    const node: Node = {
      kind: 'diff',
      path: 'a.ts',
      hunks: [
        {
          lines: [
            {sign: ' ', text: 'a', oldLine: 1, newLine: 1},
            {sign: '-', text: '\tb', oldLine: 2, newLine: undefined},
            {sign: '+', text: '\tc', oldLine: undefined, newLine: 2},
          ],
        },
        {lines: [{sign: '+', text: 'd', oldLine: undefined, newLine: 10}]},
      ],
    }
    expect(draw(node)).toEqual([' 1 │   a', ' 2 │ −         b', ' 2 │ +         c', '   │ ⋯', '10 │ + d'])
    expect(draw(node, 60, plain)[1]).toBe(' 2 | -         b')
    expect(draw(node, 60, color)[1]).toBe(`${esc}[2m 2 │ ${esc}[22m${esc}[31m−         b${esc}[39m`)
  })
  test('a value is shown as JSON', () => {
    expect(draw({kind: 'raw', value: {a: [1]}})).toEqual(['{', '  "a": [', '    1', '  ]', '}'])
  })
})

describe('everything else', () => {
  test('fields hang under their values', () => {
    const node: Node = {
      kind: 'fields',
      fields: [
        {role: 'command', label: 'Run', value: 'npm test -- --all'},
        {role: 'prompt', label: 'Prompt', value: 'a\nb'},
      ],
    }
    expect(draw(node, 16)).toEqual(['Run: npm test --', '     --all', 'Prompt:', '  a', '  b'])
  })
  test('a table of numbers ends at one column', () => {
    expect(
      draw({
        kind: 'table',
        head: ['f', 'size'],
        rows: [
          ['a', '1'],
          ['b', '1,200'],
        ],
      }),
    ).toEqual(['f │  size', '──┼──────', 'a │     1', 'b │ 1,200'])
  })
  test('things to do say how far they are', () => {
    const node: Node = {
      kind: 'todo',
      items: [
        {text: 'a', status: 'completed', priority: 'high'},
        {text: 'b', status: 'in-progress', priority: undefined},
        {text: 'c', status: 'pending', priority: undefined},
        {text: 'd', status: 'cancelled', priority: undefined},
      ],
    }
    expect(draw(node)).toEqual(['☑ [HIGH] a', '◐ b', '☐ c', '☒ d'])
    expect(draw(node, 60, plain)).toEqual(['[x] [HIGH] a', '[~] b', '[ ] c', '[-] d'])
    expect(draw(node, 60, {...options, style: 'box', emoji: true})).toEqual([
      '✅ [HIGH] a',
      '🔄 b',
      '⏳ c',
      '🚫 d',
    ])
  })
  test('a question marks its answer', () => {
    const node: Node = {
      kind: 'choice',
      question: 'Which?',
      choices: [
        {label: 'A', description: 'the first', chosen: true},
        {label: 'B', description: undefined, chosen: false},
      ],
    }
    expect(draw(node)).toEqual(['Which?', '● A · the first', '○ B'])
    expect(draw(node, 60, plain)).toEqual(['Which?', '(x) A - the first', '( ) B'])
  })
  test('links, groups and remarks', () => {
    expect(draw({kind: 'link', url: 'https://a.b', text: 'A'})).toEqual(['A (https://a.b)'])
    expect(draw({kind: 'link', url: 'javascript:a', text: 'A'})).toEqual(['A'])
    expect(
      draw({
        kind: 'group',
        title: 'G',
        isCollapsed: true,
        nodes: [{kind: 'note', level: 'error', text: 'a\nb'}],
      }),
    ).toEqual(['G', '  ✗ a', '    b'])
    expect(draw({kind: 'note', level: 'info', text: '… 3 more lines'}, 60, plain)).toEqual([
      '... 3 more lines',
    ])
  })
  test('what is folded is a title with a line or two, and whole where everything is asked for', () => {
    const folded = (text: string, as: TerminalOptions): readonly string[] =>
      draw(
        {kind: 'group', title: 'Prompt', isCollapsed: true, nodes: [{kind: 'prose', markdown: text}]},
        20,
        as,
      )
    const limited: TerminalOptions = {...options, limits: {lines: 20, characters: 4000}}
    expect(folded('a\nb\nc', limited)).toEqual(['Prompt', '  a', '  b', '  c'])
    expect(folded('a\n\nb\nc\nd', limited)).toEqual(['Prompt', '  a', '  … 4 more lines'])
    expect(folded('a\nb\nc\nd', options)).toHaveLength(5)
  })
})

describe('pictures', () => {
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAoAAAAHgCAYAAAA10dzk'
  const image = (data: string, mediaType = 'image/png'): Node => ({
    kind: 'image',
    alt: 'a.png',
    source: {kind: 'base64', mediaType, data},
  })
  test('are named with kind and size', () => {
    expect(draw(image(png))).toEqual(['▣ a.png · image/png · 33 bytes · 640×480'])
    expect(draw(image(png), 60, plain)).toEqual(['[image] a.png - image/png - 33 bytes - 640x480'])
    expect(draw(image('R0lGODlhAQACAIAAAAAAAP', 'image/gif'))).toEqual([
      '▣ a.png · image/gif · 16 bytes · 1×2',
    ])
    expect(draw(image('/9j/4AAEAAD/wAALCAAQACABAREA', 'image/jpeg'))).toEqual([
      '▣ a.png · image/jpeg · 21 bytes · 32×16',
    ])
    expect(draw(image(btoa('RIFF____WEBPVP8X____\0\0\0\0\u007f\u0002\0\u00df\u0001\0')))).toEqual([
      '▣ a.png · image/webp · 30 bytes · 640×480',
    ])
    expect(draw(image('%%%', 'x/y'))).toEqual(['▣ a.png · x/y · 2 bytes'])
  })
  test('are drawn where the terminal can, and take no columns', () => {
    const iterm = draw(image(png), 60, {...options, images: 'iterm2'})
    expect(iterm[1]).toBe(`${esc}]1337;File=inline=1;width=60;preserveAspectRatio=1:${png}\u0007`)
    expect(measure(iterm[1] ?? '')).toBe(0)
    expect(draw(image(png), 30, {...options, images: 'kitty'}).at(-1)).toBe(
      `${esc}_Ga=T,f=100,q=2,c=30,m=0;${png}${esc}\\`,
    )
  })
  test('stay pictures inside a group', () => {
    const group: Node = {kind: 'group', title: '', isCollapsed: false, nodes: [image(png)]}
    expect(draw(group, 60, {...options, images: 'kitty'}).map(isImageLine)).toEqual([false, true])
  })
  test('carry nothing but base64 into the terminal', () => {
    const smuggled = image(`${png}\u0007${esc}]52;c;eA==\u0007`)
    expect(draw(smuggled, 60, {...options, images: 'iterm2'})).toHaveLength(1)
    expect(draw(image(btoa('no picture at all')), 60, {...options, images: 'iterm2'})).toHaveLength(1)
  })
})

describe('whatever a transcript holds', () => {
  const hostile = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          `${esc}[31m`,
          `${esc}[2J`,
          `${esc}]0;x`,
          '\u0007',
          '\u009b1A',
          '\u202e',
          '\r',
          '\t',
          '\n',
          '\n\n',
        ),
        fc.constantFrom(
          '# ',
          '- ',
          '1. ',
          '> ',
          '```\n',
          '|a|b|\n|-|-|\n|c|',
          '**',
          '[x](http://y)',
          '&#x202e;',
          '`',
        ),
        fc.constantFrom('word ', '日本語', '👩‍👩‍👧', 'aVeryLongWordThatFitsNowhere', '    '),
        fc.string({unit: 'grapheme-ascii'}),
      ),
      {maxLength: 25},
    )
    .map((pieces) => pieces.join(''))
  const nodes = hostile.chain((text) =>
    fc.constantFrom<Node>(
      {kind: 'prose', markdown: text},
      {kind: 'text', text, tone: 'dim'},
      {kind: 'ansi', text, tone: 'plain'},
      {kind: 'code', code: text, language: 'ts', firstLine: 7},
      {kind: 'diff', path: text, hunks: [{lines: [{sign: '+', text, oldLine: 1, newLine: 1}]}]},
      {kind: 'fields', fields: [{role: 'file', label: text.slice(0, 9), value: text}]},
      {kind: 'table', head: ['a', text], rows: [[text, 'b']]},
      {kind: 'todo', items: [{text, status: 'pending', priority: text.slice(0, 4)}]},
      {kind: 'choice', question: text, choices: [{label: text, description: text, chosen: true}]},
      {kind: 'image', alt: text, source: {kind: 'url', url: text}},
      {kind: 'link', url: `https://${text}`, text},
      {kind: 'group', title: text, isCollapsed: false, nodes: [{kind: 'note', level: 'info', text}]},
      {kind: 'raw', value: {[text]: text}},
    ),
  )
  const sgr = new RegExp(`${esc}\\[[\\d;]*m`, 'g')

  test('no line is too wide, and nothing but colours reaches the terminal', () => {
    fc.assert(
      fc.property(nodes, fc.integer({min: 2, max: 80}), fc.boolean(), (node, width, colored) => {
        for (const line of draw(node, width, colored ? color : options)) {
          expect(measure(line)).toBeLessThanOrEqual(width)
          expect(line.replaceAll(sgr, '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u)
          if (!colored) expect(line).not.toContain(esc)
        }
      }),
      {numRuns: 2000},
    )
  })
})
