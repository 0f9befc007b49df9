import {describe, expect, test} from 'vitest'
import type {Block} from '../../src/model/index.ts'
import type {HtmlContext} from '../../src/render/html/html-options.ts'
import {stepGrowth} from '../support/growth/count-steps.ts'

// Loaded after counting has begun.
const {markdownHtml} = await import('../../src/render/html/nodes/markdown-html.ts')
const {ansiHtml} = await import('../../src/render/html/text/ansi-html.ts')
const {describePrompt} = await import('../../src/describe/entries/describe-prompt.ts')
const {mrkdwn} = await import('../../src/render/slack/index.ts')

const context: HtmlContext = {
  zone: 'UTC',
  timestamps: true,
  imageUrl: () => undefined,
  gitLink: 'https://git.example/commit/{sha} https://git.example/blob/{path}#L{line}',
  folder: '/home/dev/demo',
  sessionHref: () => undefined,
}

/** Twice the input takes twice the steps, and four times as many if the work is quadratic. */
const maxGrowth = 2.6

const many = (piece: string, length: number): string => piece.repeat(Math.floor(length / piece.length))

describe('Markdown', () => {
  test.each([
    ...[
      '[',
      '![',
      '[a](',
      '**a',
      '`',
      '> ',
      '- ',
      '<a ',
      '|a',
      '_a_',
      '~~',
      'http://',
      '*a **b ',
      '[a]: b\n',
    ],
    ...['\\', '&', '(', 'a@', '``` \n', '1a2b3c4 ', 'a/'],
  ])('of %j over and over takes work in proportion to its length', (piece) => {
    expect(stepGrowth(4000, (size) => markdownHtml(many(piece, size), context))).toBeLessThan(maxGrowth)
    expect(stepGrowth(4000, (size) => mrkdwn(many(piece, size)))).toBeLessThan(maxGrowth)
  })
})

test.each(['\r', 'ab\r', '\u001b[31m'])(
  'output of %j over and over takes work in proportion to its length',
  (piece) => {
    expect(stepGrowth(4000, (size) => ansiHtml(`${many(piece, size)}x`, context))).toBeLessThan(maxGrowth)
  },
)

test('a prompt of many texts and images takes work in proportion to their number', () => {
  const pair: readonly Block[] = [
    {type: 'text', text: 'a'},
    {type: 'image', source: {kind: 'url', url: 'https://example.com/a.png'}},
  ]
  const describeMany = (size: number): void => {
    const blocks = Array.from({length: size}, () => pair).flat()
    describePrompt(Array.from({length: size}, () => 'a').join('\n'), blocks)
  }
  expect(stepGrowth(1000, describeMany)).toBeLessThan(maxGrowth)
})
