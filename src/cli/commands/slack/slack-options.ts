import {slackLevels} from '../../../render/slack/significance.ts'
import type {Option} from '../../arguments/command.ts'

/** How a run is posted to Slack; for `print` and `slack`. */
export const slackOptions: readonly Option[] = [
  {
    name: 'slack-level',
    value: 'level',
    choices: slackLevels,
    help: 'How much to post: quiet (prompts, plans, errors, results), normal (also responses and tools; default) or verbose (also output, thinking, hooks).',
  },
  {
    name: 'slack-mention',
    value: 'user',
    help: 'Mention someone when a run fails: @name, an email address or an id (U…).',
  },
  {
    name: 'slack-channel',
    value: 'name',
    help: 'Post to this channel. Default: RECOUNT_SLACK_CHANNEL.',
  },
  {
    name: 'slack-env',
    value: 'file',
    help: 'Read the Slack settings from this file, such as the .env of a project that you trust.',
  },
  {
    name: 'slack-thread',
    value: 'ts',
    help: 'Reply to this thread instead of starting a new one.',
  },
  {
    name: 'slack-wait',
    value: 'seconds',
    help: 'Maximum seconds to wait for Slack at the end. Default: 30 ("recount slack": give up after 120 s without progress).',
  },
  {name: 'slack-no-redact', help: 'Do not redact credentials.'},
]
