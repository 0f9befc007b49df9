import markdownIt from 'markdown-it'
import {expect, test} from 'vitest'
import {keepDefinitions} from './parse-prose.ts'

const parser = markdownIt().use(keepDefinitions)
const html = (source: string): string => parser.render(source).trim()

test('a definition that a link uses is gone into it', () => {
  expect(html('[a] and ![b]\n\n[a]: https://a.c "A"\n[b]: <https://b.c>')).toBe(
    '<p><a href="https://a.c" title="A">a</a> and <img src="https://b.c" alt="b"></p>',
  )
})

test('one that no link uses is text', () => {
  expect(html('- x\n\n  [a]: https://a.c\n  "A & B"')).toBe(
    '<ul>\n<li>\n<p>x</p>\n<p>[a]: https://a.c\n&quot;A &amp; B&quot;</p>\n</li>\n</ul>',
  )
})

test('a footnote is text', () => {
  expect(html('So.[^1]\n\n[^1]: https://a.c')).toBe('<p>So.[^1]</p>\n<p>[^1]: https://a.c</p>')
})
