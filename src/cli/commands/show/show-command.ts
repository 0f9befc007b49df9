import type {Command} from '../../arguments/command.ts'
import {allProjectsOption} from '../../arguments/common-options.ts'
import {displayOptions} from '../../arguments/display-options.ts'
import {filterOptions} from '../../printing/entry-filter.ts'

/** `recount show`. */
export const showCommand: Command = {
  name: 'show',
  operands: '<session|file|folder|->',
  summary: 'Show one conversation.',
  description:
    'Prints a saved session exactly as it was printed live, through a pager on a terminal, or writes it as a JSON ' +
    'document. Give a session id (or a prefix), a file, a folder, "-" for standard input, or "latest": the first row of ' +
    '"recount ls". Inside a project folder, "latest" is the first row of "recount ls --project ." unless you pass --all. ' +
    '"latest~1" is the row after it. All commands take sessions this way. The agents of a session are shown with it. A ' +
    'link printed by "search" (session#message) shows the turn around that message; a prefix of each id is enough. A ' +
    'deleted session is read from the archive. If a session has several copies, the most complete one is shown.',
  options: [
    ...displayOptions,
    ...filterOptions,
    allProjectsOption,
    {name: 'no-pager', help: 'Do not use a pager.'},
    {
      name: 'format',
      value: 'name',
      choices: ['terminal', 'json'],
      help: 'Output format: terminal (default) or json (see docs/document.md).',
    },
  ],
  examples: [
    'recount show latest',
    'recount show 3ae4c46c --errors --full',
    'recount show session.jsonl --turn 3..5 --tool Bash',
    'recount show stream.jsonl --format json',
  ],
  load: async () => (await import('./run-show.ts')).runShow,
}
