import type {Command} from '../arguments/command.ts'
import {allProjectsOption, helpOption, jsonOption, webOptions} from '../arguments/common-options.ts'
import {displayOptions} from '../arguments/display-options.ts'
import {slackOptions} from '../commands/slack/slack-options.ts'
import {filterOptions} from '../printing/entry-filter.ts'

/** Commands that read conversations and print them. */
export const conversationVerbs: readonly Command[] = [
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
      ...displayOptions,
      {
        name: 'orphan-after',
        value: 'seconds',
        help: "Give a call up that stays silent for so long. Usual: 30, or the tool's own longer timeout.",
      },
      {name: 'no-partial', help: 'Show texts only when they are whole.'},
      {name: 'check', help: 'Exit with 1 if the run failed or was cut off, which a pipe hides.'},
      {name: 'tee', value: 'file', help: 'Keep what came, byte for byte, in a file.'},
      {name: 'record', help: 'Keep what came and when it came, where the archive takes it in.'},
      {name: 'web', help: 'Show it on a local web page instead, as "recount serve -" does.'},
      ...webOptions,
      {name: 'slack', help: 'Tell it in a Slack thread as well; see "recount slack".'},
      ...slackOptions.map((option) => ({...option, needs: 'slack'})),
      helpOption,
    ],
    examples: [
      'claude -p "…" --output-format stream-json --verbose | recount print',
      'claude -p "…" --output-format stream-json --verbose | recount print --check --tee run.jsonl',
      'recount print --style box < stream.jsonl',
      'claude -p "…" --output-format stream-json --verbose | recount print --slack --slack-mention @ada',
    ],
    load: async () => (await import('../commands/print/run-print.ts')).runPrint,
  },
  {
    name: 'inspect',
    operands: '<session|file|folder|->…',
    takes: {least: 1, most: Number.POSITIVE_INFINITY},
    summary: 'Tell what is in transcripts, streams and folders of them.',
    description:
      'Reads everything that is named and counts it: records, messages by kind, sessions, agents, branches, tool ' +
      'runs by state, tokens and reported cost. Every record is a message, unknown or unreadable, so the counts ' +
      'always add up. Memory does not grow with the size of a file. "-" is standard input.',
    options: [allProjectsOption, jsonOption, helpOption],
    examples: [
      'recount inspect ~/.claude/projects',
      'recount inspect session.jsonl --json',
      'claude -p "hi" --output-format stream-json --verbose | recount inspect -',
    ],
    load: async () => (await import('../commands/inspect/run-inspect.ts')).runInspect,
  },
  {
    name: 'show',
    operands: '<session|file|folder|->',
    takes: {least: 1, most: 1},
    summary: 'Show one conversation.',
    description:
      'Prints a session that is over just as it was printed live, through a pager on a terminal, or writes it as a ' +
      'document for programs. A session is named by its id, the beginning of its id, a file, a folder, or "latest": the ' +
      'first row of "recount ls". Inside the folder of a project, "latest" is the first row of "recount ls --project ." ' +
      'unless --all is given. "latest~1" is the row after it. All commands name sessions in this way. ' +
      '"-" is standard input. The agents of a session are shown with it. A link that "search" gives (session#message) shows ' +
      'the turn around that message; the beginnings of both ids are enough. A session that was deleted is shown out of the archive, and of several copies the most complete one is shown.',
    options: [
      ...displayOptions,
      ...filterOptions,
      allProjectsOption,
      {name: 'no-pager', help: 'Print at once, also on a terminal.'},
      {
        name: 'format',
        value: 'name',
        choices: ['terminal', 'json'],
        help: 'How to write it: for a terminal, or as the JSON document of docs/document.md.',
      },
      helpOption,
    ],
    examples: [
      'recount show latest',
      'recount show 3ae4c46c --errors --full',
      'recount show session.jsonl --turn 3..5 --tool Bash',
      'recount show stream.jsonl --format json',
    ],
    load: async () => (await import('../commands/show/run-show.ts')).runShow,
  },
  {
    name: 'replay',
    operands: '<session|file|folder>',
    takes: {least: 1, most: 1},
    summary: 'Play a saved session again: in the terminal, on a web page, or as a stream.',
    description:
      'Prints a session at the pace at which it happened, as if it came through a pipe. Pauses are shortened to two ' +
      'seconds. Streams of older clients tell no times; where nobody recorded them, their lines follow each other evenly. ' +
      'As stream-json, what was a stream comes out as it was; from a transcript a stream is made, and its init says so.',
    options: [
      ...displayOptions,
      {name: 'speed', value: 'factor', help: 'Play faster or slower, or "max" for as fast as can be.'},
      allProjectsOption,
      {name: 'real-time', help: 'Do not shorten pauses.'},
      {name: 'from', value: 'time', help: 'Begin here: a time since the beginning, such as 90s or 5m.'},
      {name: 'to', value: 'time', help: 'End here.'},
      {name: 'no-partial', help: 'Show texts only when they are whole.'},
      {
        name: 'format',
        value: 'name',
        choices: ['terminal', 'stream-json'],
        help: 'Print it, or write it as a stream that another program can read. Usual: terminal.',
      },
      {name: 'web', help: 'Play it on a local web page instead; it begins when the page is opened.'},
      ...webOptions,
      helpOption,
    ],
    examples: [
      'recount replay latest --speed 4',
      'recount replay session.jsonl --from 5m --to 10m',
      'recount replay latest --web --open --speed 4',
      'recount replay latest --format stream-json --speed max | my-program',
    ],
    load: async () => (await import('../commands/replay/run-replay.ts')).runReplay,
  },
]
