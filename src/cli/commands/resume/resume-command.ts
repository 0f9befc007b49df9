import type {Command} from '../../arguments/command.ts'
import {allProjectsOption} from '../../arguments/common-options.ts'

/** `recount resume`. */
export const resumeCommand: Command = {
  name: 'resume',
  operands: '<session> [-- <argument>…]',
  summary: 'Resume a session in its original folder.',
  description:
    'Starts claude --resume in the folder in which the session worked, with any arguments that follow. "latest" is the ' +
    'latest session that Claude Code still has; inside a project folder, the latest of that project. If the transcript ' +
    'names a folder outside its project, recount asks first. If a session cannot be resumed, it says why and what to do.',
  options: [
    allProjectsOption,
    {name: 'fork', help: 'Continue in a fork; leave the original untouched.'},
    {
      name: 'folder',
      value: 'folder',
      help: 'Resume in this folder. Default: the folder that the transcript names.',
    },
    {name: 'print', help: 'Print the shell command instead of running it.'},
  ],
  examples: ['recount resume latest', 'recount resume 3ae4c46c --fork -- -p "and now the docs"'],
  load: async () => (await import('./run-resume.ts')).runResume,
}
