import {expect, test} from 'vitest'
import {formatTimeAgo} from '../../page/text/format.ts'
import {findMatches, parseSearchText} from './page-search.ts'

const find = (text: string, typed: string): readonly string[] => {
  const query = parseSearchText(typed)
  if (!(query instanceof RegExp)) return [String(query)]
  return findMatches(text, query).map(({start, end}) => text.slice(start, end))
}

test('text is found in any case, and is not a pattern', () => {
  expect(find('A.b a.B axb', 'a.b')).toEqual(['A.b', 'a.B'])
  expect(find('f(x) [y]', '(x) [')).toEqual(['(x) ['])
})

test('text between slashes is a regex', () => {
  expect(find('cat cot CUT', '/c.t/')).toEqual(['cat', 'cot'])
  expect(find('cat cot CUT', '/c.t/i')).toEqual(['cat', 'cot', 'CUT'])
  expect(find('a path /usr/bin here', '/usr/bin')).toEqual(['/usr/bin'])
})

test('an invalid regex is reported, and empty text finds nothing', () => {
  expect(find('', '/(/')).toEqual(['broken'])
  expect(find('x', '  ')).toEqual(['undefined'])
})

test('empty matches are skipped', () => {
  expect(find('abc', '/x*/')).toEqual([])
  expect(find('aaa', '/a*?/')).toEqual([])
})

test('the number of hits in a text is limited', () => {
  expect(find('a'.repeat(5000), 'a')).toHaveLength(1000)
})

test('ages are shown in the largest unit that fits', () => {
  const now = Date.UTC(2026, 0, 31)
  expect(formatTimeAgo(now - 3 * 86_400_000, now)).toBe('3 days ago')
  expect(formatTimeAgo(now - 100_000, now)).toBe('2 minutes ago')
  expect(formatTimeAgo(now - 5000, now)).toBe('5 seconds ago')
})
