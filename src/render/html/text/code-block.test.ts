import {expect, test} from 'vitest'
import {codeBlockHtml} from './code-block.ts'

test('code is escaped and has the class of its language', () => {
  expect(codeBlockHtml('a < b\n', 'typescript').markup).toBe(
    '<pre class="code" tabindex="0"><code class="language-typescript">a &lt; b</code></pre>\n',
  )
})

test('numbers begin where the file was read from, and stand where they are not copied', () => {
  expect(codeBlockHtml('a\nb\n', undefined, 9).markup).toBe(
    '<pre class="code numbered" tabindex="0"><span class="numbers" data-numbers="9\n10"></span><code>a\nb</code></pre>\n',
  )
})

test.each(['', 'a b', '"><script>', '../x', `${'a'.repeat(40)}`])('%j is no language', (language) => {
  expect(codeBlockHtml('a', language).markup).toContain('<code>a</code>')
})
