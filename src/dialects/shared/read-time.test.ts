import {expect, test, vi} from 'vitest'
import {readTime} from './read-time.ts'

test.each([
  // Both forms of the ccWebUI backend, to the millisecond.
  ['2025-10-21T18:59:02.228585+00:00', 1761073142228],
  [1761073198.2721586, 1761073198272],
  [1761073198.3302684, 1761073198330],
  ['2025-01-15T10:30:00.000Z', 1736937000000],
  ['2025-10-21T20:59:02+02:00', 1761073142000],
  ['2025-10-21T20:59:02+0200', 1761073142000],
  ['2025-10-21T18:59:02.5Z', 1761073142500],
  ['2025-10-21T18:59Z', 1761073140000],
  ['2025-10-21', 1761004800000],
  [1794779112582, 1794779112582],
  [1794783600, 1794783600000],
  ['2000-01-01T00:00:00.000Z', 946684800000],
  ['2099-12-31T23:59:59.999Z', 4102444799999],
])('%j is %i', (value, time) => {
  expect(readTime(value)).toBe(time)
})

test('without a zone it is UTC, on every machine', () => {
  try {
    for (const zone of ['America/New_York', 'Asia/Tokyo']) {
      vi.stubEnv('TZ', zone)
      expect(readTime('2025-10-21T18:59:02.228')).toBe(1761073142228)
      expect(readTime('2025-10-21 18:59:02')).toBe(1761073142000)
    }
  } finally {
    vi.unstubAllEnvs()
  }
})

test.each([
  'yesterday',
  '',
  '12',
  'attempt 12',
  '2025-13-45T99:99:99Z',
  '0099-01-01T00:00:00.000Z',
  '0000-01-01T00:00:00.000Z',
  '1999-12-31T23:59:59.999Z',
  '2100-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  '9999-12-31',
  4_102_444_800,
  4_102_444_800_000,
  8.64e15,
  '2025-10-21T18:59:02Z and more',
  '1761073198.27',
  0,
  -5,
  1e300,
  null,
  true,
  {},
  ['2025-01-15T10:30:00.000Z'],
  undefined,
])('%j is not a time', (value) => {
  expect(readTime(value)).toBeUndefined()
})
