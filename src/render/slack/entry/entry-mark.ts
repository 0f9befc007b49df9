import type {Entry, EntryKind} from '../../../page/index.ts'
import {kindMarks, stateMarks} from '../../../page/index.ts'

/** Where Slack has another mark: a person for what a person wrote, and a dot for what needs no picture. */
const slackMarks: Partial<Readonly<Record<EntryKind, string>>> = {
  prompt: '👤',
  steering: '👤',
  command: '👤',
  answer: '·',
  tool: '·',
  instruction: '·',
  attachment: '·',
  metadata: '·',
  unknown: '·',
  unreadable: '·',
}

/** The mark an entry that is no call begins with. */
export function slackMark({kind, isError}: Entry): string {
  if (isError) return stateMarks.emoji.failed
  return kind === 'result' ? stateMarks.emoji.completed : (slackMarks[kind] ?? kindMarks[kind].emoji)
}

/** How a call came out; one that was refused in an answer that is no error has failed. */
export function toolRunMark({state = 'pending', isError}: Entry): string {
  return stateMarks.emoji[state === 'completed' && isError ? 'failed' : state]
}
