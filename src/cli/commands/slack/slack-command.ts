import {slackLevels} from '../../../render/slack/significance.ts'
import type {Command, Option} from '../../arguments/command.ts'
import {allProjectsOption} from '../../arguments/common-options.ts'

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

/** `recount slack`. */
export const slackCommand: Command = {
  name: 'slack',
  operands: '[session|file|folder]',
  summary: 'Post a session to a Slack thread, finished or still running.',
  description:
    'Posts a session as one thread and keeps it up to date: each call is updated in place from ⏳ to its outcome, and the ' +
    "first message shows the run's status. Posted messages are remembered, so running it again continues the thread " +
    'without duplicates. Set RECOUNT_SLACK_TOKEN and RECOUNT_SLACK_CHANNEL, or RECOUNT_SLACK_WEBHOOK (CCPRETTY_* and ' +
    '~/.ccpretty.env also work). Credentials are redacted. For piped input, "recount --slack" does the same while it ' +
    'prints.',
  options: [
    allProjectsOption,
    {name: 'follow', help: 'Keep posting new activity until Ctrl-C.'},
    {name: 'test', help: 'Check the token, its scopes and the channel, and post one line.'},
    {name: 'dry-run', help: 'Print the messages instead of posting them, one JSON object per line.'},
    ...slackOptions,
  ],
  examples: [
    'recount slack --test',
    'recount slack latest',
    'recount slack 3ae4c46c --follow --slack-level quiet',
  ],
  load: async () => (await import('./run-slack.ts')).runSlack,
}
