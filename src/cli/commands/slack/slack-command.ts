import type {Command} from '../../arguments/command.ts'
import {allProjectsOption, helpOption} from '../../arguments/common-options.ts'
import {slackOptions} from './slack-options.ts'

/** The command that tells a session in Slack. */
export const slackCommand: Command = {
  name: 'slack',
  operands: '[session|file|folder]',
  takes: {least: 0, most: 1},
  summary: 'Tell a session in a Slack thread, whether it is over or goes on.',
  description:
    'Posts a session as one thread and keeps it up to date: calls change in place from ⏳ to how they came out, and the ' +
    'first message shows how the run stands. What was posted is remembered, so that running it again goes on where it ' +
    'was and doubles nothing. It posts with RECOUNT_SLACK_TOKEN to RECOUNT_SLACK_CHANNEL, or with RECOUNT_SLACK_WEBHOOK ' +
    '(the CCPRETTY_ names and ~/.ccpretty.env work too). What looks like a credential is hidden. For a run that ' +
    'comes through a pipe, "recount --slack" does the same while it prints.',
  options: [
    allProjectsOption,
    {name: 'follow', help: 'Go on, and tell what comes as it comes, until Ctrl-C.'},
    {name: 'test', help: 'Check the token, what it may do and the channel, and post one line.'},
    {name: 'dry-run', help: 'Print the messages instead of posting them, one JSON object a line.'},
    ...slackOptions,
    helpOption,
  ],
  examples: [
    'recount slack --test',
    'recount slack latest',
    'recount slack 3ae4c46c --follow --slack-level quiet',
  ],
  load: async () => (await import('./run-slack.ts')).runSlack,
}
