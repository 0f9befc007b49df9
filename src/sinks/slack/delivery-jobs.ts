import {chooseReactionCall, listUnsentFiles, sendFile, updateReaction} from './deliver/files-and-reactions.ts'
import {resolvePending} from './deliver/find-posted.ts'
import {postParts, updatePosted} from './deliver/post.ts'
import type {DeliveryContext, DeliveryThread} from './delivery-context.ts'
import {headKey, selectNextKeys} from './outgoing-message.ts'

/** A job, and how many milliseconds to wait before it. */
export interface DeliveryJob {
  readonly wait: number
  run(): Promise<void>
}

/** A message that may still change is held back this long, because most calls end within it. */
const lingerMs = 400
/** The minimum time between two updates of a message that keeps changing. */
const updateIntervalMs = 2000

/** The jobs of a thread. Of jobs with the same wait, the first comes first. */
export function* listJobs(
  context: DeliveryContext,
  thread: DeliveryThread,
  hurry: boolean,
): Generator<DeliveryJob> {
  const {state} = thread
  const {client} = context
  const {postsOnly} = client.api
  const now = context.clock.now()
  if (state.pending) {
    const method = state.root === undefined ? 'conversations.history' : 'conversations.replies'
    yield {wait: client.wait(method), run: () => resolvePending(context, thread)}
    return
  }
  const [file] = postsOnly ? [] : listUnsentFiles(state, context)
  if (file !== undefined)
    yield {wait: client.wait('files.getUploadURLExternal'), run: () => sendFile(context, thread, file)}
  const keys = selectNextKeys(state, context.limits, postsOnly)
  const first = keys[0] === undefined ? undefined : state.parts.get(keys[0])
  if (first) {
    const patience = first.wanted.settled || hurry || keys[0] === headKey ? 0 : lingerMs
    const wait = Math.max(client.wait('chat.postMessage'), first.since + patience - now)
    yield {wait, run: () => postParts(context, thread, keys)}
  }
  if (postsOnly) return
  yield* listUpdates(context, thread, hurry)
  const method = chooseReactionCall(thread, context)
  if (method) yield {wait: client.wait(method), run: () => updateReaction(context, thread)}
}

function* listUpdates(
  context: DeliveryContext,
  thread: DeliveryThread,
  hurry: boolean,
): Generator<DeliveryJob> {
  const {state} = thread
  if (state.dirty.size === 0) return
  const allowed = context.client.wait('chat.update')
  const now = context.clock.now()
  for (const key of state.dirty) {
    const part = state.parts.get(key)
    const soon = part && !part.wanted.settled && !hurry ? part.sentAt + updateIntervalMs - now : 0
    yield {wait: Math.max(allowed, soon), run: () => updatePosted(context, thread, key)}
    if (soon <= 0) return
  }
}

/** How many messages are missing or out of date in Slack; a file or a reaction is part of a message. */
export function countUndelivered(thread: DeliveryThread, context: DeliveryContext): number {
  const {queue, dirty} = thread.state
  if (context.client.api.postsOnly) return queue.length
  const head = chooseReactionCall(thread, context) ? [headKey] : []
  return new Set([...queue, ...dirty, ...listUnsentFiles(thread.state, context), ...head]).size
}
