import {expect, test} from 'vitest'
import {fc} from '../../../../test/support/fc.ts'
import {hostileText} from '../../../../test/support/hostile/arbitrary-node.ts'
import {safeHtmlUrl} from './links.ts'

test.each([
  ['https://a.example/?q=1&b=2#c', 'https://a.example/?q=1&b=2#c'],
  ['HTTP://a.example', 'HTTP://a.example'],
  [' https://a.example ', 'https://a.example'],
  ['mailto:a@b.example', 'mailto:a@b.example'],
  ['https://a.example/a b"c\'d<e>', 'https://a.example/a%20b%22c%27d%3Ce%3E'],
])('%s may be linked to', (url, shown) => {
  expect(safeHtmlUrl(url)).toBe(shown)
})

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://a.example/x',
  '//evil.example',
  '\\\\evil.example',
  '/\\evil.example',
  'https://a\u202e.example',
  'https:// a',
  '',
])('%s may not, not even beside the page', (url) => {
  expect(safeHtmlUrl(url)).toBeUndefined()
  expect(safeHtmlUrl(url, 'relative')).toBeUndefined()
})

test('what is beside the page is linked to where it is asked for', () => {
  expect(safeHtmlUrl('a/b.html#c')).toBeUndefined()
  expect(safeHtmlUrl('a/b.html#c', 'relative')).toBe('a/b.html#c')
})

test('a browser reads what is left as the web, as mail, or as something beside the page', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const url = safeHtmlUrl(text, 'relative')
      if (url === undefined || !URL.canParse(url, 'https://page.example/')) return
      const read = new URL(url, 'https://page.example/')
      if (safeHtmlUrl(text) === undefined) expect(read.host).toBe('page.example')
      else expect(['https:', 'http:', 'mailto:']).toContain(read.protocol)
    }),
    {numRuns: 2000},
  )
})
