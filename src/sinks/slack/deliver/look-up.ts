import type {Desk, Thread} from '../desk.ts'
import {note, notePosted} from '../desk.ts'
import {findPosted} from '../find-posted.ts'
import {arrayOf, fieldOf, textOf} from '../part-id.ts'
import {isAboutToken, isPassing, SlackProblem} from '../slack-problem.ts'
import {slackSentence} from '../slack-sentence.ts'

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
