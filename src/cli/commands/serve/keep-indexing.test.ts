import {expect, test} from 'vitest'
import type {IndexingEvent} from './indexing-worker.ts'
import {indexingNotice, keepIndexing, pauseAfter} from './keep-indexing.ts'

/** Attempts and pauses that the test ends. */
function stage() {
  const attempts: {hear: (news: IndexingEvent) => void; fail: (reason: string) => void}[] = []
  const pauses: {ms: number; end: () => void}[] = []
  const events: string[] = []
  const stop = keepIndexing(
    {
      changed: () => void events.push('changed'),
      failed: (reason) => void events.push(reason ?? 'over'),
    },
    {
      start(hear) {
        let fail: (reason: string) => void = () => {}
        const ended = new Promise<string>((resolve) => {
          fail = resolve
        })
        attempts.push({hear, fail})
        return {ended, stop: async () => fail('stopped')}
      },
      pause: (ms, stopped) =>
        new Promise((resolve) => {
          pauses.push({ms, end: resolve})
          void stopped.then(resolve)
        }),
    },
  )
  return {attempts, pauses, events, stop}
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('indexing is tried again after each error, with longer pauses, until it works', async () => {
  const {attempts, pauses, events, stop} = stage()
  for (let failures = 1; failures <= 9; failures += 1) {
    expect(attempts).toHaveLength(failures)
    attempts.at(-1)?.fail('database or disk is full')
    await settled()
    pauses.at(-1)?.end()
    await settled()
  }
  expect(pauses.map(({ms}) => ms)).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000])
  expect(attempts).toHaveLength(10)
  attempts.at(-1)?.hear({kind: 'changed'})
  // It is indexed but not searchable yet, which can still fail.
  expect(events.slice(-2)).toEqual(['database or disk is full', 'changed'])
  attempts.at(-1)?.hear({kind: 'current'})
  attempts.at(-1)?.hear({kind: 'current'})
  expect(events.slice(-2)).toEqual(['changed', 'over'])
  // Later, the pauses start with the shortest again.
  attempts.at(-1)?.fail('locked')
  await settled()
  expect(pauses.at(-1)?.ms).toBe(1000)
  await stop()
  expect(attempts).toHaveLength(10)
})

test('it ends when it is stopped, during an attempt or a pause, without a message', async () => {
  const running = stage()
  await running.stop()
  expect(running.events).toEqual([])
  const waiting = stage()
  waiting.attempts[0]?.fail('full')
  await settled()
  await waiting.stop()
  expect([waiting.attempts.length, waiting.events]).toEqual([1, ['full']])
})

test('pauses have a maximum', () => {
  expect([1, 2, 7, 100, 5000].map(pauseAfter)).toEqual([1000, 2000, 60_000, 60_000, 60_000])
})

test('a notice is reported once, until it changes', () => {
  const notice = indexingNotice()
  let changes = 0
  const forget = notice.onChange(() => {
    changes += 1
  })
  expect([notice.text(), notice.set(undefined)]).toEqual([undefined, undefined])
  expect(notice.set('the disk is full.')).toMatch(/^Cannot index new sessions: the disk is full\. /)
  expect(notice.set('the disk is full.')).toBeUndefined()
  expect(notice.text()).toContain('the disk is full')
  expect(notice.set('locked')).toContain('locked')
  expect([notice.set(undefined), notice.text(), changes]).toEqual(['Indexing works again.', undefined, 3])
  forget()
  notice.set('locked')
  expect(changes).toBe(3)
})
