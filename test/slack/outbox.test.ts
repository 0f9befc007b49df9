import {appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, afterEach, beforeAll, describe, expect, test, vi} from 'vitest'
import type {OutgoingMessage, SlackClock} from '../../src/sinks/slack/index.ts'
import {describeSlackError, knownSlackErrors, slackRates} from '../../src/sinks/slack/index.ts'
import {RateLimiter} from '../../src/sinks/slack/rate-limited-client.ts'
import {FakeSlack} from '../support/slack/fake-slack.ts'
import {fastClock} from '../support/slack/fast-clock.ts'
import {outboxFor, webhookOutbox} from '../support/slack/test-mirror.ts'

const fake = new FakeSlack()
const temp = mkdtempSync(join(tmpdir(), 'recount-slack-'))
beforeAll(() => fake.listen())
afterAll(async () => {
  await fake.close()
  rmSync(temp, {recursive: true, force: true})
})
afterEach(() => fake.reset())

const long = {boundMs: 24 * 3600_000, stallMs: 3600_000}

const message = (key: string, text: string, more: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  key,
  blocks: [{type: 'section', text: {type: 'mrkdwn', text}}],
  text,
  settled: true,
  file: undefined,
  ...more,
})

/** A clock that the fake goes by too. */
function sharedClock(start?: number): SlackClock {
  const clock = fastClock(start)
  fake.now = clock.now
  return clock
}

/** What is in the channel: the texts of each message. */
const shown = (): readonly string[] =>
  fake.general.messages.map(({blocks, text}) =>
    blocks.length === 0 ? `plain: ${text}` : blocks.map((block) => Object(block).text.text).join(' + '),
  )

/** Posts these to a thread and finishes. */
async function postAll(messages: readonly OutgoingMessage[], outbox = outboxFor(fake, sharedClock())) {
  const thread = outbox.thread('s')
  for (const each of messages) thread.put(each)
  return outbox.finish(long)
}

describe('what waits is sent in as few calls as can be', () => {
  test('settled messages share one, as long as there is room', async () => {
    const {calls} = await postAll([
      message('session', 'head'),
      message('a', 'A'),
      message('b', 'B'),
      message('c', 'C'),
    ])
    expect(shown()).toEqual(['head', 'A + B + C'])
    expect([...calls]).toEqual([['chat.postMessage', 2]])
  })
  test('but none is made too long, and what still changes is a message of its own', async () => {
    const half = 'x'.repeat(2900)
    const many = Array.from({length: 9}, (_, index) => message(`m${index}`, half))
    await postAll([
      message('session', 'head'),
      ...many,
      message('open', 'O', {settled: false}),
      message('z', 'Z'),
    ])
    expect(shown().map((text) => text.length)).toEqual([4, 4 * 2903 - 3, 4 * 2903 - 3, 2900, 1, 1])
  })
  test('the newest state of a message is what is sent', async () => {
    const outbox = outboxFor(fake, sharedClock())
    const thread = outbox.thread('s')
    thread.put(message('session', 'head'))
    for (let step = 0; step < 500; step += 1) thread.put(message('a', `step ${step}`, {settled: false}))
    const {calls} = await outbox.finish(long)
    expect(shown()).toEqual(['head', 'step 499'])
    expect([...calls]).toEqual([['chat.postMessage', 2]])
  })
  test('a part of a shared message changes in its place', async () => {
    const folder = join(temp, 'shared')
    await postAll(
      [message('session', 'head'), message('a', 'A'), message('b', 'B')],
      outboxFor(fake, sharedClock(), {folder}),
    )
    await postAll(
      [message('session', 'head'), message('a', 'A'), message('b', 'B, late')],
      outboxFor(fake, sharedClock(), {folder}),
    )
    expect(shown()).toEqual(['head', 'A + B, late'])
  })
  test('and is posted again if there is no room for it', async () => {
    const folder = join(temp, 'room')
    const big = 'y'.repeat(2900)
    const parts = ['a', 'b', 'c', 'd'].map((key) => message(key, big))
    await postAll([message('session', 'head'), ...parts], outboxFor(fake, sharedClock(), {folder}))
    const grown = message('d', big, {blocks: [...(parts[3]?.blocks ?? []), ...(parts[3]?.blocks ?? [])]})
    await postAll(
      [message('session', 'head'), ...parts.slice(0, 3), grown],
      outboxFor(fake, sharedClock(), {folder}),
    )
    expect(shown()).toEqual(['head', `${big} + ${big} + ${big}`, `${big} + ${big}`])
  })
})

describe('what Slack refuses', () => {
  const bad = (key: string): OutgoingMessage =>
    message(key, key, {blocks: [{type: 'section', text: {type: 'mrkdwn', text: 'z'.repeat(3001)}}]})
  test('is sent as text alone, and its company as it was', async () => {
    const report = await postAll([
      message('session', 'head'),
      message('a', 'A'),
      bad('bad'),
      message('c', 'C'),
    ])
    expect(report).toMatchObject({left: 0, problems: []})
    expect(shown()).toEqual(['head', 'A', 'plain: bad', 'C'])
  })
  test('for good ends the sending with one sentence', async () => {
    fake.general.isMember = false
    const report = await postAll([message('session', 'head'), message('a', 'A')])
    fake.general.isMember = true
    expect(report.problems).toEqual([
      'Cannot post to Slack: the app is not in the channel. Write "/invite @your-app" there.',
    ])
    expect(fake.calls).toHaveLength(1)
  })
  test('of reactions and files does not hold up the rest', async () => {
    fake.scopes = ['chat:write']
    const outbox = outboxFor(fake, sharedClock())
    const thread = outbox.thread('s')
    thread.put(message('session', 'head'))
    thread.put(message('a', 'A', {file: {name: 'a.md', title: 'A', content: 'whole'}}))
    thread.put(message('b', 'B'))
    thread.react('rocket')
    const {left, problems} = await outbox.finish(long)
    expect(left).toBe(0)
    expect(problems).toHaveLength(2)
    expect(problems.join()).toContain('the app lacks the permission files:write')
    expect(problems.join()).toContain('the app lacks the permission reactions:write')
    expect(shown()).toEqual(['head', 'A', 'B'])
  })
})

describe('what was deleted in Slack', () => {
  test('is posted again when it changes', async () => {
    const folder = join(temp, 'gone')
    await postAll(
      [message('session', 'head'), message('a', 'A', {settled: false})],
      outboxFor(fake, sharedClock(), {folder}),
    )
    fake.general.messages.pop()
    await postAll([message('session', 'head'), message('a', 'A!')], outboxFor(fake, sharedClock(), {folder}))
    expect(shown()).toEqual(['head', 'A!'])
  })
  test('with the whole thread begins another', async () => {
    const folder = join(temp, 'thread')
    await postAll([message('session', 'head'), message('a', 'A')], outboxFor(fake, sharedClock(), {folder}))
    fake.general.messages = []
    const report = await postAll(
      [message('session', 'head'), message('a', 'A'), message('b', 'B')],
      outboxFor(fake, sharedClock(), {folder}),
    )
    expect(report).toMatchObject({left: 0, problems: []})
    expect(shown()).toEqual(['head', 'B'])
    expect(fake.general.messages[1]?.thread_ts).toBe(fake.general.messages[0]?.ts)
  })
})

describe('a first message that was deleted', () => {
  test('is posted again with its reaction', async () => {
    const folder = join(temp, 'head')
    const tell = async (head: string): Promise<void> => {
      const outbox = outboxFor(fake, sharedClock(), {folder})
      const thread = outbox.thread('s')
      thread.put(message('session', head))
      thread.react('rocket')
      await outbox.finish(long)
    }
    await tell('head')
    fake.general.messages = []
    await tell('head, again')
    expect(fake.general.messages.map(({reactions}) => [...reactions])).toEqual([['rocket']])
  })
  test('does not scatter its answers in the channel', async () => {
    const folder = join(temp, 'scattered')
    await postAll([message('session', 'head')], outboxFor(fake, sharedClock(), {folder}))
    fake.general.messages = []
    fake.unthreads = true
    const rest = ['a', 'b', 'c'].map((key) => message(key, key, {settled: false}))
    await postAll([message('session', 'head'), ...rest], outboxFor(fake, sharedClock(), {folder}))
    expect(shown()).toEqual(['a', 'head', 'b', 'c'])
    const [, head] = fake.general.messages
    expect(fake.general.messages.map(({thread_ts}) => thread_ts)).toEqual([
      undefined,
      undefined,
      head?.ts,
      head?.ts,
    ])
  })
  test('is no trouble where it is looked for what was posted', async () => {
    const folder = join(temp, 'looked')
    await postAll([message('session', 'head')], outboxFor(fake, sharedClock(), {folder}))
    fake.mishap = (method) => {
      if (method !== 'chat.postMessage') fake.general.messages = []
      return fake.calls.length === 1 ? 'drop-after' : 'none'
    }
    const report = await postAll(
      [message('session', 'head'), message('a', 'A')],
      outboxFor(fake, sharedClock(fake.now() + 60_000), {folder}),
    )
    expect(report).toMatchObject({left: 0, problems: []})
    expect(shown()).toEqual(['head', 'A'])
  })
  test('ends the posting if the thread was given', async () => {
    fake.unthreads = true
    const report = await postAll(
      ['a', 'b', 'c'].map((key) => message(key, key, {settled: false})),
      outboxFor(fake, sharedClock(), {threadTs: '1700000000.000001'}),
    )
    expect(report.problems).toEqual([
      'Cannot post to Slack: the thread in RECOUNT_SLACK_THREAD_TS does not exist.',
    ])
    expect(shown()).toEqual(['a'])
  })
})

test('a file is sent into the thread, once', async () => {
  const folder = join(temp, 'file')
  const file = {name: 'answer.md', title: 'Answer', content: 'Übung '.repeat(5000)}
  const messages = [message('session', 'head'), message('a', 'A', {file})]
  await postAll(messages, outboxFor(fake, sharedClock(), {folder}))
  await postAll(messages, outboxFor(fake, sharedClock(), {folder}))
  const files = fake.general.messages.flatMap((each) => each.files)
  expect(files).toEqual([{id: expect.any(String), name: 'answer.md', content: file.content}])
  expect(fake.general.messages.at(-1)?.thread_ts).toBe(fake.general.messages[0]?.ts)
})

test('a file whose sending was in doubt is looked for before it is sent again', async () => {
  const file = {name: 'answer.md', title: 'Answer', content: 'long'}
  fake.mishap = (method) =>
    method === 'files.completeUploadExternal' && fake.calls.every((call) => call.method !== method)
      ? 'drop-after'
      : 'none'
  expect(await postAll([message('session', 'head'), message('a', 'A', {file})])).toMatchObject({
    left: 0,
    problems: [],
  })
  expect(fake.general.messages.flatMap((each) => each.files)).toHaveLength(1)
})

test('who may not look what was posted says that a message may be posted twice', async () => {
  fake.scopes = ['chat:write']
  fake.mishap = (_, count) => (fake.calls.length === 1 && count > 0 ? 'drop-after' : 'none')
  const report = await postAll([message('session', 'head'), message('a', 'A')])
  expect(report.problems.join()).toContain(
    'a message may be posted twice: the app lacks the permission channels:history',
  )
})

test('a token that is revoked while it is unknown what was posted leaves no message twice', async () => {
  const folder = join(temp, 'revoked')
  const messages = [message('session', 'head'), message('a', 'A')]
  const {token} = fake
  fake.mishap = (method) => {
    if (method !== 'chat.postMessage') fake.token = 'another'
    return method === 'chat.postMessage' ? 'drop-after' : 'none'
  }
  const report = await postAll(messages, outboxFor(fake, sharedClock(), {folder}))
  expect(report.problems).toEqual([expect.stringContaining('the token is not valid')])
  fake.token = token
  fake.mishap = () => 'none'
  await postAll(messages, outboxFor(fake, sharedClock(), {folder}))
  expect(shown()).toEqual(['head', 'A'])
})

test('the status of the run and files count among what is left', async () => {
  fake.mishap = (method) => (/^(?:reactions|files)/.test(method) ? 'error-500' : 'none')
  const outbox = outboxFor(fake, sharedClock())
  const thread = outbox.thread('s')
  thread.put(message('session', 'head'))
  thread.put(message('a', 'A', {file: {name: 'a.md', title: 'A', content: 'whole'}}))
  thread.react('rocket')
  expect(await outbox.finish({boundMs: 60_000, stallMs: 60_000})).toMatchObject({left: 2})
})

test('the end is bounded', async () => {
  fake.mishap = () => 'error-500'
  const clock = sharedClock()
  const began = clock.now()
  const outbox = outboxFor(fake, clock)
  outbox.thread('s').put(message('session', 'head'))
  const report = await outbox.finish({boundMs: 30_000, stallMs: 30_000})
  expect(report).toMatchObject({left: 1, trouble: 'Slack answered with HTTP 503'})
  expect(clock.now() - began).toBeLessThanOrEqual(31_000)
})

test('a journal that is torn or was written by another program is read as far as it is valid', async () => {
  const folder = join(temp, 'torn')
  const messages = [message('session', 'head'), message('a', 'A')]
  await postAll(messages, outboxFor(fake, sharedClock(), {folder}))
  const [name = ''] = readdirSync(folder)
  appendFileSync(
    join(folder, name),
    '{"kind":"posted","ts":1}\n{"kind":"nonsense"}\nnull\n{"kind":"posted","ts":"1.0","par',
  )
  const {calls} = await postAll(messages, outboxFor(fake, sharedClock(), {folder}))
  expect([...calls]).toEqual([])
})

test('a journal that cannot be read is reported, and no lock is left', async () => {
  const folder = join(temp, 'unreadable')
  await postAll([message('session', 'head')], outboxFor(fake, sharedClock(), {folder}))
  const names = readdirSync(folder)
  const path = join(folder, names[0] ?? '')
  rmSync(path)
  mkdirSync(path)
  expect(() => outboxFor(fake, sharedClock(), {folder}).thread('s')).toThrow('it is a folder')
  expect(readdirSync(folder)).toEqual(names)
})

test('what is written behind a torn line of a journal is not lost with it', async () => {
  const folder = join(temp, 'behind')
  await postAll([message('session', 'head')], outboxFor(fake, sharedClock(), {folder}))
  const [name = ''] = readdirSync(folder)
  appendFileSync(join(folder, name), '{"kind":"try","ke')
  fake.mishap = (method) => (method === 'chat.postMessage' ? 'drop-after' : 'error-500')
  const messages = [message('session', 'head'), message('a', 'A')]
  const outbox = outboxFor(fake, sharedClock(fake.now() + 60_000), {folder})
  for (const each of messages) outbox.thread('s').put(each)
  await outbox.finish({boundMs: 60_000, stallMs: 60_000})
  expect(shown()).toEqual(['head', 'A'])
  fake.mishap = () => 'none'
  await postAll(messages, outboxFor(fake, sharedClock(), {folder}))
  expect(shown()).toEqual(['head', 'A'])
})

test('a lock that is still empty belongs to a process that has just started', async () => {
  const folder = join(temp, 'begun')
  await postAll([message('session', 'head')], outboxFor(fake, sharedClock(), {folder}))
  const [name = ''] = readdirSync(folder)
  const alive = {pid: 12, isAlive: () => true}
  const first = outboxFor(fake, sharedClock(), {folder, owner: {...alive, pid: 11}})
  first.thread('s')
  expect(readFileSync(join(folder, `${name}.lock`), 'utf8')).toBe('11')
  expect(readdirSync(folder)).toEqual([name, `${name}.lock`])
  expect(() => outboxFor(fake, sharedClock(), {folder, owner: alive}).thread('s')).toThrow(`${name}.lock`)
})

test('a channel is the same with and without its sign', async () => {
  const folder = join(temp, 'sign')
  const messages = [message('session', 'head'), message('a', 'A')]
  for (const channel of ['#general', 'general'])
    await postAll(messages, outboxFor(fake, sharedClock(), {folder, channel}))
  expect(shown()).toEqual(['head', 'A'])
})

test('a webhook that says when to come again in words is not asked all the time', async () => {
  let asked = 0
  const clock = sharedClock()
  const outbox = webhookOutbox(fake, clock)
  vi.stubGlobal('fetch', () => {
    asked += 1
    const headers = {'retry-after': 'Wed, 21 Oct 2065 07:28:00 GMT'}
    return Promise.resolve(new Response('rate_limited', {status: 429, headers}))
  })
  outbox.thread('s').put(message('a', 'A'))
  await outbox.finish({boundMs: 30_000, stallMs: 30_000})
  vi.unstubAllGlobals()
  expect(asked).toBeLessThan(32)
})

test('a webhook gets each message once, when it has settled', async () => {
  const clock = sharedClock()
  const outbox = webhookOutbox(fake, clock)
  const thread = outbox.thread('s')
  thread.put(message('session', 'head', {settled: false}))
  thread.put(message('a', '⏳', {settled: false}))
  thread.put(message('b', 'B'))
  thread.react('rocket')
  await clock.sleep(5000, new Promise(() => {}))
  thread.put(message('a', '✅'))
  expect(await outbox.finish(long)).toMatchObject({left: 0, problems: []})
  const texts = fake.webhooks.flatMap(({blocks}) => blocks.map((block) => Object(block).text.text))
  expect([...texts].sort()).toEqual(['B', 'head', '✅'])
})

describe('the pace', () => {
  test('is never faster than Slack allows, in any minute', () => {
    for (const [method, {calls, perMs}] of Object.entries(slackRates)) {
      const pace = new RateLimiter()
      const name = isMethod(method) ? method : 'auth.test'
      const times: number[] = []
      for (let now = 0; now < 600_000; ) {
        const wait = pace.wait(name, now)
        now += wait
        if (wait > 0) continue
        times.push(now)
        pace.called(name, now)
        now += 1
      }
      const most = Math.max(
        ...times.map((from) => times.filter((time) => time >= from && time < from + perMs).length),
      )
      expect(most, method).toBeLessThanOrEqual(calls)
      // And not much slower either.
      expect(times.length, method).toBeGreaterThan((600_000 / perMs) * calls * 0.8)
    }
  })
  test('keeps to what Slack says', () => {
    const pace = new RateLimiter()
    pace.hold('chat.update', 5000)
    expect(pace.wait('chat.update', 1000)).toBe(4000)
    expect(pace.wait('chat.postMessage', 1000)).toBe(0)
  })
})

const isMethod = (name: string): name is keyof typeof slackRates => name in slackRates

test('every error of Slack that is known has a sentence, and a new one is reported as it is', () => {
  expect(knownSlackErrors).toEqual(
    expect.arrayContaining([
      'invalid_auth',
      'not_in_channel',
      'channel_not_found',
      'missing_scope',
      'is_archived',
      'token_revoked',
      'ratelimited',
    ]),
  )
  expect(describeSlackError('brand_new')).toBe('Slack says "brand_new"')
})
