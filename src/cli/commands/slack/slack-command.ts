import type {Command} from '../../arguments/command.ts'
import {allProjectsOption} from '../../arguments/common-options.ts'
import {slackOptions} from './slack-options.ts'

/** `recount slack`. */
export const slackCommand: Command = {
  name: 'slack',
  operands: '[session|file|folder]',
  summary: 'Post a session to a Slack thread, finished or still running.',
  description:
    'Posts a session as one thread and keeps it up to date: each call is updated in place from ⏳ to its outcome, and the ' +
    "first message shows the run's status. Posted messages are remembered, so running it again continues the thread " +
    'without duplicates. Set RECOUNT_SLACK_TOKEN and RECOUNT_SLACK_CHANNEL, or RECOUNT_SLACK_WEBHOOK (CCPRETTY_* and ' +
    '~/.ccpretty.env also work). Credentials are redacted. For a run that comes through a pipe, "recount --slack" does the ' +
    'same while it prints.',
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
