import {type Command, helpOption, type Option} from './arguments/command.ts'
import {pluginOption} from './arguments/common-options.ts'
import {changesCommand} from './commands/changes/changes-command.ts'
import {curateCommands} from './commands/curate/curate-commands.ts'
import {doctorCommand} from './commands/doctor/doctor-command.ts'
import {exportCommand} from './commands/export/export-command.ts'
import {importCommand} from './commands/import/import-command.ts'
import {indexCommand} from './commands/index/index-command.ts'
import {inspectCommand} from './commands/inspect/inspect-command.ts'
import {lsCommand} from './commands/ls/ls-command.ts'
import {printCommand} from './commands/print/print-command.ts'
import {recordCommand} from './commands/record/record-command.ts'
import {replayCommand} from './commands/replay/replay-command.ts'
import {restoreCommand} from './commands/restore/restore-command.ts'
import {resumeCommand} from './commands/resume/resume-command.ts'
import {searchCommand} from './commands/search/search-command.ts'
import {serveCommand} from './commands/serve/serve-command.ts'
import {showCommand} from './commands/show/show-command.ts'
import {slackCommand} from './commands/slack/slack-command.ts'
import {sqlCommand} from './commands/sql/sql-command.ts'
import {usageCommand} from './commands/usage/usage-command.ts'
import {welcomeCommand} from './commands/welcome/welcome-command.ts'

/** Commands that neither read nor show sessions. */
const withoutPlugins: ReadonlySet<string> = new Set([
  ...curateCommands.map(({name}) => name),
  ...['resume', 'restore', 'doctor', 'sql', 'welcome'],
])

/** Every command: the one table behind the parser, `--help` and docs/cli.md. */
export const commands: readonly Command[] = [
  printCommand,
  inspectCommand,
  showCommand,
  replayCommand,
  changesCommand,
  recordCommand,
  resumeCommand,
  importCommand,
  exportCommand,
  serveCommand,
  slackCommand,
  indexCommand,
  lsCommand,
  searchCommand,
  usageCommand,
  ...curateCommands,
  restoreCommand,
  doctorCommand,
  sqlCommand,
  welcomeCommand,
].map((command) =>
  withoutPlugins.has(command.name) ? command : {...command, options: [...command.options, pluginOption]},
)

/** Options that need no command. */
export const globalOptions: readonly Option[] = [
  {name: 'version', short: 'V', help: 'Print the version.'},
  helpOption,
]
