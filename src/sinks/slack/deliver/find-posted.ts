import {type DeliveryContext, type DeliveryThread, recordPosted, recordStep} from '../delivery-context.ts'
import {hashKey, readMessageParts} from '../outgoing-message.ts'
import {readField, readTextField, type SlackMethod, type SlackResponse, toArray} from '../slack-api.ts'
import {describeSlackError, isTokenError, isTransient, SlackError} from '../slack-error.ts'

/** The maximum difference between clocks, in seconds. */
const skew = 600

/** Finds out whether a message was posted before a crash. */
export async function resolvePending(context: DeliveryContext, thread: DeliveryThread): Promise<void> {
  const {session, state} = thread
  const {pending, root} = state
  if (!pending) return
  const oldest = [...state.posted.keys()].at(-1) ?? root ?? Math.max(0, pending.at / 1000 - skew).toFixed(6)
  try {
    const channel = await channelId(context, thread)
    const call = context.client.call.bind(context.client)
    const found = await findPosted(call, {session, channel, root, oldest}, pending.keys)
    if (found) await recordPosted(context, thread, {kind: 'posted', channel, ...found})
    else await recordStep(thread, {kind: 'refused'})
  } catch (error) {
    if (!(error instanceof SlackError) || isTransient(error) || isTokenError(error)) throw error
    if (error.code === 'thread_not_found' && root !== undefined && root !== context.threadTs) {
      await recordStep(thread, {kind: 'refused'})
      await recordStep(thread, {kind: 'gone', ts: root})
      return
    }
    const need = error.needed ?? (error.code === 'missing_scope' ? 'channels:history' : undefined)
    context.problems.add(
      `Cannot check what was posted to Slack before, so a message may be posted twice: ${describeSlackError(error.code, need)}.`,
    )
    await recordStep(thread, {kind: 'refused'})
  }
}

/** The id of the channel. Posting accepts its name; all other methods need its id. */
async function channelId({client, channel}: DeliveryContext, {state}: DeliveryThread): Promise<string> {
  if (state.channel !== undefined) return state.channel
  const name = channel.replace(/^#/, '')
  if (/^[CGD][A-Z0-9]{6,}$/.test(name)) return name
  const response = await client.call('conversations.list', {limit: 1000, exclude_archived: true})
  const found = toArray(response['channels']).find((each) => readField(each, 'name') === name)
  const id = readTextField(found, 'id')
  if (id === undefined) throw new SlackError('channel_not_found')
  return id
}

/** A message of ours that was found in Slack. */
interface FoundMessage {
  readonly ts: string
  readonly parts: readonly (readonly [string, string])[]
}

/** Where to search. */
export interface SearchScope {
  readonly session: string
  readonly channel: string
  /** The thread; without one, the channel is searched. */
  readonly root: string | undefined
  /** Only messages from this Slack timestamp on. */
  readonly oldest: string
}

type Call = (method: SlackMethod, args: Readonly<Record<string, unknown>>) => Promise<SlackResponse>

const maxPages = 10

/** Searches Slack for a message that contains one of the given parts. */
async function findPosted(
  call: Call,
  place: SearchScope,
  keys: readonly string[],
): Promise<FoundMessage | undefined> {
  const names = new Map(keys.map((key) => [hashKey(place.session, key), key]))
  const method = place.root === undefined ? 'conversations.history' : 'conversations.replies'
  const where = place.root === undefined ? {} : {ts: place.root}
  let cursor: string | undefined
  for (let page = 0; page < maxPages; page += 1) {
    const response = await call(method, {
      channel: place.channel,
      ...where,
      oldest: place.oldest,
      inclusive: true,
      limit: 200,
      include_all_metadata: true,
      ...(cursor === undefined ? {} : {cursor}),
    })
    for (const message of toArray(response['messages'])) {
      const posted = readPosted(message, names)
      if (posted) return posted
    }
    cursor = readTextField(readField(response, 'response_metadata'), 'next_cursor')
    if (cursor === undefined) return undefined
  }
  return undefined
}

function readPosted(message: unknown, names: ReadonlyMap<string, string>): FoundMessage | undefined {
  const ts = readTextField(message, 'ts')
  if (ts === undefined || typeof message !== 'object' || message === null) return undefined
  const parts = new Map<string, string>()
  for (const [id, hash] of readMessageParts(Object.fromEntries(Object.entries(message)))) {
    const key = names.get(id)
    if (key !== undefined) parts.set(key, hash)
  }
  return parts.size === 0 ? undefined : {ts, parts: [...parts]}
}
