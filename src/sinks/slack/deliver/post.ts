import type {DeliveryContext, DeliveryThread} from '../delivery-context.ts'
import {listSentParts, recordPosted, recordStep} from '../delivery-context.ts'
import {buildPayload} from '../outgoing-message.ts'
import {readField, readTextField, type SlackResponse} from '../slack-api.ts'
import {describeSlackError, isMessageError, isMissingMessage, SlackError} from '../slack-error.ts'

/** Names in a text mention no one, and Slack fetches no links in it. */
const quiet = {unfurl_links: false, unfurl_media: false, link_names: false, parse: 'none'} as const

/** Posts parts as one message. The journal notes the attempt first, so that it can be resolved after a crash. */
export async function postParts(
  context: DeliveryContext,
  thread: DeliveryThread,
  keys: readonly string[],
): Promise<void> {
  const {session, state} = thread
  const {client, channel, clock, limits} = context
  const payload = buildPayload(session, state, keys, limits)
  if (!payload) {
    for (const key of keys) state.drop(key)
    return
  }
  const parts = listSentParts(state, keys)
  await recordStep(thread, {kind: 'try', keys, at: clock.now()})
  const {root} = state
  let response: SlackResponse
  try {
    response = await client.call('chat.postMessage', {
      channel: state.channel ?? channel,
      ...(root === undefined ? {} : {thread_ts: root}),
      ...quiet,
      ...payload,
    })
  } catch (error) {
    if (!(error instanceof SlackError)) throw error
    // If it may have succeeded, it stays pending and is searched for first; a webhook cannot search.
    if (!error.mayHaveSucceeded || client.api.postsOnly) await recordStep(thread, {kind: 'refused'})
    await handleRefusal(context, thread, keys, error)
    return
  }
  const ts = readTextField(response, 'ts') ?? `sent-${clock.now()}-${keys[0]}`
  await recordPosted(context, thread, {
    kind: 'posted',
    ts,
    channel: readTextField(response, 'channel') ?? channel,
    parts,
  })
  if (root !== undefined && isOutsideThread(response))
    await handleRefusal(context, thread, keys, threadNotFound)
}

const threadNotFound = new SlackError('thread_not_found')

/** Slack posts a reply to a deleted message into the channel; the only sign is the missing `thread_ts`. */
function isOutsideThread(response: SlackResponse): boolean {
  const message = readField(response, 'message')
  return message !== undefined && readTextField(message, 'thread_ts') === undefined
}

/** Updates the message that contains a part; if that is not possible, the part is posted again. */
export async function updatePosted(
  context: DeliveryContext,
  thread: DeliveryThread,
  key: string,
): Promise<void> {
  const {session, state} = thread
  const carrier = state.postedWith(key)
  const keys = carrier ? [...carrier.keys] : []
  const payload = carrier && buildPayload(session, state, keys, context.limits)
  if (!carrier || !payload) {
    state.detach(key)
    return
  }
  const {ts} = carrier
  const parts = listSentParts(state, keys)
  try {
    await context.client.call('chat.update', {
      channel: state.channel ?? context.channel,
      ts,
      link_names: false,
      parse: 'none',
      ...payload,
    })
    await recordPosted(context, thread, {kind: 'updated', ts, parts})
  } catch (error) {
    if (!(error instanceof SlackError)) throw error
    if (isMissingMessage(error)) await recordStep(thread, {kind: 'gone', ts})
    else await handleRefusal(context, thread, keys, error)
  }
}

/** Handles a rejected message: posts it again in a simpler form, or drops it. Other errors are thrown. */
export async function handleRefusal(
  {threadTs, problems}: DeliveryContext,
  thread: DeliveryThread,
  keys: readonly string[],
  problem: SlackError,
): Promise<void> {
  const {state} = thread
  if (isMessageError(problem)) {
    for (const key of keys) {
      const part = state.parts.get(key)
      if (part?.form === 'any' && keys.length > 1) part.form = 'alone'
      else if (part && part.form !== 'plain') part.form = 'plain'
      else {
        state.drop(key)
        problems.add(`Cannot post a message to Slack: ${describeSlackError(problem.code)}.`)
      }
    }
    return
  }
  if (problem.code !== 'thread_not_found' || state.root === undefined || state.root === threadTs)
    throw problem
  await recordStep(thread, {kind: 'gone', ts: state.root})
}
