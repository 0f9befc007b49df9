import {expect, test} from 'vitest'
import {fakeHost, shownText} from '../../../test/support/terminal/fake-host.ts'
import {showProgressBar} from './progress-bar.ts'

test('long work shows a bar with its rate and what is left, rewritten in place, which vanishes', async () => {
  const {host, clock, written, cleaners} = fakeHost()
  const share = showProgressBar(host, 'Taking in')
  clock.now = 900
  await share.advance(10e6, 100e6)
  expect(written).toEqual([])
  clock.now = 2000
  await share.advance(25e6, 100e6)
  expect(shownText(written)).toBe('Taking in █████░░░░░░░░░░░░░░░ 25% of 100 MB, 12.5 MB/s, 6s left')
  expect(cleaners.size).toBe(1)
  clock.now = 2050
  await share.advance(26e6, 100e6)
  expect(shownText(written)).toContain('25%')
  clock.now = 4000
  await share.advance(100e6, 100e6)
  expect(shownText(written)).toContain('████████████████████ 100% of 100 MB, 25.0 MB/s, 0s left')
  await share.end()
  expect(shownText(written)).toBe('')
  expect(cleaners.size).toBe(0)
  expect(written.join('')).not.toContain('\n')
})

test('nothing is shown where nobody looks', async () => {
  const {host, clock, written} = fakeHost()
  const share = showProgressBar({...host, terminal: undefined}, 'Taking in')
  clock.now = 5000
  await share.advance(1, 2)
  await share.end()
  expect(written).toEqual([])
})
