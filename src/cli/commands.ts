import type {Command, Option} from './command.ts'
import {filterOptions} from './entry-filter.ts'
import {lookOptions} from './look-options.ts'

const help: Option = {name: 'help', short: 'h', help: 'Show what the command does and how to use it.'}
const json: Option = {name: 'json', help: 'Print one JSON object for programs instead of text for people.'}

/** Every command: the one table behind the parser, `--help` and docs/cli.md. */
export const commands: readonly Command[] = [
  {
    name: 'print',
    operands: '[-]',
    takes: {least: 0, most: 1},
    summary: 'Print a stream live; on a pipe, "recount" alone does the same.',
    description:
      'Prints what Claude Code says and does while it works, each call together with its result. On a terminal the ' +
      'bottom lines show what runs now. Lines that are no JSON pass through. RECOUNT_TITLE, RECOUNT_DESCRIPTION and ' +
      'RECOUNT_URL head the session (the CCPRETTY_ names work too). It ends when its input does.',
    options: [
      ...lookOptions,
      {
        name: 'orphan-after',
        value: 'seconds',
        help: "Give a call up that stays silent for so long. Usual: 30, or the tool's own longer timeout.",
      },
      {name: 'partial', help: 'Show texts while they are written; this is usual on a terminal.'},
      {name: 'no-partial', help: 'Show texts only when they are whole.'},
      {name: 'check', help: 'Exit with 1 if the run failed or was cut off, which a pipe hides.'},
      {name: 'tee', value: 'file', help: 'Keep what came, byte for byte, in a file.'},
      help,
    ],
    examples: [
      'claude -p "…" --output-format stream-json --verbose | recount print',
      'claude -p "…" --output-format stream-json --verbose | recount print --check --tee run.jsonl',
      'recount print --style box < stream.jsonl',
    ],
    load: async () => (await import('./commands/print.ts')).print,
  },
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
      'Prints a session that is over just as it was printed live, through a pager on a terminal, or writes it as a ' +
      'document for programs. A session is named by its id, the beginning of its id, a file, a folder, or "latest". ' +
      '"-" is standard input. The agents of a session are shown with it. A link that "search" gives (session#message) shows ' +
      'the turn around that message, and a session that was deleted is shown out of the archive.',
    options: [
      ...lookOptions,
      ...filterOptions,
      {name: 'no-pager', help: 'Print at once, also on a terminal.'},
      {
        name: 'format',
        value: 'name',
        choices: ['terminal', 'json'],
        help: 'How to write it: for a terminal, or as the JSON document of docs/document.md.',
      },
      help,
    ],
    examples: [
      'recount show latest',
      'recount show 3ae4c46c --errors --full',
      'recount show session.jsonl --turn 3..5 --tool Bash',
      'recount show stream.jsonl --format json',
    ],
    load: async () => (await import('./commands/show.ts')).show,
  },
  {
    name: 'replay',
    operands: '<session|file|folder>',
    takes: {least: 1, most: 1},
    summary: 'Play a saved session through the live printer.',
    description:
      'Prints a session at the pace at which it happened, as if it came through a pipe. Pauses are shortened to two ' +
      'seconds. Streams of older clients tell no times; their lines follow each other evenly.',
    options: [
      ...lookOptions,
      {name: 'speed', value: 'factor', help: 'Play faster or slower, or "max" for as fast as can be.'},
      {name: 'real-time', help: 'Do not shorten pauses.'},
      {name: 'from', value: 'time', help: 'Begin here: a time since the beginning, such as 90s or 5m.'},
      {name: 'to', value: 'time', help: 'End here.'},
      {name: 'no-partial', help: 'Show texts only when they are whole.'},
      help,
    ],
    examples: ['recount replay latest --speed 4', 'recount replay session.jsonl --from 5m --to 10m'],
    load: async () => (await import('./commands/replay.ts')).replay,
  },
  {
    name: 'index',
    operands: '[folder]…',
    takes: {least: 0, most: Number.POSITIVE_INFINITY},
    summary: 'Keep every session for good, and make it searchable.',
    description:
      "Takes in what is new below Claude Code's own folders and all that were named before, or below those that are named " +
      'now: transcripts, agents, tool results and recorded streams, byte for byte. What did not change is not opened. ' +
      'Every other command that needs the archive does the same first. It lies in RECOUNT_HOME, else in the ' +
      "system's folder for data.",
    options: [{name: 'watch', help: 'Go on, and take in what comes as it comes.'}, json, help],
    examples: ['recount index', 'recount index ~/recorded-streams', 'recount index --watch'],
    load: async () => (await import('./commands/index.ts')).index,
  },
  {
    name: 'ls',
    operands: '',
    takes: {least: 0, most: 0},
    summary: 'List the sessions that were kept.',
    description:
      'Lists sessions, the newest first, with title, project, age, turns, tools, errors and cost. A dot marks those ' +
      'that are going on. Times may be said as 2026-01-31, yesterday, 3d or "last week".',
    options: [
      {name: 'project', value: 'text', help: 'Only those in a folder whose path holds this.'},
      {name: 'branch', value: 'name', help: 'Only those on this branch.'},
      {name: 'model', value: 'text', help: 'Only those that a model of such a name answered in.'},
      {name: 'after', value: 'time', help: 'Only those that went on after this.'},
      {name: 'before', value: 'time', help: 'Only those that began before this.'},
      {name: 'live', help: 'Only those that are going on.'},
      {
        name: 'sort',
        value: 'by',
        choices: ['cost', 'time', 'size'],
        help: 'What comes first: the dearest, the newest (usual), the largest.',
      },
      {name: 'limit', value: 'number', help: 'No more than so many.'},
      json,
      help,
    ],
    examples: ['recount ls --after yesterday', 'recount ls --project shop --sort cost --limit 10'],
    load: async () => (await import('./commands/ls.ts')).ls,
  },
  {
    name: 'search',
    operands: '<query>…',
    takes: {least: 1, most: Number.POSITIVE_INFINITY},
    summary: 'Find anything that was said or done.',
    description:
      'Searches prompts, answers, thinking, tool inputs and results, agents and hooks. A query has words, "phrases", ' +
      'prefix*, -not, /regex/, OR, and fields: tool: error: project: branch: model: agent: kind: file: session: after: ' +
      'before: cost> and cost<. The link of a hit names its session and message.',
    options: [{name: 'limit', value: 'number', help: 'No more than so many. Usual: 20.'}, json, help],
    examples: [
      'recount search memberDiscount',
      'recount search \'"cannot find module" tool:Bash after:3d\'',
      "recount search 'error:yes project:shop -flaky'",
    ],
    load: async () => (await import('./commands/search.ts')).search,
  },
  {
    name: 'usage',
    operands: '[daily|weekly|monthly|session|project|model|blocks|statusline]',
    takes: {least: 0, most: 1},
    summary: 'Tell what was used and what it cost.',
    description:
      'Counts each answer once over everything that was kept, however often it was copied, and computes what it cost from ' +
      'prices that come with recount; prices.json beside the archive may say better. What the client reported stands ' +
      'beside it. "statusline" answers Claude Code\'s status line.',
    options: [
      {name: 'since', value: 'time', help: 'Only from this time on.'},
      {name: 'until', value: 'time', help: 'Only before this time.'},
      {name: 'project', value: 'text', help: 'Only in folders whose path holds this.'},
      {name: 'timezone', value: 'name', help: 'Whose days are meant. Usual: your own.'},
      {name: 'reconcile', help: 'Show where computed and reported cost differ, and why.'},
      json,
      help,
    ],
    examples: ['recount usage', 'recount usage model --since "last month"', 'recount usage blocks --json'],
    load: async () => (await import('./commands/usage.ts')).usage,
  },
  {
    name: 'restore',
    operands: '[session]',
    takes: {least: 0, most: 1},
    summary: 'Write kept files back, byte for byte.',
    description:
      'Writes the files of a session back to where they were, or below another folder, even after Claude Code has deleted ' +
      'them. Nothing that is there is overwritten.',
    options: [
      {name: 'to', value: 'folder', help: 'Write below this folder.'},
      {name: 'all', help: 'Write everything back.'},
      help,
    ],
    examples: ['recount restore 3ae4c46c', 'recount restore --all --to ~/all-sessions'],
    load: async () => (await import('./commands/restore.ts')).restore,
  },
  {
    name: 'sql',
    operands: '<query>',
    takes: {least: 1, most: 1},
    summary: 'Ask the archive a question of your own.',
    description: 'Runs one SQL query that can only read; docs/archive.md describes the tables.',
    options: [json, help],
    examples: ['recount sql "select tool, count(*) from call group by tool order by 2 desc"'],
    load: async () => (await import('./commands/sql.ts')).sql,
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
