import {expect, test} from 'vitest'
import {timeRange} from './time-tag.ts'

const wordsOf = (from: string | undefined, to: string | undefined, zone = 'UTC'): string =>
  timeRange(
    from === undefined ? undefined : Date.parse(from),
    to === undefined ? undefined : Date.parse(to),
    zone,
  ).markup.replaceAll(/<[^>]+>/g, '')

test.each([
  ['2026-03-04T09:12:00Z', '2026-03-04T09:14:00Z', '4 Mar 2026 09:12–09:14'],
  ['2026-03-04T09:12:10Z', '2026-03-04T09:12:50Z', '4 Mar 2026 09:12'],
  ['2026-03-04T23:50:00Z', '2026-03-06T00:10:00Z', '4 Mar 2026 23:50 – 6 Mar 2026 00:10'],
  ['2026-03-04T09:12:00Z', undefined, '4 Mar 2026 09:12'],
  ['2026-03-04T09:12:00Z', '2026-03-04T08:00:00Z', '4 Mar 2026 09:12'],
  [undefined, '2026-03-04T09:12:00Z', ''],
])('from %s to %s is %s', (from, to, words) => {
  expect(wordsOf(from, to)).toBe(words)
})

test('which day it is depends on where the reader is', () => {
  expect(wordsOf('2026-03-04T23:50:00Z', '2026-03-05T00:10:00Z', 'Asia/Tokyo')).toBe('5 Mar 2026 08:50–09:10')
})
