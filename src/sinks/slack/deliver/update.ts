import {payloadOf} from '../carrier.ts'
import type {Desk, Thread} from '../desk.ts'
import {note, notePosted, saidBy} from '../desk.ts'
import {isGone, SlackProblem} from '../slack-problem.ts'
import {refused} from './refused.ts'

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
