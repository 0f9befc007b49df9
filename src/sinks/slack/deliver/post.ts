import type {Desk, Thread} from '../desk.ts'
import {note, notePosted, saidBy} from '../desk.ts'
import {payloadOf} from '../outgoing.ts'
import type {SlackAnswer} from '../slack-api.ts'
import {fieldOf, textOf} from '../slack-api.ts'
import {isAboutMessage, isGone, SlackProblem, slackSentence} from '../slack-problem.ts'

/** Nobody is called by a name in a text, and no address in it is fetched by Slack. */
const quiet = {unfurl_links: false, unfurl_media: false, link_names: false, parse: 'none'} as const

/** Posts parts as one message. What is about to be done is noted before, so that a crash leaves no doubt behind. */
export async function post(desk: Desk, thread: Thread, keys: readonly string[]): Promise<void> {
  const {session, book} = thread
  const {caller, channel, clock, limits} = desk
  const payload = payloadOf(session, book, keys, limits)
  if (!payload) {
    for (const key of keys) book.drop(key)
    return
  }
  const parts = saidBy(book, keys)
  await note(thread, {kind: 'try', keys, at: clock.now()})
  const {root} = book
  let answer: SlackAnswer
  try {
    answer = await caller.call('chat.postMessage', {
      channel: book.channel ?? channel,
      ...(root === undefined ? {} : {thread_ts: root}),
      ...quiet,
      ...payload,
    })
  } catch (error) {
    if (!(error instanceof SlackProblem)) throw error
    // What may have been done stays open, and is looked for first; a webhook lets nobody look.
    if (!error.unsure || caller.api.postsOnly) await note(thread, {kind: 'refused'})
    await refused(desk, thread, keys, error)
    return
  }
  const ts = textOf(answer, 'ts') ?? `sent-${clock.now()}-${keys[0]}`
  await notePosted(desk, thread, {kind: 'posted', ts, channel: textOf(answer, 'channel') ?? channel, parts})
  if (root !== undefined && isAstray(answer)) await refused(desk, thread, keys, astray)
}

const astray = new SlackProblem('thread_not_found')

/** Slack posts to the channel what answers a message that is no longer there, and says so only by what it leaves out. */
function isAstray(answer: SlackAnswer): boolean {
  const message = fieldOf(answer, 'message')
  return message !== undefined && textOf(message, 'thread_ts') === undefined
}

/** Brings the message that holds a part up to date; where that cannot be, the part is posted anew. */
export async function update(desk: Desk, thread: Thread, key: string): Promise<void> {
  const {session, book} = thread
  const carrier = book.carrierOf(key)
  const keys = carrier ? [...carrier.keys] : []
  const payload = carrier && payloadOf(session, book, keys, desk.limits)
  if (!carrier || !payload) {
    book.detach(key)
    return
  }
  const {ts} = carrier
  const parts = saidBy(book, keys)
  try {
    await desk.caller.call('chat.update', {
      channel: book.channel ?? desk.channel,
      ts,
      link_names: false,
      parse: 'none',
      ...payload,
    })
    await notePosted(desk, thread, {kind: 'updated', ts, parts})
  } catch (error) {
    if (!(error instanceof SlackProblem)) throw error
    if (isGone(error)) await note(thread, {kind: 'gone', ts})
    else await refused(desk, thread, keys, error)
  }
}

/** Makes the best of a refusal: what was wrong with a message is left out of it. All other trouble is handed on. */
export async function refused(
  {threadTs, problems}: Desk,
  thread: Thread,
  keys: readonly string[],
  problem: SlackProblem,
): Promise<void> {
  const {book} = thread
  if (isAboutMessage(problem)) {
    for (const key of keys) {
      const part = book.parts.get(key)
      if (part?.form === 'any' && keys.length > 1) part.form = 'alone'
      else if (part && part.form !== 'plain') part.form = 'plain'
      else {
        book.drop(key)
        problems.add(`Cannot post a message to Slack: ${slackSentence(problem.code)}.`)
      }
    }
    return
  }
  if (problem.code !== 'thread_not_found' || book.root === undefined || book.root === threadTs) throw problem
  await note(thread, {kind: 'gone', ts: book.root})
}
