import type {Command, Option} from './arguments/command.ts'
import {helpOption, pluginOption} from './arguments/common-options.ts'
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

/** Commands that neither read nor show sessions. */
const withoutPlugins: ReadonlySet<string> = new Set(['resume', 'restore', 'doctor', 'sql', 'welcome'])

/** Every command: the one table behind the parser, `--help` and docs/cli.md. */
export const commands: readonly Command[] = [
  ...conversationVerbs,
  ...recordingVerbs,
  ...pageVerbs,
  ...viewerVerbs,
  slackCommand,
  ...archiveVerbs,
  welcome,
].map((command) =>
  withoutPlugins.has(command.name)
    ? command
    : {...command, options: [...command.options.slice(0, -1), pluginOption, ...command.options.slice(-1)]},
)

/** Options that stand without a command. */
export const globalOptions: readonly Option[] = [
  {name: 'version', short: 'V', help: 'Print the version.'},
  helpOption,
]
