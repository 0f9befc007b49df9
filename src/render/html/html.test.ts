import {expect, test} from 'vitest'
import {type Html, html, joinHtml, noHtml, textHtml} from './html.ts'

test('text in a template is escaped, between tags and in attributes', () => {
  const text = `"><script>alert('1')</script>&\`\0\u202e`
  const escaped = '&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;&#96;\ufffd'
  expect(html`<p title="${text}">${text}</p>`.markup).toBe(`<p title="${escaped}">${escaped}</p>`)
  expect(textHtml(text).markup).toBe(escaped)
})

test('markup in a template stays as it is, alone and in lists', () => {
  const bold = html`<b>${'&'}</b>`
  expect(html`<p>${bold}${[bold, bold]}${2}</p>`.markup).toBe('<p><b>&amp;</b><b>&amp;</b><b>&amp;</b>2</p>')
  expect(html`${String(bold)}`.markup).toBe('&lt;b&gt;&amp;amp;&lt;/b&gt;')
})

test('what is empty is joined without a separator', () => {
  expect(joinHtml([noHtml, html`<b></b>`, noHtml, html`<i></i>`], '&').markup).toBe('<b></b>&amp;<i></i>')
  expect(joinHtml([]).markup).toBe('')
})

test('a string is not markup, nor is something that looks like it', () => {
  const take = (markup: Html): Html => markup
  // Checked by the compiler, and never run.
  const mistakes = (): readonly Html[] => [
    // @ts-expect-error a string must go through a template
    take('<b>'),
    // @ts-expect-error so must a template without the tag
    take(`<b>${1}</b>`),
    // @ts-expect-error what has the same fields is another type
    take({markup: '<b>', toString: () => '<b>'}),
    // @ts-expect-error a list of strings is neither text nor markup
    html`${['<b>']}`,
    // @ts-expect-error and what is missing would be written as a word
    html`${undefined}`,
    // @ts-expect-error strings are not joined as markup
    joinHtml(['<b>']),
  ]
  expect(mistakes).toBeTypeOf('function')
  expect(take(html`<b></b>`).markup).toBe('<b></b>')
})
