import type {Desk, Thread} from '../desk.ts'
import {note} from '../desk.ts'
import type {SlackProblem} from '../slack-problem.ts'
import {isAboutMessage} from '../slack-problem.ts'
import {slackSentence} from '../slack-sentence.ts'

/** Makes the best of a refusal: what was wrong with a message is left out of it. All other trouble is handed on. */
export async function refused(
  {threadTs, problems}: Desk,
  thread: Thread,
  keys: readonly string[],
  problem: SlackProblem,
): Promise<void> {
  const {book} = thread
  if (isAboutMessage(problem)) {
    for (const key of keys) {
      const part = book.parts.get(key)
      if (part?.form === 'any' && keys.length > 1) part.form = 'alone'
      else if (part && part.form !== 'plain') part.form = 'plain'
      else {
        book.drop(key)
        problems.add(`Cannot post a message to Slack: ${slackSentence(problem.code)}.`)
      }
    }
    return
  }
  if (problem.code !== 'thread_not_found' || book.root === undefined || book.root === threadTs) throw problem
  await note(thread, {kind: 'gone', ts: book.root})
}
