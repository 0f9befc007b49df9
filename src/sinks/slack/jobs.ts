import {nextFiles, nextReaction, react, sendFile} from './deliver/extras.ts'
import {lookUp} from './deliver/look-up.ts'
import {post, update} from './deliver/post.ts'
import type {Desk, Thread} from './desk.ts'
import {headKey, nextKeys} from './outgoing.ts'

/** Something to do, and how many milliseconds from now. */
export interface Job {
  readonly wait: number
  run(): Promise<void>
}

/** What may still change is given this long before it is posted: most calls are over by then. */
const linger = 400
/** A message that changes all the time is changed in Slack no more often than this. */
const betweenUpdates = 2000

/** What there is to do in a thread; of what can be done at the same time, the first comes first. */
export function* jobsOf(desk: Desk, thread: Thread, hurry: boolean): Generator<Job> {
  const {book} = thread
  const {caller} = desk
  const {postsOnly} = caller.api
  const now = desk.clock.now()
  if (book.pending) {
    const method = book.root === undefined ? 'conversations.history' : 'conversations.replies'
    yield {wait: caller.wait(method), run: () => lookUp(desk, thread)}
    return
  }
  const [file] = postsOnly ? [] : nextFiles(book, desk)
  if (file !== undefined)
    yield {wait: caller.wait('files.getUploadURLExternal'), run: () => sendFile(desk, thread, file)}
  const keys = nextKeys(book, desk.limits, postsOnly)
  const first = keys[0] === undefined ? undefined : book.parts.get(keys[0])
  if (first) {
    const patience = first.wanted.settled || hurry || keys[0] === headKey ? 0 : linger
    const wait = Math.max(caller.wait('chat.postMessage'), first.since + patience - now)
    yield {wait, run: () => post(desk, thread, keys)}
  }
  if (postsOnly) return
  yield* updatesOf(desk, thread, hurry)
  const method = nextReaction(thread, desk)
  if (method) yield {wait: caller.wait(method), run: () => react(desk, thread)}
}

function* updatesOf(desk: Desk, thread: Thread, hurry: boolean): Generator<Job> {
  const {book} = thread
  if (book.dirty.size === 0) return
  const allowed = desk.caller.wait('chat.update')
  const now = desk.clock.now()
  for (const key of book.dirty) {
    const part = book.parts.get(key)
    const soon = part && !part.wanted.settled && !hurry ? part.sentAt + betweenUpdates - now : 0
    yield {wait: Math.max(allowed, soon), run: () => update(desk, thread, key)}
    if (soon <= 0) return
  }
}

/** How many messages are not in Slack as they should be; a file or a reaction is part of one. */
export function leftIn(thread: Thread, desk: Desk): number {
  const {queue, dirty} = thread.book
  if (desk.caller.api.postsOnly) return queue.length
  const head = nextReaction(thread, desk) ? [headKey] : []
  return new Set([...queue, ...dirty, ...nextFiles(thread.book, desk), ...head]).size
}
