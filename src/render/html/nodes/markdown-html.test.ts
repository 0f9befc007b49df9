import {describe, expect, test} from 'vitest'
import {fc} from '../../../../test/support/fc.ts'
import {checkHtml, htmlText} from '../../../../test/support/pages/check-html.ts'
import type {HtmlContext} from '../html-options.ts'
import {markdownHtml} from './markdown-html.ts'

const context: HtmlContext = {
  zone: 'UTC',
  timestamps: true,
  imageUrl: () => undefined,
  gitLink: undefined,
  folder: undefined,
  sessionHref: () => undefined,
}

const git: HtmlContext = {
  ...context,
  gitLink: 'https://git.example/commit/{sha} https://git.example/blob/{path}#L{line}',
  folder: '/home/dev/demo',
}

const draw = (source: string): string => markdownHtml(source, context).markup.trim()
const to = (url: string, inner: string): string =>
  `<a href="${url}" target="_blank" rel="noopener noreferrer nofollow">${inner}</a>`

describe('what people write', () => {
  test('plain lines are a paragraph, whichever way they take', () => {
    expect(draw("It's done.")).toBe('<p>It&#39;s done.</p>')
    expect(draw("It's *done*.")).toBe('<p>It&#39;s <em>done</em>.</p>')
  })

  test('the short way and the long way lead to the same', () => {
    const line = fc
      .array(fc.constantFrom(...'aZé漢1 ,.;?!()\'"’“…–/-'), {maxLength: 30})
      .map((parts) => `a${parts.join('')}`)
    fc.assert(
      // An end of the line means nothing, but it is no longer a plain line.
      fc.property(line, (text) => {
        expect(draw(text).replace(/ *<\/p>/, '</p>')).toBe(draw(`${text}\n`))
      }),
    )
  })

  test('lines end where they were ended', () => {
    expect(draw('a\nb')).toBe('<p>a<br>\nb</p>')
  })

  test('headings stand below those of the page, and keep their rank in sight', () => {
    expect(draw('# a\n\n### b')).toBe('<h4 class="heading-1">a</h4>\n<h6 class="heading-3">b</h6>')
  })

  test('what is done is shown in words as well', () => {
    const html = draw('- [x] a\n- [ ] b\n- c')
    expect(htmlText(html)).toMatch(/☑ done: a\s+☐ to do: b\s+c/)
    expect(html).not.toContain('<input')
  })

  test('tables are aligned by classes', () => {
    const html = draw('|a|b|\n|--:|---|\n|1|2|')
    expect(html).toContain('<th class="align-right">a</th><th>b</th>')
    expect(html).not.toContain('style')
  })

  test('code has the class of its language, and no other', () => {
    expect(draw('```TS title="x"\na < b\n```')).toBe(
      '<pre class="code" tabindex="0"><code class="language-ts">a &lt; b</code></pre>',
    )
    expect(draw('```"onclick=x\na\n```')).toBe('<pre class="code" tabindex="0"><code>a</code></pre>')
  })

  test('what was struck out is', () => {
    expect(draw('~~a~~')).toBe('<p><s>a</s></p>')
  })

  test('a list that begins later says so', () => {
    expect(draw('3. a')).toMatch(/^<ol start="3">/)
  })
})

describe('HTML is text', () => {
  test.each(['<b>bold</b>', '<!-- hidden -->', '<system-reminder>x</system-reminder>', 'a <br/> b'])(
    '%s',
    (source) => {
      expect(htmlText(draw(source))).toBe(source)
    },
  )
})

describe('links', () => {
  test('lead to the web and to people', () => {
    expect(draw('[a](https://a.example/ "t")')).toBe(`<p>${to('https://a.example/', 'a')}</p>`)
    expect(draw('see https://a.example/x.')).toBe(
      `<p>see ${to('https://a.example/x', 'https://a.example/x')}.</p>`,
    )
    expect(draw('<mailto:a@b.example>')).toContain('href="mailto:a@b.example"')
  })

  test('names of files are no hosts', () => {
    expect(draw('see README.md, *run.sh*')).not.toContain('href')
  })

  test.each([
    'javascript:alert(1)',
    'vbscript:x',
    'data:text/html,x',
    'file:///etc/passwd',
    '//evil.example',
  ])('%s stays as it was written', (url) => {
    expect(draw(`[a](${url})`)).not.toContain('href')
    expect(htmlText(draw(`[a](${url})`))).toContain(url)
  })

  test('to files lead nowhere where nobody knows where the files are', () => {
    expect(draw('[a.ts](src/a.ts#L3)')).toBe('<p><span class="reference" title="src/a.ts#L3">a.ts</span></p>')
  })

  test('pictures are links, and are not loaded', () => {
    expect(draw('![a cat](https://a.example/cat.png)')).toBe(
      '<p><a class="picture" href="https://a.example/cat.png" target="_blank" rel="noopener noreferrer nofollow"><span class="glyph" aria-hidden="true">▣</span> a cat</a></p>',
    )
    expect(checkHtml(draw('[![badge](https://a.example/b.svg)](https://a.example)'))).toEqual([])
  })
})

describe('where the repository is known', () => {
  test('commits and places in files are linked', () => {
    expect(markdownHtml('fixed in `1a2b3c4`, see src/a.ts:12 and /home/dev/demo/b.ts:3', git).markup).toBe(
      `<p>fixed in <code>${to('https://git.example/commit/1a2b3c4', '1a2b3c4')}</code>, see ${to('https://git.example/blob/src/a.ts#L12', 'src/a.ts:12')} and ${to('https://git.example/blob/b.ts#L3', '/home/dev/demo/b.ts:3')}</p>\n`,
    )
    expect(markdownHtml('[a](src/a.ts#L3)', git).markup).toContain(
      'href="https://git.example/blob/src/a.ts#L3"',
    )
  })

  test.each([
    'effaced',
    '1234567',
    '/etc/hosts.conf:3',
    '../x/a.ts:3',
    '12:30',
    'localhost:3000',
    'v1.2.3-1a2b3c4x',
  ])('%s is neither', (source) => {
    expect(markdownHtml(source, git).markup).not.toContain('href')
  })
})

describe('front matter', () => {
  test('is a table', () => {
    expect(draw('---\nname: a\ntags:\n  - b\n  - c\n---\n# d')).toBe(
      '<table class="front-matter"><tr><th scope="row">name</th><td>a</td></tr><tr><th scope="row">tags</th><td>  - b\n  - c</td></tr></table>\n<h4 class="heading-1">d</h4>',
    )
  })

  test('a rule is no front matter', () => {
    expect(draw('---\n\nSome words\n\n---\nmore')).not.toContain('<table')
  })
})

// How much work this takes is counted in test/pages/linear-work.test.ts.
describe('hostile Markdown is drawn as valid HTML', () => {
  test.each([
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
    '\\',
    '&',
    '(',
    'a@',
    '``` \n',
    '1a2b3c4 ',
    'a/',
  ])('%s over and over', (piece) => {
    expect(checkHtml(markdownHtml(piece.repeat(20_000), git).markup)).toEqual([])
  })
})
