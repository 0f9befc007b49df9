import {expect, test} from 'vitest'
import {plainMarkdownOptions} from '../../../../test/support/pages/markdown-page.ts'
import {createMarkdownContext} from '../markdown-options.ts'
import {escapeMarkdownLine, quietHtmlLine} from '../text/escape-markdown.ts'
import {renderMarkdownProse} from './render-prose.ts'

const written = (markdown: string, given = {}): string =>
  renderMarkdownProse(markdown, createMarkdownContext(plainMarkdownOptions(given), '/work', 1)).join('\n\n')

test('ordinary Markdown stays as it was written', () => {
  for (const same of [
    'One *em*, **strong**, ~~gone~~ and `code`.\nA second line.',
    '- one\n- two\n  - three\n    1. four\n    2. five',
    '1. a\n\n   b\n\n2. c',
    '> quoted\n>\n> > twice',
    '- [ ] open\n- [x] done',
    '> [!NOTE]\n> GitHub sets this apart.',
    '| a | b |\n| --- | ---: |\n| `x \\| y` | 1 |',
    '[docs](https://example.org/a_b "A title") and <https://example.org/_x_>',
    'See https://example.org/a?b=c&d=e, C:\\work and snake_case_names.',
    '```ts\nconst a = `b`\n```',
  ])
    expect(written(same)).toBe(same)
})

test('headings stand below the turn, whatever they were, and keep their order', () => {
  expect(written('# A\n\n## B\n\nC\n-\n\n###### D #')).toBe('### A\n\n#### B\n\n#### C\n\n###### D')
  expect(written('## A\n\n### B')).toBe('### A\n\n#### B')
  expect(written('#### A')).toBe('#### A')
  expect(written('```\n# no heading\n```\n\n    # none either')).toBe(
    '```\n# no heading\n```\n\n```\n# none either\n```',
  )
  expect(written('# a \\#')).toBe('### a \\#')
})

test('fences that nobody closed are closed, and no fence is closed from within', () => {
  expect(written('```js\na')).toBe('```js\na\n```')
  expect(written('- ~~~\n  ```\n  a')).toBe('- ````\n  ```\n  a\n  ````')
  expect(written('````\n```\n````')).toBe('````\n```\n````')
})

test('HTML is text outside of code, and as it is in code', () => {
  expect(written('<b>a</b> `<b>` <!-- x')).toBe('\\<b>a\\</b> `<b>` \\<!-- x')
  expect(written('</details>\n\n<script>alert(1)</script>')).toBe(
    '\\</details>\n\n\\<script>alert(1)\\</script>',
  )
  expect(written('&lt;b&gt; &amp;lt;')).toBe('\\<b> &amp;lt;')
})

test('links lead only where a person may go', () => {
  expect(written('[a](javascript:b) <javascript:c> [d](vscode://e) [f](//g) [h](./i.md)')).toBe(
    '\\[a\\](javascript:b) \\<javascript:c> d (`vscode://e`) f (`//g`) [h](./i.md)',
  )
  expect(written('[a]\n\n[a]: https://b.c')).toBe('[a](https://b.c)')
  expect(written('![a](https://b.c/d.png)')).toBe('[▣ a](https://b.c/d.png)')
})

test('nobody is mentioned', () => {
  expect(written('@alice me@b.c `@bob` @types/node')).toBe('`@alice` me@b.c `@bob` `@types/node`')
  expect(written('Ask @alice. `x`@bob, `@carl and **@dora**')).toBe(
    'Ask `@alice`. `x@bob`, `` `@carl `` and **`@dora`**',
  )
  expect(written('[@alice](https://b.c "@bob")')).toBe('[`@alice`](https://b.c "@bob")')
})

test('a name that recount puts up front refers to nothing, and can be copied', () => {
  expect(escapeMarkdownLine('claude-sonnet-4-5-20250929, 1234567')).toBe(
    'claude-sonnet-4-5-20250929, 1234567',
  )
  expect(escapeMarkdownLine('Fix #12 (GH-3, a/b#4) of 1a2b3c4 for @ada!')).toBe(
    'Fix `#12` (`GH-3`, `a/b#4`) of `1a2b3c4` for `@ada`!',
  )
  expect(quietHtmlLine('Fix #12 & <b> for @ada')).toBe(
    'Fix <code>#12</code> &amp; &lt;b&gt; for <code>@ada</code>',
  )
})

test('footnotes are text, and so are definitions that no link uses', () => {
  expect(written('It is so.[^1]\n\n[^1]: https://b.c')).toBe('It is so.\\[^1\\]\n\n\\[^1\\]: https://b.c')
  expect(written('It is so.[^why]\n\n[^why]: Because.\nReally.\n\n[^2]: word')).toBe(
    'It is so.\\[^why\\]\n\n\\[^why\\]: Because.\nReally.\n\n\\[^2\\]: word',
  )
  expect(written('[a] and b\n\n[a]: https://a.c\n[b]: https://b.c "B"')).toBe(
    '[a](https://a.c) and b\n\n\\[b\\]: https://b.c "B"',
  )
})

test('character references bring nothing in', () => {
  expect(written('a&#27;[2Jb&#x202e;c&#10;&#10;# d')).toBe('a\ufffd\\[2Jbc  # d')
  expect(written('&#35; a\n&#45; b\n\n&#9;c')).toBe('\\# a\n\\- b\n\nc')
})

test('commits and places in files are linked where it is known where they are', () => {
  const gitLink = 'https://h/c/{sha} https://h/f/{path}#L{line}'
  expect(written('In 1a2b3c4 `src/a.ts:12`, `x 1a2b3c4` and /work/b.ts:3 of ../c.ts:4', {gitLink})).toBe(
    'In [1a2b3c4](https://h/c/1a2b3c4) [`src/a.ts:12`](https://h/f/src/a.ts#L12), `x 1a2b3c4` and ' +
      '[/work/b.ts:3](https://h/f/b.ts#L3) of ../c.ts:4',
  )
})
