import type {Command} from '../../arguments/command.ts'
import {webOptions} from '../../arguments/common-options.ts'
import {liveDisplayOptions} from '../../arguments/display-options.ts'
import {slackOptions} from '../slack/slack-command.ts'

/** `recount print`. */
export const printCommand: Command = {
  name: 'print',
  operands: '[-]',
  summary: 'Print a stream live (the default when input is piped).',
  description:
    'Prints what Claude Code says and does while it works, each call together with its result. On a terminal, the ' +
    'bottom lines show what is running. Lines that are not JSON are passed through. RECOUNT_TITLE, RECOUNT_DESCRIPTION ' +
    'and RECOUNT_URL set the heading (CCPRETTY_* also works). Exits at end of input.',
  options: [
    ...liveDisplayOptions,
    {
      name: 'orphan-after',
      value: 'seconds',
      help: "Mark a call as orphaned after this long without a sign of life. Default: 30, or the tool's own timeout if it is longer.",
    },
    {name: 'check', help: 'Exit with status 1 if the run failed or was cut off (a pipe would hide this).'},
    {name: 'tee', value: 'file', help: 'Also write the raw input to a file.'},
    {name: 'record', help: 'Record the input with timestamps into the archive.'},
    {name: 'web', help: 'Show the stream on a local web page instead, as "recount serve -" does.'},
    ...webOptions,
    {name: 'slack', help: 'Also post to Slack; see "recount slack".'},
    ...slackOptions.map((option) => ({...option, needs: 'slack'})),
  ],
  examples: [
    'claude -p "…" --output-format stream-json --verbose | recount print',
    'claude -p "…" --output-format stream-json --verbose | recount print --check --tee run.jsonl',
    'recount print --style box < stream.jsonl',
    'claude -p "…" --output-format stream-json --verbose | recount print --slack --slack-mention @ada',
  ],
  load: async () => (await import('./run-print.ts')).runPrint,
}
