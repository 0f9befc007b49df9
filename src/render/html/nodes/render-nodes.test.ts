import {describe, expect, test} from 'vitest'
import {fc} from '../../../../test/support/fc.ts'
import {arbitraryNode} from '../../../../test/support/hostile/arbitrary-node.ts'
import {xssVectors} from '../../../../test/support/hostile/xss-vectors.ts'
import {checkHtml} from '../../../../test/support/pages/check-html.ts'
import {field, fields, type Node, note, plain, prose} from '../../../page/index.ts'
import type {HtmlContext} from '../html-options.ts'
import {renderHtmlNodesText} from './render-nodes.ts'

const bare: HtmlContext = {
  zone: 'UTC',
  timestamps: true,
  imageUrl: () => undefined,
  gitLink: undefined,
  folder: undefined,
  sessionHref: () => undefined,
}

const linked: HtmlContext = {
  ...bare,
  gitLink: 'https://git.example/commit/{sha} https://git.example/blob/{path}#L{line}',
  folder: '/home/dev',
  imageUrl: (source) => (source.kind === 'url' ? source.url : `data:image/png;base64,iVBO`),
}

const draw = (node: Node, context: HtmlContext = bare): string => renderHtmlNodesText([node], context).trim()

describe('nothing in a node can do anything', () => {
  test('any node becomes elements of the list, whole and without a way to run', () => {
    fc.assert(
      fc.property(arbitraryNode, fc.boolean(), (node, isLinked) => {
        expect(checkHtml(renderHtmlNodesText([node], isLinked ? linked : bare))).toEqual([])
      }),
      {numRuns: 3000},
    )
  })

  test.each(xssVectors.map(({text}) => [text]))('%s', (text) => {
    const nodes: readonly Node[] = [
      prose(text),
      prose(
        `# ${text}\n\n- ${text}\n\n[${text}](${text}) ![${text}](${text})\n\n\`\`\`${text}\n${text}\n\`\`\``,
      ),
      {kind: 'code', code: text, language: text, firstLine: 1},
      {kind: 'code', code: text, language: 'markdown', firstLine: undefined},
      {kind: 'link', url: text, text},
      {kind: 'image', alt: text, source: {kind: 'url', url: text}},
      {kind: 'image', alt: text, source: {kind: 'base64', mediaType: text, data: text}},
      {kind: 'ansi', text, tone: 'plain'},
      {kind: 'raw', value: {[text]: [text, {[text]: text}]}},
      ...fields(field('url', text, text), field('file', text, text)),
    ]
    expect(checkHtml(renderHtmlNodesText(nodes, linked))).toEqual([])
    expect(checkHtml(renderHtmlNodesText(nodes, bare))).toEqual([])
  })
})

test('a remark has a glyph, and a word for those who do not see its colour', () => {
  expect(draw(note('warning', 'a < b'))).toBe(
    '<p class="note note-warning"><span class="glyph" aria-hidden="true">⚠</span><span class="unseen">Warning: </span><span>a &lt; b</span></p>',
  )
})

test('text keeps the line end it begins with', () => {
  expect(draw(plain('\na'))).toBe('<pre class="plain">\n\na</pre>')
})

test('a link shows where it leads; one that might run something leads nowhere', () => {
  expect(draw({kind: 'link', url: 'https://a.example/?q="', text: 'a'})).toBe(
    '<p class="link"><a href="https://a.example/?q=%22" target="_blank" rel="noopener noreferrer nofollow">a</a> <span class="url">https://a.example/?q=&quot;</span></p>',
  )
  expect(draw({kind: 'link', url: 'javascript:alert(1)', text: 'a'})).toBe(
    '<p class="link">a <span class="url">javascript:alert(1)</span></p>',
  )
})

test('files lead to where they are to be had, those outside the folder nowhere', () => {
  const file = (value: string): string => renderHtmlNodesText(fields(field('file', 'File', value)), linked)
  expect(file('/home/dev/src/a b.ts:12')).toContain('href="https://git.example/blob/src/a%20b.ts#L12"')
  expect(file('src/a.ts')).toContain('href="https://git.example/blob/src/a.ts"')
  expect(file('/etc/passwd')).not.toContain('href')
  expect(file('../../etc/passwd')).not.toContain('href')
})

test('columns of figures are set to the right', () => {
  const html = draw({
    kind: 'table',
    head: ['name', 'size'],
    rows: [
      ['a', '1.5 kB'],
      ['b', '12'],
      ['c', ''],
    ],
  })
  expect(html).toContain('<th>name</th><th class="align-right">size</th>')
  expect(html).toContain('<td>a</td><td class="align-right">1.5 kB</td>')
})

describe('pictures', () => {
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAYAAAC56t6BAAAAAElFTkSuQmCC'
  const source = {kind: 'base64', mediaType: 'image/png', data: png} as const
  const image: Node = {kind: 'image', source, alt: 'a "cat"'}

  test('in the page are pressed, and have their size before they are there', () => {
    const html = draw(image, {...bare, imageUrl: () => `data:image/png;base64,${png}`})
    expect(html).toContain(
      '<button type="button" class="image" title="Open a &quot;cat&quot;"><img src="data:image/png',
    )
    expect(html).toContain('width="2" height="3" loading="lazy"')
  })

  test('beside the page are links', () => {
    expect(draw(image, {...bare, imageUrl: () => 'images/1.png'})).toMatch(
      /^<a class="image" href="images\/1.png"><img src="images\/1.png"/,
    )
  })

  test('that are left out, or somewhere else, are named', () => {
    expect(draw(image)).toContain('a &quot;cat&quot; · image/png · 45 bytes')
    const elsewhere = {...bare, imageUrl: () => 'https://a.example/cat.png'}
    expect(
      draw({kind: 'image', source: {kind: 'url', url: 'https://a.example/cat.png'}, alt: ''}, elsewhere),
    ).not.toContain('<img')
    expect(draw(image, {...bare, imageUrl: () => 'data:image/svg+xml;base64,PHN2Zz4='})).not.toContain('<img')
  })
})

describe('values', () => {
  test('are tables whose larger parts fold', () => {
    const html = draw({kind: 'raw', value: {name: 'a\nb', count: 3, list: [1, 'x'], inner: {a: {b: null}}}})
    expect(html).toContain('<th scope="row">name</th><td>a\nb</td>')
    expect(html).toContain('<td><code>[1,&quot;x&quot;]</code></td>')
    expect(html).toContain('<details open><summary>1 field: a</summary>')
  })

  test('of thousands of items are all there, in folds of a hundred', () => {
    const html = draw({kind: 'raw', value: Array.from({length: 1234}, (_, index) => ({index}))})
    expect(html.match(/<summary>[\d – ]+ of 1234/g)).toHaveLength(13)
    expect(html).toContain('<code>1233</code>')
  })

  test('and groups nested to any depth are drawn', () => {
    const value = JSON.parse(`${'['.repeat(50_000)}"bottom"${']'.repeat(50_000)}`)
    expect(draw({kind: 'raw', value})).toContain('bottom')
    let node: Node = plain('bottom')
    for (let level = 0; level < 50_000; level += 1)
      node = {kind: 'group', title: `g${level}`, nodes: [node], isCollapsed: true}
    const html = draw(node)
    expect(html).toContain('bottom')
    expect(html.match(/<details/g)?.length).toBeLessThan(40)
    expect(checkHtml(html)).toEqual([])
  })
})
