import {expect} from 'vitest'
import {SlackMirror} from '../../../src/cli/commands/slack/slack-mirror.ts'
import {statusReactions} from '../../../src/cli/commands/slack/slack-poster.ts'
import {Conversation} from '../../../src/conversation/index.ts'
import type {SlackLevel, SlackMessage, SlackStatus} from '../../../src/render/slack/index.ts'
import {slackLimits} from '../../../src/render/slack/index.ts'
import type {OutboxOptions, SlackApi, SlackClock} from '../../../src/sinks/slack/index.ts'
import {SlackOutbox, webApi, webhookApi} from '../../../src/sinks/slack/index.ts'
import type {SourceFile} from '../../../src/sources/index.ts'
import {readSession} from '../../../src/sources/index.ts'
import type {FakeMessage, FakeSlack} from './fake-slack.ts'

/** How a mirror is to be run. */
export interface MirrorOptions {
  readonly level?: SlackLevel
  readonly redact?: boolean
  readonly mention?: string
}

/** A mirror of one session into a place of the test's own. */
const mirrorInto = (
  {level = 'normal', redact = true, mention}: MirrorOptions,
  open: (session: string) => {put(message: SlackMessage): void; status(status: SlackStatus): void},
): SlackMirror =>
  new SlackMirror({
    state: new Conversation({keep: 'open'}),
    heading: {},
    redact,
    thread: {level, mention},
    open,
  })

/** Feeds the files of a session to a mirror, line by line; `between` runs after each line. */
export async function feedMirror(
  mirror: SlackMirror,
  files: readonly SourceFile[],
  between?: () => Promise<void>,
): Promise<void> {
  for (const {path, session, agent} of files) mirror.begin(path, {session, agent})
  for (const step of readSession(files)) {
    if (step.kind === 'lines') {
      for (const line of step.lines) {
        mirror.read(line)
        await between?.()
      }
    } else if (step.kind === 'end') {
      mirror.end(step.file.path)
      await between?.()
    }
  }
  mirror.finish()
}

/** Every message of every session as it is at the end, and each state it went through. */
export function mirroredMessages(files: readonly SourceFile[], options: MirrorOptions = {}) {
  const threads = new Map<string, Map<string, SlackMessage>>()
  const states: SlackMessage[] = []
  const statuses = new Map<string, SlackStatus>()
  const mirror = mirrorInto(options, (session) => ({
    put(message) {
      states.push(message)
      const thread = threads.get(session) ?? new Map<string, SlackMessage>()
      threads.set(session, thread.set(message.key, message))
    },
    status: (status) => void statuses.set(session, status),
  }))
  for (const {path, session, agent} of files) mirror.begin(path, {session, agent})
  for (const step of readSession(files)) {
    if (step.kind === 'lines') for (const line of step.lines) mirror.read(line)
    if (step.kind === 'end') mirror.end(step.file.path)
  }
  mirror.finish()
  return {threads, states, statuses}
}

/** An outbox as the program makes it, on a clock of the test's own. */
export const outboxFor = (
  fake: FakeSlack,
  clock: SlackClock,
  parts: Partial<OutboxOptions> = {},
): SlackOutbox =>
  new SlackOutbox({
    api: webApi({token: fake.token, url: fake.apiUrl, timeoutMs: 2000}),
    clock,
    channel: fake.general.id,
    threadTs: undefined,
    folder: undefined,
    owner: {pid: process.pid, isAlive: () => true},
    limits: {blocks: slackLimits.blocks.max, characters: slackLimits.messageText.max},
    held: false,
    ...parts,
  })

/** The same by a webhook. */
export const webhookOutbox = (
  fake: FakeSlack,
  clock: SlackClock,
  parts: Partial<OutboxOptions> = {},
): SlackOutbox => outboxFor(fake, clock, {api: webhookApi(fake.webhookUrl), ...parts})

/** A mirror that sends. */
export const mirrorFor = (outbox: SlackOutbox, options: MirrorOptions = {}): SlackMirror =>
  mirrorInto(options, (session) => {
    const thread = outbox.thread(session)
    return {put: (message) => thread.put(message), status: (status) => thread.react(statusReactions[status])}
  })

/** A message of Slack's without what only machines see. */
export const bareBlocks = (blocks: readonly unknown[]): readonly unknown[] =>
  blocks.map((block) => {
    const {block_id: _, ...rest} = Object(block)
    return rest
  })

/** Everything that is in a thread, in its order. */
export const blocksIn = (thread: readonly FakeMessage[]): readonly unknown[] =>
  thread.flatMap(({blocks}) => bareBlocks(blocks))

/** Says that the channel holds the threads of files as they end, every message once and nothing else. */
export function expectMirrored(
  fake: FakeSlack,
  files: readonly SourceFile[],
  options: MirrorOptions = {},
): void {
  const {threads, statuses} = mirroredMessages(files, options)
  const heads = fake.general.messages.filter(({thread_ts}) => thread_ts === undefined)
  expect(heads).toHaveLength(threads.size)
  let index = 0
  for (const [session, messages] of threads) {
    const head = heads[index]
    index += 1
    const told = blocksIn(fake.thread(head?.ts ?? ''))
    expect(told).toEqual([...messages.values()].flatMap(({blocks}) => blocks))
    expect([...(head?.reactions ?? [])]).toEqual([statusReactions[statuses.get(session) ?? 'running']])
  }
}

/** A way to Slack that can be cut as a dying process cuts it: no answer arrives any more. */
export function killableApi(api: SlackApi): {readonly api: SlackApi; kill(): void} {
  let isDead = false
  const never = new Promise<never>(() => {})
  const alive = async <T>(work: () => Promise<T>): Promise<T> => {
    if (isDead) return never
    try {
      const done = await work()
      return isDead ? await never : done
    } catch (error) {
      if (isDead) return never
      throw error
    }
  }
  return {
    api: {
      postsOnly: api.postsOnly,
      close: () => {},
      call: (method, args) => alive(() => api.call(method, args)),
      upload: (url, content) => alive(() => api.upload(url, content)),
    },
    kill: () => {
      isDead = true
    },
  }
}
