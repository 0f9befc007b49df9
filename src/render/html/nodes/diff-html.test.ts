import {describe, expect, test} from 'vitest'
import {checkHtml, htmlText} from '../../../../test/support/pages/check-html.ts'
import type {DiffLine, Node} from '../../../page/index.ts'
import type {HtmlContext} from '../html-options.ts'
import {markChangedWords} from './diff-html.ts'
import {renderHtmlNodesText} from './render-nodes.ts'

const context: HtmlContext = {
  zone: 'UTC',
  timestamps: true,
  imageUrl: () => undefined,
  gitLink: 'https://git.example/{path}#L{line}',
  folder: '/home/dev',
  sessionHref: () => undefined,
}

const line = (sign: DiffLine['sign'], text: string, oldLine?: number, newLine?: number): DiffLine => ({
  sign,
  text,
  oldLine,
  newLine,
})

const draw = (...lines: readonly DiffLine[]): string =>
  renderHtmlNodesText([{kind: 'diff', path: 'src/a.ts', hunks: [{lines}]} satisfies Node], context)

describe('a diff', () => {
  const html = draw(
    line(' ', 'function sum() {', 1, 1),
    line('-', '  return a - b', 2),
    line('+', '  return a + b', undefined, 2),
    line(' ', '}', 3, 3),
  )

  test('holds each line once, with its numbers where they are not copied', () => {
    expect(html).toContain('<div class="same" data-old="1" data-new="1">function sum() {</div>')
    expect(html).toContain(
      '<div class="change"><del data-old="2">  return a <b>-</b> b</del>\n<ins data-new="2">  return a <b>+</b> b</ins>\n</div>',
    )
    expect(htmlText(html).match(/function/g)).toHaveLength(1)
    expect(checkHtml(html)).toEqual([])
  })

  test('says how much changed, where, and offers both views', () => {
    expect(html).toContain('href="https://git.example/src/a.ts#L2"')
    expect(htmlText(html)).toContain('+1 −1 side by side')
  })

  test('that only adds has one view', () => {
    expect(draw(line('+', 'a', undefined, 1))).not.toContain('side by side')
  })

  test('pairs what was taken away with what came in its place', () => {
    const twice = draw(line('-', 'a'), line('+', 'b'), line('-', 'c'), line('+', 'd'))
    expect(twice.match(/class="change"/g)).toHaveLength(2)
  })

  test('of a long file has room for its numbers', () => {
    expect(draw(line('+', 'a', undefined, 12_345))).toContain('class="diff long"')
  })
})

describe('words that changed', () => {
  test.each([
    ['const a = 1', 'const a = 2', ['const a = <b>1</b>', 'const a = <b>2</b>']],
    ['return total', 'return total + tax', ['return total', 'return total<b> + tax</b>']],
    ['log(userName)', 'log(userNames)', ['log(<b>userName</b>)', 'log(<b>userNames</b>)']],
    [
      'say("🙂") // ok',
      'say("🙃") // ok',
      ['say(&quot;<b>🙂</b>&quot;) // ok', 'say(&quot;<b>🙃</b>&quot;) // ok'],
    ],
  ])('%s → %s', (before, after, marked) => {
    expect(markChangedWords(before, after)?.map(String)).toEqual(marked)
  })

  test('lines with little in common are not marked, nor are long ones', () => {
    expect(markChangedWords('import a from "b"', 'export const x = 1')).toBeUndefined()
    expect(markChangedWords(`${'a '.repeat(200)}1`, `${'a '.repeat(200)}2`)).toBeUndefined()
  })
})
