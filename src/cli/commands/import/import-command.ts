import type {Command} from '../../arguments/command.ts'
import {allProjectsOption} from '../../arguments/common-options.ts'

/** `recount import`. */
export const importCommand: Command = {
  name: 'import',
  operands: '<store|file|folder|session>…',
  summary: 'Import conversations into the archive or a store.',
  description:
    'Copies conversations from conversation stores (.chorus), recorded streams and transcripts into the archive, byte ' +
    'for byte, or writes them to another store. Importing twice is safe.',
  options: [
    allProjectsOption,
    {name: 'store', value: 'folder', help: 'Write to this conversation store instead of the archive.'},
    {
      name: 'agent',
      value: 'name',
      needs: 'store',
      help: 'Agent name in the store. Default: the original name, or claude.',
    },
    {
      name: 'workspace',
      value: 'name',
      needs: 'store',
      help: 'Workspace name in the store. Default: the original name, or the folder in which the session worked.',
    },
    {name: 'title', value: 'text', needs: 'store', help: 'Title in the store. Default: the original title.'},
  ],
  examples: ['recount import ~/work/.chorus', 'recount import run.jsonl --store . --agent reviewer'],
  load: async () => (await import('./run-import.ts')).runImport,
}
