import {mkdtempSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {setTimeout} from 'node:timers/promises'
import {afterAll, afterEach, beforeAll, describe, expect, test} from 'vitest'
import type {SlackClock} from '../../src/sinks/slack/index.ts'
import {webApi} from '../../src/sinks/slack/index.ts'
import type {SourceFile} from '../../src/sources/index.ts'
import {recording} from '../support/conversation/recordings.ts'
import type {Fault} from '../support/slack/fake-slack.ts'
import {FakeSlack} from '../support/slack/fake-slack.ts'
import {fastClock} from '../support/slack/fast-clock.ts'
import {expectMirrored, feedMirror, killableApi, mirrorFor, outboxFor} from '../support/slack/test-mirror.ts'

const fake = new FakeSlack()
const temp = mkdtempSync(join(tmpdir(), 'recount-slack-'))
let folders = 0
const newFolder = (): string => {
  folders += 1
  return join(temp, String(folders))
}
beforeAll(() => fake.listen())
afterAll(async () => {
  await fake.close()
  rmSync(temp, {recursive: true, force: true})
})
afterEach(() => fake.reset())

const long = {boundMs: 24 * 3600_000, stallMs: 3600_000}

/** Time for the clock, and a little for the connection. */
async function pause(clock: SlackClock): Promise<void> {
  await clock.sleep(700, new Promise(() => {}))
  await setTimeout(2)
}

const stream = recording('2.1.325/subagents-parallel').streams
const {transcripts} = recording('2.1.325/tools-basic')

/** Tells files until the given call, at which the process dies; says whether it came so far. */
async function tellUntil(
  count: number,
  how: Fault,
  files: readonly SourceFile[],
  folder: string,
): Promise<boolean> {
  const clock = fastClock()
  fake.now = clock.now
  const {api, kill} = killableApi(webApi({token: fake.token, url: fake.apiUrl, timeoutMs: 60_000}))
  let calls = 0
  let died = false
  const death = new Promise<void>((resolve) => {
    fake.mishap = () => {
      calls += 1
      if (calls < count || died) return died ? 'hang-before' : 'none'
      died = true
      // After the answer would have been written, had there been one.
      void setTimeout(5).then(() => {
        kill()
        resolve()
      })
      return how
    }
  })
  const outbox = outboxFor(fake, clock, {api, folder})
  const posted = feedMirror(mirrorFor(outbox), files, () => pause(clock)).then(() => outbox.finish(long))
  await Promise.race([death, posted])
  kill()
  fake.mishap = () => 'none'
  return died
}

async function tellAgain(files: readonly SourceFile[], folder: string, held: boolean): Promise<void> {
  const clock = fastClock(fake.now() + 60_000)
  fake.now = clock.now
  const outbox = outboxFor(fake, clock, {folder, held})
  await feedMirror(mirrorFor(outbox), files)
  expect(await outbox.finish(long)).toMatchObject({left: 0, problems: []})
}

describe('whoever dies in the middle and runs again doubles nothing and misses nothing', () => {
  for (const how of ['hang-before', 'hang-after'] as const) {
    const when = how === 'hang-before' ? 'before Slack has done it' : 'after Slack has done it'
    test(`a stream, at every single call, ${when}`, async () => {
      let count = 0
      for (let died = true; died; ) {
        count += 1
        const folder = newFolder()
        fake.reset()
        died = await tellUntil(count, how, stream, folder)
        await tellAgain(stream, folder, false)
        expectMirrored(fake, stream)
      }
      // Each message is at least one call. How often it is changed depends on the pace.
      expect(count).toBeGreaterThan(fake.general.messages.length)
    })
    test(`a saved session, at every single call, ${when}`, async () => {
      for (let count = 1, died = true; died; count += 1) {
        const folder = newFolder()
        fake.reset()
        died = await tellUntil(count, how, transcripts, folder)
        await tellAgain(transcripts, folder, true)
        expectMirrored(fake, transcripts)
      }
    })
  }
  test('dying twice is no different', async () => {
    const folder = newFolder()
    await tellUntil(3, 'hang-after', stream, folder)
    await tellUntil(2, 'hang-after', stream, folder)
    await tellAgain(stream, folder, false)
    expectMirrored(fake, stream)
  })
})

test('running again when nothing is new sends nothing at all', async () => {
  const folder = newFolder()
  const clock = fastClock()
  fake.now = clock.now
  for (const held of [false, true]) {
    const outbox = outboxFor(fake, clock, {folder, held})
    await feedMirror(mirrorFor(outbox), stream)
    const {calls} = await outbox.finish(long)
    if (held) expect([...calls]).toEqual([])
  }
  expectMirrored(fake, stream)
})

test('a session posted live continues from its transcript in the same thread, without duplicates', async () => {
  const {streams, transcripts: saved} = recording('2.1.325/parallel')
  const folder = newFolder()
  const clock = fastClock()
  fake.now = clock.now
  const live = outboxFor(fake, clock, {folder})
  await feedMirror(mirrorFor(live), streams)
  await live.finish(long)
  const before = fake.general.messages.length
  const again = outboxFor(fake, clock, {folder, held: true})
  await feedMirror(mirrorFor(again), saved)
  expect(await again.finish(long)).toMatchObject({left: 0, problems: []})
  const heads = fake.general.messages.filter(({thread_ts}) => thread_ts === undefined)
  expect(heads).toHaveLength(1)
  // Transcripts know no result, so that the run ends once more in other words.
  expect(fake.general.messages.length - before).toBeLessThanOrEqual(1)
})

describe('trouble that passes', () => {
  const kinds: readonly Fault[] = [
    'none',
    'none',
    'error-500',
    'internal-error',
    'busy',
    'drop-before',
    'drop-after',
    'none',
  ]
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    test(`changes nothing in the final messages (${seed})`, async () => {
      let state = seed * 7919
      fake.mishap = () => {
        state = (state * 1103515245 + 12345) % 2147483648
        return kinds[Math.floor((state / 2147483648) * kinds.length)] ?? 'none'
      }
      const clock = fastClock()
      fake.now = clock.now
      const outbox = outboxFor(fake, clock)
      await feedMirror(mirrorFor(outbox), stream, () => pause(clock))
      expect(await outbox.finish(long)).toMatchObject({left: 0, problems: []})
      expectMirrored(fake, stream)
      expect(fake.tooEarly).toBe(0)
    })
  }
})

test('only one process posts a session', async () => {
  const folder = newFolder()
  const clock = fastClock()
  const first = outboxFor(fake, clock, {folder, owner: {pid: 11, isAlive: () => true}})
  first.thread('s')
  const second = outboxFor(fake, clock, {folder, owner: {pid: 12, isAlive: (pid) => pid === 11}})
  expect(() => second.thread('s')).toThrow('another recount (process 11) is posting it')
  const third = outboxFor(fake, clock, {folder, owner: {pid: 12, isAlive: () => false}})
  expect(() => third.thread('s')).not.toThrow()
})
