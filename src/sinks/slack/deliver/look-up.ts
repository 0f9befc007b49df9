import type {Desk, Thread} from '../desk.ts'
import {note, notePosted} from '../desk.ts'
import {keyId, partsIn} from '../outgoing.ts'
import type {SlackAnswer, SlackMethod} from '../slack-api.ts'
import {arrayOf, fieldOf, textOf} from '../slack-api.ts'
import {isAboutToken, isPassing, SlackProblem, slackSentence} from '../slack-problem.ts'

/** Clocks differ by less than this many seconds. */
const skew = 600

/** Nobody knows whether something was posted; Slack does. */
export async function lookUp(desk: Desk, thread: Thread): Promise<void> {
  const {session, book} = thread
  const {pending, root} = book
  if (!pending) return
  const oldest = [...book.carriers.keys()].at(-1) ?? root ?? Math.max(0, pending.at / 1000 - skew).toFixed(6)
  try {
    const channel = await channelId(desk, thread)
    const call = desk.caller.call.bind(desk.caller)
    const found = await findPosted(call, {session, channel, root, oldest}, pending.keys)
    if (found) await notePosted(desk, thread, {kind: 'posted', channel, ...found})
    else await note(thread, {kind: 'refused'})
  } catch (error) {
    if (!(error instanceof SlackProblem) || isPassing(error) || isAboutToken(error)) throw error
    if (error.code === 'thread_not_found' && root !== undefined && root !== desk.threadTs) {
      await note(thread, {kind: 'refused'})
      await note(thread, {kind: 'gone', ts: root})
      return
    }
    const need = error.needed ?? (error.code === 'missing_scope' ? 'channels:history' : undefined)
    desk.problems.add(
      `Cannot look in Slack what was posted before, so that a message may stand there twice: ${slackSentence(error.code, need)}.`,
    )
    await note(thread, {kind: 'refused'})
  }
}

/** Posting takes the name of a channel; everything else wants its id. */
async function channelId({caller, channel}: Desk, {book}: Thread): Promise<string> {
  if (book.channel !== undefined) return book.channel
  const name = channel.replace(/^#/, '')
  if (/^[CGD][A-Z0-9]{6,}$/.test(name)) return name
  const answer = await caller.call('conversations.list', {limit: 1000, exclude_archived: true})
  const found = arrayOf(answer['channels']).find((each) => fieldOf(each, 'name') === name)
  const id = textOf(found, 'id')
  if (id === undefined) throw new SlackProblem('channel_not_found')
  return id
}

/** A message of ours that was found in Slack. */
interface Posted {
  readonly ts: string
  readonly parts: readonly (readonly [string, string])[]
}

/** Where to look. */
export interface Place {
  readonly session: string
  readonly channel: string
  /** The thread; without one, the channel itself is looked through. */
  readonly root: string | undefined
  /** Nothing before this time of Slack's is meant. */
  readonly oldest: string
}

type Call = (method: SlackMethod, args: Readonly<Record<string, unknown>>) => Promise<SlackAnswer>

const mostPages = 10

/** Looks in Slack for a message that holds one of the given parts, because nobody knows whether it was posted. */
async function findPosted(call: Call, place: Place, keys: readonly string[]): Promise<Posted | undefined> {
  const names = new Map(keys.map((key) => [keyId(place.session, key), key]))
  const method = place.root === undefined ? 'conversations.history' : 'conversations.replies'
  const where = place.root === undefined ? {} : {ts: place.root}
  let cursor: string | undefined
  for (let page = 0; page < mostPages; page += 1) {
    const answer = await call(method, {
      channel: place.channel,
      ...where,
      oldest: place.oldest,
      inclusive: true,
      limit: 200,
      include_all_metadata: true,
      ...(cursor === undefined ? {} : {cursor}),
    })
    for (const message of arrayOf(answer['messages'])) {
      const posted = postedIn(message, names)
      if (posted) return posted
    }
    cursor = textOf(fieldOf(answer, 'response_metadata'), 'next_cursor')
    if (cursor === undefined) return undefined
  }
  return undefined
}

function postedIn(message: unknown, names: ReadonlyMap<string, string>): Posted | undefined {
  const ts = textOf(message, 'ts')
  if (ts === undefined || typeof message !== 'object' || message === null) return undefined
  const parts = new Map<string, string>()
  for (const [id, hash] of partsIn(Object.fromEntries(Object.entries(message)))) {
    const key = names.get(id)
    if (key !== undefined) parts.set(key, hash)
  }
  return parts.size === 0 ? undefined : {ts, parts: [...parts]}
}
