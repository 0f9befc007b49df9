import type {Command} from '../../arguments/command.ts'
import {allProjectsOption} from '../../arguments/common-options.ts'

/** `recount changes`. */
export const changesCommand: Command = {
  name: 'changes',
  operands: '<session|file|folder|->',
  summary: 'Show what a session changed: files, commits, pull requests.',
  description:
    'Lists each file that a session wrote or edited, with all of its changes combined, and the commits and pull requests ' +
    'of the session. --patch prints one patch from the first known content of each file to the last; it applies with ' +
    '"git apply" in the folder of the session. Files outside of that folder are left out of the patch.',
  options: [
    allProjectsOption,
    {name: 'patch', help: 'Print the changes as a patch.'},
    {name: 'json', help: 'Print one JSON object (see docs/json.md).'},
  ],
  examples: ['recount changes latest', 'recount changes 3ae4c46c --patch | git apply'],
  load: async () => (await import('./run-changes.ts')).runChanges,
}
