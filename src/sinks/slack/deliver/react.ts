import type {Desk, Thread} from '../desk.ts'
import {note} from '../desk.ts'
import {headKey} from '../outgoing.ts'
import {isPassing, SlackProblem, slackSentence} from '../slack-problem.ts'

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
