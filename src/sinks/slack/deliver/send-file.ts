import type {Desk, Thread} from '../desk.ts'
import {note} from '../desk.ts'
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
