import type {DeliveryContext, DeliveryThread} from '../delivery-context.ts'
import {listSentParts, recordPosted, recordStep} from '../delivery-context.ts'
import {buildPayload} from '../outgoing-message.ts'
import type {SlackResponse} from '../slack-api.ts'
import {readField, readTextField} from '../slack-api.ts'
import {describeSlackError, isMessageError, isMissingMessage, SlackError} from '../slack-error.ts'

/** Nobody is called by a name in a text, and no address in it is fetched by Slack. */
const quiet = {unfurl_links: false, unfurl_media: false, link_names: false, parse: 'none'} as const

/** Posts parts as one message. What is about to be done is noted before, so that a crash leaves no doubt behind. */
export async function postParts(
  desk: DeliveryContext,
  thread: DeliveryThread,
  keys: readonly string[],
): Promise<void> {
  const {session, state} = thread
  const {client, channel, clock, limits} = desk
  const payload = buildPayload(session, state, keys, limits)
  if (!payload) {
    for (const key of keys) state.drop(key)
    return
  }
  const parts = listSentParts(state, keys)
  await recordStep(thread, {kind: 'try', keys, at: clock.now()})
  const {root} = state
  let answer: SlackResponse
  try {
    answer = await client.call('chat.postMessage', {
      channel: state.channel ?? channel,
      ...(root === undefined ? {} : {thread_ts: root}),
      ...quiet,
      ...payload,
    })
  } catch (error) {
    if (!(error instanceof SlackError)) throw error
    // What may have been done stays open, and is looked for first; a webhook lets nobody look.
    if (!error.mayHaveSucceeded || client.api.postsOnly) await recordStep(thread, {kind: 'refused'})
    await handleRefusal(desk, thread, keys, error)
    return
  }
  const ts = readTextField(answer, 'ts') ?? `sent-${clock.now()}-${keys[0]}`
  await recordPosted(desk, thread, {
    kind: 'posted',
    ts,
    channel: readTextField(answer, 'channel') ?? channel,
    parts,
  })
  if (root !== undefined && isOutsideThread(answer)) await handleRefusal(desk, thread, keys, threadNotFound)
}

const threadNotFound = new SlackError('thread_not_found')

/** Slack posts to the channel what answers a message that is no longer there, and says so only by what it leaves out. */
function isOutsideThread(answer: SlackResponse): boolean {
  const message = readField(answer, 'message')
  return message !== undefined && readTextField(message, 'thread_ts') === undefined
}

/** Brings the message that holds a part up to date; where that cannot be, the part is posted anew. */
export async function updatePosted(
  desk: DeliveryContext,
  thread: DeliveryThread,
  key: string,
): Promise<void> {
  const {session, state} = thread
  const carrier = state.postedWith(key)
  const keys = carrier ? [...carrier.keys] : []
  const payload = carrier && buildPayload(session, state, keys, desk.limits)
  if (!carrier || !payload) {
    state.detach(key)
    return
  }
  const {ts} = carrier
  const parts = listSentParts(state, keys)
  try {
    await desk.client.call('chat.update', {
      channel: state.channel ?? desk.channel,
      ts,
      link_names: false,
      parse: 'none',
      ...payload,
    })
    await recordPosted(desk, thread, {kind: 'updated', ts, parts})
  } catch (error) {
    if (!(error instanceof SlackError)) throw error
    if (isMissingMessage(error)) await recordStep(thread, {kind: 'gone', ts})
    else await handleRefusal(desk, thread, keys, error)
  }
}

/** Makes the best of a refusal: what was wrong with a message is left out of it. All other trouble is handed on. */
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
