import {slackLevels} from '../../../render/slack/significance.ts'
import type {Option} from '../../arguments/command.ts'

/** How a run is told in Slack; `print` and `slack` have these. */
export const slackOptions: readonly Option[] = [
  {
    name: 'slack-level',
    value: 'level',
    choices: slackLevels,
    help: 'How much to tell: quiet (prompts, plans, errors, results), normal (answers and tools too), verbose (output, thinking, hooks).',
  },
  {
    name: 'slack-mention',
    value: 'user',
    help: 'Call somebody when a run fails: @name, an email address or an id (U…).',
  },
  {name: 'slack-channel', value: 'name', help: 'Post here instead of in RECOUNT_SLACK_CHANNEL.'},
  {
    name: 'slack-env',
    value: 'file',
    help: 'Read the Slack settings from this file, such as the .env of a project that you trust.',
  },
  {name: 'slack-thread', value: 'ts', help: 'Post into this thread instead of beginning one.'},
  {
    name: 'slack-wait',
    value: 'seconds',
    help: 'Wait no longer for Slack at the end. Usual: 30, and for "recount slack" until nothing gets through for 120.',
  },
  {name: 'slack-no-redact', help: 'Post what looks like a credential as it is.'},
]
