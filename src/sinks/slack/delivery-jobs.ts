import {chooseReactionCall, listUnsentFiles, sendFile, updateReaction} from './deliver/files-and-reactions.ts'
import {resolvePending} from './deliver/find-posted.ts'
import {postParts, updatePosted} from './deliver/post.ts'
import type {DeliveryContext, DeliveryThread} from './delivery-context.ts'
import {headKey, selectNextKeys} from './outgoing-message.ts'

/** Something to do, and how many milliseconds from now. */
export interface DeliveryJob {
  readonly wait: number
  run(): Promise<void>
}

/** What may still change is given this long before it is posted: most calls are over by then. */
const lingerMs = 400
/** A message that changes all the time is changed in Slack no more often than this. */
const updateIntervalMs = 2000

/** What there is to do in a thread; of what can be done at the same time, the first comes first. */
export function* listJobs(
  desk: DeliveryContext,
  thread: DeliveryThread,
  hurry: boolean,
): Generator<DeliveryJob> {
  const {state} = thread
  const {client} = desk
  const {postsOnly} = client.api
  const now = desk.clock.now()
  if (state.pending) {
    const method = state.root === undefined ? 'conversations.history' : 'conversations.replies'
    yield {wait: client.wait(method), run: () => resolvePending(desk, thread)}
    return
  }
  const [file] = postsOnly ? [] : listUnsentFiles(state, desk)
  if (file !== undefined)
    yield {wait: client.wait('files.getUploadURLExternal'), run: () => sendFile(desk, thread, file)}
  const keys = selectNextKeys(state, desk.limits, postsOnly)
  const first = keys[0] === undefined ? undefined : state.parts.get(keys[0])
  if (first) {
    const patience = first.wanted.settled || hurry || keys[0] === headKey ? 0 : lingerMs
    const wait = Math.max(client.wait('chat.postMessage'), first.since + patience - now)
    yield {wait, run: () => postParts(desk, thread, keys)}
  }
  if (postsOnly) return
  yield* listUpdates(desk, thread, hurry)
  const method = chooseReactionCall(thread, desk)
  if (method) yield {wait: client.wait(method), run: () => updateReaction(desk, thread)}
}

function* listUpdates(desk: DeliveryContext, thread: DeliveryThread, hurry: boolean): Generator<DeliveryJob> {
  const {state} = thread
  if (state.dirty.size === 0) return
  const allowed = desk.client.wait('chat.update')
  const now = desk.clock.now()
  for (const key of state.dirty) {
    const part = state.parts.get(key)
    const soon = part && !part.wanted.settled && !hurry ? part.sentAt + updateIntervalMs - now : 0
    yield {wait: Math.max(allowed, soon), run: () => updatePosted(desk, thread, key)}
    if (soon <= 0) return
  }
}

/** How many messages are not in Slack as they should be; a file or a reaction is part of one. */
export function countUndelivered(thread: DeliveryThread, desk: DeliveryContext): number {
  const {queue, dirty} = thread.state
  if (desk.client.api.postsOnly) return queue.length
  const head = chooseReactionCall(thread, desk) ? [headKey] : []
  return new Set([...queue, ...dirty, ...listUnsentFiles(thread.state, desk), ...head]).size
}
