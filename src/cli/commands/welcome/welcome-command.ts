import type {Command} from '../../arguments/command.ts'

/** `recount welcome`. */
export const welcomeCommand: Command = {
  name: 'welcome',
  operands: '',
  summary: 'Show the bundled sample session and what to do next.',
  description:
    'Summarizes the sample session that comes with recount, and your own transcripts if there are any, and shows how to ' +
    'pipe a real run into it.',
  options: [],
  examples: ['recount welcome'],
  load: async () => (await import('./run-welcome.ts')).runWelcome,
}
