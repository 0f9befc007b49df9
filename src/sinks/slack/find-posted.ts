import {arrayOf, fieldOf, keyId, partsIn, textOf} from './part-id.ts'
import type {SlackAnswer, SlackMethod} from './slack-api.ts'

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
export async function findPosted(
  call: Call,
  place: Place,
  keys: readonly string[],
): Promise<Posted | undefined> {
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
