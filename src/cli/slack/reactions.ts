import type {SlackStatus} from '../../render/slack/index.ts'

/** Slack's names of 🚀, ✅, ⚠️ and ⏹. */
const reactions: Readonly<Record<SlackStatus, string>> = {
  running: 'rocket',
  completed: 'white_check_mark',
  failed: 'warning',
  'cut-off': 'black_square_for_stop',
}

/** The reaction on the first message of a thread: how the run stands. */
export const reactionOf = (status: SlackStatus): string => reactions[status]
