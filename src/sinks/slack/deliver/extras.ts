import type {Desk, Thread} from '../desk.ts'
import {note} from '../desk.ts'
import {headKey} from '../outgoing.ts'
import {arrayOf, fieldOf, textOf} from '../slack-api.ts'
import {isPassing, SlackProblem, slackSentence} from '../slack-problem.ts'
import type {ThreadBook} from '../thread-book.ts'

/** The messages whose files are to be sent next. */
export function* nextFiles(book: ThreadBook, {forbidden}: Desk): Generator<string> {
  if (forbidden.has('files')) return
  for (const [key, {wanted}] of book.parts)
    if (wanted.file && !book.files.has(key) && book.carrierOf(key)) yield key
}

/** Sends the file of a message into its thread. */
export async function sendFile(desk: Desk, thread: Thread, key: string): Promise<void> {
  const {book} = thread
  const {caller, problems, forbidden} = desk
  const file = book.parts.get(key)?.wanted.file
  if (!file) return
  try {
    if (!(book.triedFiles.has(key) && (await isThere(desk, thread, file.name)))) {
      const length = new TextEncoder().encode(file.content).length
      const place = await caller.call('files.getUploadURLExternal', {filename: file.name, length})
      await caller.api.upload(textOf(place, 'upload_url') ?? '', file.content)
      await note(thread, {kind: 'file-try', key})
      await caller.call('files.completeUploadExternal', {
        files: [{id: textOf(place, 'file_id'), title: file.title}],
        channel_id: book.channel,
        ...(book.root === undefined ? {} : {thread_ts: book.root}),
      })
    }
  } catch (error) {
    if (!(error instanceof SlackProblem) || isPassing(error)) throw error
    forbidden.add('files')
    problems.add(`Cannot send a long text to Slack as a file: ${slackSentence(error.code, error.needed)}.`)
    return
  }
  await note(thread, {kind: 'file', key})
}

async function isThere({caller, channel}: Desk, {book}: Thread, name: string): Promise<boolean> {
  const answer = await caller.call('conversations.replies', {
    channel: book.channel ?? channel,
    ts: book.root,
    limit: 1000,
  })
  return arrayOf(answer['messages']).some((message) =>
    arrayOf(fieldOf(message, 'files')).some((file) => fieldOf(file, 'name') === name),
  )
}

/** Slack's words for a reaction that is as it should be already. */
const harmless = ['already_reacted', 'no_reaction', 'message_not_found']

/** Tells what is to be done about our reaction on the first message. */
export function nextReaction(
  {book, wantedReaction}: Thread,
  {forbidden}: Pick<Desk, 'forbidden'>,
): 'reactions.add' | 'reactions.remove' | undefined {
  const {name, sure} = book.reaction
  if (forbidden.has('reactions') || wantedReaction === undefined || !book.carrierOf(headKey)) return undefined
  if (name !== undefined && name !== wantedReaction) return 'reactions.remove'
  return name === wantedReaction && sure ? undefined : 'reactions.add'
}

/** Takes our reaction away, or gives the one that is wanted. What may be there counts as there until it was removed. */
export async function react(desk: Desk, thread: Thread): Promise<void> {
  const {caller, channel, problems, forbidden} = desk
  const {book, wantedReaction} = thread
  const method = nextReaction(thread, desk)
  if (!method) return
  const adds = method === 'reactions.add'
  const name = adds ? wantedReaction : book.reaction.name
  if (adds) await note(thread, {kind: 'reaction', name, sure: false})
  try {
    await caller.call(method, {
      channel: book.channel ?? channel,
      timestamp: book.carrierOf(headKey)?.ts,
      name,
    })
  } catch (error) {
    if (!(error instanceof SlackProblem) || isPassing(error)) throw error
    if (!harmless.includes(error.code)) {
      forbidden.add('reactions')
      problems.add(`Cannot react to a message in Slack: ${slackSentence(error.code, error.needed)}.`)
      return
    }
  }
  await note(thread, {kind: 'reaction', name: adds ? name : undefined, sure: true})
}
