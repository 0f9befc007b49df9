import type {Command} from '../../arguments/command.ts'

/** `recount restore`. */
export const restoreCommand: Command = {
  name: 'restore',
  operands: '[session]',
  summary: 'Restore archived files, byte for byte.',
  description:
    "Restores a session's files to their original place, or below another folder, even after Claude Code has deleted " +
    'them. Existing files are never overwritten. Only you can read the restored files (mode 0600).',
  options: [
    {name: 'to', value: 'folder', help: 'Restore below this folder. Default: the original place.'},
    {name: 'all', help: 'Restore everything.'},
  ],
  examples: ['recount restore 3ae4c46c', 'recount restore --all --to ~/all-sessions'],
  load: async () => (await import('./run-restore.ts')).runRestore,
}
