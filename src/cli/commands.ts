import type {Command, Option} from './arguments/command.ts'
import {helpOption} from './arguments/common-options.ts'
import {pageVerbs} from './commands/export/export-command.ts'
import {viewerVerbs} from './commands/serve/serve-command.ts'
import {slackCommand} from './commands/slack/slack-command.ts'
import {archiveVerbs} from './verbs/archive-verbs.ts'
import {conversationVerbs} from './verbs/conversation-verbs.ts'
import {recordingVerbs} from './verbs/recording-verbs.ts'

const welcome: Command = {
  name: 'welcome',
  operands: '',
  takes: {least: 0, most: 0},
  summary: 'Show the bundled sample session and what to do next.',
  description:
    'Inspects the sample session that comes with recount, and your own transcripts where there are any, and ' +
    'says how to pipe a real run into it.',
  options: [helpOption],
  examples: ['recount welcome'],
  load: async () => (await import('./commands/welcome/run-welcome.ts')).runWelcome,
}

/** Every command: the one table behind the parser, `--help` and docs/cli.md. */
export const commands: readonly Command[] = [
  ...conversationVerbs,
  ...recordingVerbs,
  ...pageVerbs,
  ...viewerVerbs,
  slackCommand,
  ...archiveVerbs,
  welcome,
]

/** Options that stand without a command. */
export const globalOptions: readonly Option[] = [
  {name: 'version', short: 'V', help: 'Print the version.'},
  helpOption,
]
