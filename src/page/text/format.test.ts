import {describe, expect, test} from 'vitest'
import {fc} from '../../../test/support/fc.ts'
import {formatBytes, formatCount, formatDollars, formatDuration, formatMoment, formatNoun} from './format.ts'

describe('figures', () => {
  test.each([
    [0, '0'],
    [-0.2, '0'],
    [999, '999'],
    [1234567.4, '1,234,567'],
  ])('%d counts as %s', (value, text) => expect(formatCount(value)).toBe(text))

  test.each([
    [0, '0 files'],
    [1, '1 file'],
    [1.2, '1 file'],
    [2000, '2,000 files'],
  ])('%d with its noun is %s', (value, text) => expect(formatNoun(value, 'file')).toBe(text))

  test('nouns may have irregular plurals', () => {
    expect(formatNoun(2, 'branch', 'branches')).toBe('2 branches')
  })

  test.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1000, '1.0 kB'],
    [99_949, '99.9 kB'],
    [99_960, '100 kB'],
    [999_499, '999 kB'],
    [999_500, '1.0 MB'],
    [440_193, '440 kB'],
    [5e15, '5,000 TB'],
  ])('%d bytes are %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text))

  test.each([
    [0, '$0.00'],
    [0.00001, '<$0.0001'],
    [0.0123, '$0.0123'],
    [0.1, '$0.10'],
    [12.345, '$12.35'],
    [-0.5, '-$0.50'],
  ])('%d dollars are %s', (dollars, text) => expect(formatDollars(dollars)).toBe(text))

  test.each([
    [-5, '0.00s'],
    [750, '0.75s'],
    [9994, '9.99s'],
    [9995, '10.0s'],
    [12_345, '12.3s'],
    [59_949, '59.9s'],
    [59_960, '1m 00s'],
    [184_000, '3m 04s'],
    [3_599_600, '1h 00m'],
    [3_720_000, '1h 02m'],
    [360_000_000, '100h 00m'],
  ])('%d milliseconds are %s', (milliseconds, text) => expect(formatDuration(milliseconds)).toBe(text))

  test.each([
    [0, '1970-01-01 00:00 UTC'],
    [1_794_779_132_866, '2026-11-15 21:45 UTC'],
    [Number.MAX_VALUE, undefined],
  ])('the moment %d is %s', (milliseconds, text) => expect(formatMoment(milliseconds)).toBe(text))

  test('no number, however odd, is shown as NaN or undefined', () => {
    fc.assert(
      fc.property(fc.double({noNaN: true, noDefaultInfinity: true}), (value) => {
        for (const format of [formatCount, formatBytes, formatDollars, formatDuration])
          expect(format(value)).not.toMatch(/NaN|undefined|Infinity/)
      }),
    )
  })
})
