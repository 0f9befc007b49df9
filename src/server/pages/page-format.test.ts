import {expect, test} from 'vitest'
import {formatCents, renderMoney, renderSessionCost, shortenPath} from './page-format.ts'

test.each([
  [0, '$0.00'],
  [300, '<$0.01'],
  [9500, '$0.01'],
  [62_400, '$0.06'],
  [1_995_000, '$2.00'],
  [1_234_567_890, '$1,234.57'],
])('%i micro-dollars are %s', (micro, words) => expect(formatCents(micro)).toBe(words))

test('lower bounds are shown to the cent as well', () => {
  expect(formatCents(9500, false)).toBe('≥ $0.01')
  expect(formatCents(300, false)).toBe('≥ $0.00')
})

test('the tooltip has every digit', () =>
  expect(renderMoney(300).markup).toBe('<span class="money" title="$0.000300">&lt;$0.01</span>'))

test('the tooltip of a session also has the reported cost', () =>
  expect(renderSessionCost({costMicros: 19_700, isComplete: true, reportedCostMicros: 90_331}).markup).toBe(
    '<span class="money" title="$0.019700; reported by Claude Code: $0.090331">$0.02</span>',
  ))

test('a long path is cut at its start', () => {
  expect(shortenPath('/home/ada/shop', 20)).toBe('/home/ada/shop')
  expect(shortenPath('/home/ada/work/a-client/services/checkout', 20)).toBe('…/services/checkout')
  expect(shortenPath('/home/ada/a-folder-with-a-very-long-name', 20)).toBe('…th-a-very-long-name')
})
