import {describe, expect, test} from 'vitest'
import {fakeHost, shownText} from '../../../test/support/terminal/fake-host.ts'
import {showProgress, showProgressBar} from './progress.ts'

describe('progress', () => {
  test('is one line, rewritten in place, with files done and speed, and vanishes at the end', async () => {
    const {host, clock, written} = fakeHost()
    const progress = showProgress(host, 1200)
    clock.now = 500
    await progress.advance(100_000_000)
    progress.fileDone()
    expect(written).toEqual([])
    clock.now = 1000
    await progress.advance(100_000_000)
    expect(shownText(written)).toBe('Reading: 1 of 1,200 files, 200 MB, 200 MB/s')
    clock.now = 2000
    progress.fileDone()
    await progress.advance(50_000_000)
    expect(shownText(written)).toBe('Reading: 2 of 1,200 files, 250 MB, 125 MB/s')
    await progress.end()
    expect(shownText(written)).toBe('')
    expect(written.join('')).not.toContain('\n')
  })
  test('does not count a single file', async () => {
    const {host, clock, written} = fakeHost()
    const progress = showProgress(host, 1)
    clock.now = 2000
    await progress.advance(50_000_000)
    expect(shownText(written)).toBe('Reading: 50.0 MB, 25.0 MB/s')
  })
  test('does not flicker', async () => {
    const {host, clock, written} = fakeHost()
    const progress = showProgress(host, 1)
    for (clock.now = 0; clock.now < 3000; clock.now += 10) await progress.advance(1)
    expect(written.length).toBeGreaterThan(10)
    expect(written.length).toBeLessThan(25)
  })
  test('writes nothing if the work is quick or there is no terminal', async () => {
    const quick = fakeHost()
    const progress = showProgress(quick.host, 3)
    await progress.advance(10)
    await progress.end()
    expect(quick.written).toEqual([])
    const piped = fakeHost()
    const silent = showProgress({...piped.host, terminal: undefined}, 3)
    piped.clock.now = 5000
    await silent.advance(10)
    await silent.end()
    expect(piped.written).toEqual([])
  })
  test('stays within the terminal', async () => {
    const {host, clock, written} = fakeHost(20)
    const progress = showProgress(host, 3)
    clock.now = 2000
    await progress.advance(10)
    expect(shownText(written)).toHaveLength(19)
  })
  test('is cleared when Ctrl-C ends the program, and not after it has ended by itself', async () => {
    const {host, clock, written, cleaners} = fakeHost()
    const progress = showProgress(host, 3)
    clock.now = 2000
    await progress.advance(10)
    expect(cleaners.size).toBe(1)
    for (const clean of cleaners) clean()
    expect(shownText(written)).toBe('')
    await progress.end()
    expect(cleaners.size).toBe(0)
  })
})

test('long work shows a bar with its rate and the time left, rewritten in place and cleared at the end', async () => {
  const {host, clock, written, cleaners} = fakeHost()
  const share = showProgressBar(host, 'Indexing')
  clock.now = 900
  await share.advance(10e6, 100e6)
  expect(written).toEqual([])
  clock.now = 2000
  await share.advance(25e6, 100e6)
  expect(shownText(written)).toBe('Indexing █████░░░░░░░░░░░░░░░ 25% of 100 MB, 12.5 MB/s, 6s left')
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

test('nothing is shown without a terminal', async () => {
  const {host, clock, written} = fakeHost()
  const share = showProgressBar({...host, terminal: undefined}, 'Indexing')
  clock.now = 5000
  await share.advance(1, 2)
  await share.end()
  expect(written).toEqual([])
})
