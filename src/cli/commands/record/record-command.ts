import type {Command} from '../../arguments/command.ts'
import {liveDisplayOptions} from '../../arguments/display-options.ts'

/** `recount record`. */
export const recordCommand: Command = {
  name: 'record',
  operands: '-- <command>…',
  summary: 'Run Claude Code, show its output live, and record every byte.',
  description:
    'Runs a command, prints its stream live, and records its exact output, with arrival times, into the archive. Adds ' +
    '--output-format stream-json --verbose if they are missing. The output goes straight into the recording, so nothing ' +
    "is lost in a crash. recount exits with the command's status. The first Ctrl-C is passed to the command, the second " +
    'kills it.',
  options: [
    {name: 'store', value: 'folder', help: 'Also write the conversation to this store (.chorus).'},
    {name: 'title', value: 'text', help: 'Title of the recording.'},
    {name: 'agent', value: 'name', needs: 'store', help: 'Agent name in the store. Default: claude.'},
    {
      name: 'workspace',
      value: 'name',
      needs: 'store',
      help: 'Workspace name in the store. Default: the name of the folder.',
    },
    {name: 'raw', help: "Pass the command's raw output through."},
    {name: 'budget', value: 'dollars', help: 'Warn at 80% and 100% of this budget.'},
    {name: 'budget-stop', needs: 'budget', help: 'Stop the command when the budget is used up.'},
    {
      name: 'ci',
      help: 'Afterwards write a job summary (GITHUB_STEP_SUMMARY), comment.md, session.html and usage.json.',
    },
    {
      name: 'ci-folder',
      value: 'folder',
      needs: 'ci',
      help: 'Folder for the files of --ci. Default: recount-ci.',
    },
    ...liveDisplayOptions,
  ],
  examples: [
    'recount record -- claude -p "Fix the failing test"',
    'recount record --budget 2.50 --budget-stop --ci -- claude -p "Review this change"',
    'recount record --store . --title "Night run" -- claude -p "…" --model opus',
  ],
  load: async () => (await import('./run-record.ts')).runRecord,
}
