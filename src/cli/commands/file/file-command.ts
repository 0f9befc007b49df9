import type {Command} from '../../arguments/command.ts'

/** `recount file`. */
export const fileCommand: Command = {
  name: 'file',
  operands: '<path>',
  summary: 'Show which sessions changed a file, and how.',
  description:
    'Lists every session that wrote or edited a file, newest first, each with its combined change. Give a path, or the ' +
    'end of one: "src/app.ts" finds that file in every project if the current folder has no session that changed it.',
  options: [
    {name: 'limit', value: 'n', help: 'Show at most this many sessions. Default: 10.'},
    {name: 'full', help: 'Do not truncate long changes.'},
    {name: 'json', help: 'Print one JSON object per session and line (see docs/json.md).'},
  ],
  examples: ['recount file src/app.ts', 'recount file ~/work/shop/discount.ts --limit 3 --full'],
  load: async () => (await import('./run-file.ts')).runFile,
}
