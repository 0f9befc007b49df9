import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {setImmediate} from 'node:timers/promises'
import {SlackMirror} from '../build/cli/commands/slack/slack-mirror.js'
import {Conversation} from '../build/conversation/index.js'
import {readLines} from '../build/dialects/index.js'
import {slackLimits} from '../build/render/slack/index.js'
import {SlackOutbox} from '../build/sinks/slack/index.js'
import {limited} from './report.mjs'
import {writeStream} from './stream.mjs'

/**
 * Calls of Slack for a session of many messages, by a Slack that takes everything and a clock that no one waits for.
 * @param {import('./report.mjs').Bench} bench
 * @returns {Promise<import('./report.mjs').Section>}
 */
export async function slack({folder, sizes}) {
  const path = join(folder, 'slack.jsonl')
  writeStream(path, sizes.slackMessages)
  const live = await mirrorFile(path, 1000)
  const fast = await mirrorFile(path, 50)
  const saved = await mirrorFile(path, 0)
  /** @param {string} what @param {Awaited<ReturnType<typeof mirrorFile>>} posted @param {number} limit */
  const row = (what, {calls, states, minutes, cpu}, limit) =>
    limited(
      what,
      calls,
      limit,
      'calls',
      `${states} states of messages; all of it there after ${minutes.toFixed(1)} min by Slack's pace; ${((cpu * 1000) / sizes.slackMessages).toFixed(0)} µs a message`,
    )
  return {
    title: 'Slack: calls for one session, after coalescing',
    rows: [
      row('a message a second, as a run goes', live, sizes.slackMessages),
      row('20 messages a second', fast, sizes.slackMessages / 5),
      row('a saved session, all at once', saved, sizes.slackMessages / 10),
    ],
    note: `${sizes.slackMessages} messages: texts, calls and results by turns. Slack allows a post a second and 50 updates a minute.`,
  }
}

/** @param {string} path @param {number} gapMs */
async function mirrorFile(path, gapMs) {
  let now = Date.parse('2030-01-01T00:00:00Z')
  const began = now
  let calls = 0
  let states = 0
  /** @type {import('../build/sinks/slack/index.js').SlackClock} */
  const clock = {
    now: () => now,
    sleep: async (ms, wake) => {
      let isWoken = false
      void wake.then(() => {
        isWoken = true
      })
      await setImmediate()
      // Between lines it is the lines that bring time.
      if (isTurnOver && !isWoken) now += ms
    },
    within: (_, awaited) => awaited,
  }
  let isTurnOver = false
  const api = {
    postsOnly: false,
    close: () => {},
    upload: async () => {},
    call: async () => {
      calls += 1
      return {ts: String(calls), channel: 'C0BENCH01'}
    },
  }
  const outbox = new SlackOutbox({
    api,
    clock,
    channel: 'C0BENCH01',
    threadTs: undefined,
    folder: undefined,
    owner: {pid: 0, isAlive: () => false},
    limits: {blocks: slackLimits.blocks.max, characters: slackLimits.messageText.max},
    held: gapMs === 0,
  })
  const mirror = new SlackMirror({
    state: new Conversation({keep: 'open'}),
    thread: {level: 'normal', mention: undefined},
    heading: {},
    redact: true,
    open: (session) => {
      const thread = outbox.thread(session)
      return {
        put: (message) => {
          states += 1
          thread.put(message)
        },
        status: (status) => thread.react(status),
      }
    },
  })
  const reader = readLines('-')
  const used = process.cpuUsage()
  for (const line of reader.push(readFileSync(path))) {
    mirror.read(line, now)
    now += gapMs
    // Callers that have waited long enough continue.
    for (let turn = 0; turn < 4 && gapMs > 0; turn += 1) await setImmediate()
  }
  mirror.end('-')
  mirror.finish()
  isTurnOver = true
  const {left} = await outbox.finish({boundMs: 24 * 3600_000, stallMs: 3600_000})
  if (left > 0) throw new Error(`${left} messages were not reported.`)
  const {user, system} = process.cpuUsage(used)
  return {calls, states, minutes: (now - began) / 60_000, cpu: (user + system) / 1000}
}
