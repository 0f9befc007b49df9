import type {Command, Option} from './command.ts'

const help: Option = {name: 'help', short: 'h', help: 'Show what the command does and how to use it.'}
const json: Option = {name: 'json', help: 'Print one JSON object for programs instead of text for people.'}

/** Every command: the one table behind the parser, `--help` and docs/cli.md. */
export const commands: readonly Command[] = [
  {
    name: 'inspect',
    operands: '<file|folder|->…',
    takes: {least: 1, most: Number.POSITIVE_INFINITY},
    summary: 'Tell what is in transcripts, streams and folders of them.',
    description:
      'Reads everything that is named and counts it: records, messages by kind, sessions, agents, branches, tool ' +
      'runs by state, tokens and reported cost. Every record is a message, unknown or unreadable, so the counts ' +
      'always add up. Memory does not grow with the size of a file. "-" is standard input.',
    options: [json, help],
    examples: [
      'recount inspect ~/.claude/projects',
      'recount inspect session.jsonl --json',
      'claude -p "hi" --output-format stream-json --verbose | recount inspect -',
    ],
    load: async () => (await import('./commands/inspect.ts')).inspect,
  },
  {
    name: 'show',
    operands: '<session|file|folder|->',
    takes: {least: 1, most: 1},
    summary: 'Show one conversation.',
    description:
      'Folds a session into one conversation, with turns, tool runs, agents, branches, usage and outcome, and prints it. A ' +
      'session is named by its id, the beginning of its id, a file, a folder, or "latest". "-" is standard input.',
    options: [
      {
        name: 'format',
        value: 'name',
        choices: ['json'],
        help: 'How to write it; "json" is the document of docs/document.md.',
      },
      help,
    ],
    examples: [
      'recount show latest --format json',
      'recount show 3ae4c46c --format json',
      'recount show stream.jsonl --format json',
    ],
    load: async () => (await import('./commands/show.ts')).show,
  },
  {
    name: 'welcome',
    operands: '',
    takes: {least: 0, most: 0},
    summary: 'Show the bundled sample session and what to do next.',
    description:
      'Inspects the sample session that comes with recount, and your own transcripts where there are any, and ' +
      'says how to pipe a real run into it. This is what "npm start" runs.',
    options: [help],
    examples: ['recount welcome'],
    load: async () => (await import('./commands/welcome.ts')).welcome,
  },
]

/** Options that stand without a command. */
export const globalOptions: readonly Option[] = [
  {name: 'version', short: 'V', help: 'Print the version.'},
  help,
]
