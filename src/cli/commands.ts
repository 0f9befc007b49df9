import type {Command, Option} from './command.ts'
import {archiveVerbs} from './verbs/archive-verbs.ts'
import {help} from './verbs/common-options.ts'
import {conversationVerbs} from './verbs/conversation-verbs.ts'
import {pageVerbs} from './verbs/page-verbs.ts'
import {recordingVerbs} from './verbs/recording-verbs.ts'
import {slackVerb} from './verbs/slack-verb.ts'
import {viewerVerbs} from './verbs/viewer-verbs.ts'

const welcome: Command = {
  name: 'welcome',
  operands: '',
  takes: {least: 0, most: 0},
  summary: 'Show the bundled sample session and what to do next.',
  description:
    'Inspects the sample session that comes with recount, and your own transcripts where there are any, and ' +
    'says how to pipe a real run into it.',
  options: [help],
  examples: ['recount welcome'],
  load: async () => (await import('./commands/welcome.ts')).welcome,
}

/** Every command: the one table behind the parser, `--help` and docs/cli.md. */
export const commands: readonly Command[] = [
  ...conversationVerbs,
  ...recordingVerbs,
  ...pageVerbs,
  ...viewerVerbs,
  slackVerb,
  ...archiveVerbs,
  welcome,
]

/** Options that stand without a command. */
export const globalOptions: readonly Option[] = [
  {name: 'version', short: 'V', help: 'Print the version.'},
  help,
]
