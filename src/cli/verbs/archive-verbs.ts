import type {Command} from '../arguments/command.ts'
import {helpOption, jsonOption} from '../arguments/common-options.ts'

/** Commands that ask the archive. */
export const archiveVerbs: readonly Command[] = [
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
    options: [{name: 'watch', help: 'Go on, and take in what comes as it comes.'}, jsonOption, helpOption],
    examples: ['recount index', 'recount index ~/recorded-streams', 'recount index --watch'],
    load: async () => (await import('../commands/index/run-index.ts')).runIndex,
  },
  {
    name: 'ls',
    operands: '',
    takes: {least: 0, most: 0},
    summary: 'List the sessions that were kept.',
    description:
      'Lists sessions, the newest first, with title, project, age, turns, tools, errors and cost; "live" stands for the ' +
      'age of those that are going on. The cost is computed from prices, as in "recount usage", and each answer counts ' +
      'once, also where a session was forked; what the client itself reported stands there and on the page of the ' +
      'session. Times may be said as 2026-01-31, yesterday, 3d or "last week".',
    options: [
      {
        name: 'project',
        value: 'text',
        help: 'Only those in a folder whose path holds this; "." is the current folder alone.',
      },
      {name: 'branch', value: 'name', help: 'Only those on this branch.'},
      {name: 'model', value: 'text', help: 'Only those that a model of such a name answered in.'},
      {name: 'tool', value: 'name', help: 'Only those that called this tool.'},
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
      jsonOption,
      helpOption,
    ],
    examples: ['recount ls --after yesterday', 'recount ls --project shop --sort cost --limit 10'],
    load: async () => (await import('../commands/ls/run-ls.ts')).runLs,
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
    options: [
      {name: 'limit', value: 'number', help: 'No more than so many. Usual: 20.'},
      jsonOption,
      helpOption,
    ],
    examples: [
      'recount search memberDiscount',
      'recount search \'"cannot find module" tool:Bash after:3d\'',
      "recount search 'error:yes project:shop -flaky'",
    ],
    load: async () => (await import('../commands/search/run-search.ts')).runSearch,
  },
  {
    name: 'usage',
    operands: '[by]',
    takes: {least: 0, most: 1},
    summary: 'Tell what was used and what it cost.',
    description:
      'Adds up by days (daily, which is usual), weekly, monthly, by session, project, model or tool, or by blocks of five ' +
      'hours (blocks). Counts each answer once over everything that was kept, however often it was copied, and computes what it cost from ' +
      'prices that come with recount; prices.json beside the archive may say better. What the client reported stands ' +
      'beside it. By tool, tokens and cost are those of the answers that called it. "statusline" answers Claude Code\'s status ' +
      'line.',
    options: [
      {name: 'since', value: 'time', help: 'Only from this time on.'},
      {name: 'until', value: 'time', help: 'Only until then; a day that is named is part of it.'},
      {name: 'project', value: 'text', help: 'Only in folders whose path holds this.'},
      {name: 'timezone', value: 'name', help: 'Whose days are meant. Usual: your own.'},
      {name: 'reconcile', help: 'Show where computed and reported cost differ, and why.'},
      jsonOption,
      helpOption,
    ],
    examples: ['recount usage', 'recount usage model --since "last month"', 'recount usage blocks --json'],
    load: async () => (await import('../commands/usage/run-usage.ts')).runUsage,
  },
  {
    name: 'restore',
    operands: '[session]',
    takes: {least: 0, most: 1},
    summary: 'Write kept files back, byte for byte.',
    description:
      'Writes the files of a session back to where they were, or below another folder, even after Claude Code has deleted ' +
      'them. Nothing that is there is overwritten. Only you can read what is written (mode 0600).',
    options: [
      {name: 'to', value: 'folder', help: 'Write below this folder.'},
      {name: 'all', help: 'Write everything back.'},
      helpOption,
    ],
    examples: ['recount restore 3ae4c46c', 'recount restore --all --to ~/all-sessions'],
    load: async () => (await import('../commands/restore/run-restore.ts')).runRestore,
  },
  {
    name: 'doctor',
    operands: '',
    takes: {least: 0, most: 0},
    summary: 'Check the archive and its index, and repair them.',
    description:
      'Checks the database, the checksum of every block, whether all rows are those that the kept bytes give, and the search ' +
      'index. Repairs what is damaged: from the bytes that can be read, and from the files that are still on disk. Names ' +
      'what is lost. The damaged archive is kept as archive.db.damaged-…. The exit code is 0 only if nothing was damaged.',
    options: [jsonOption, helpOption],
    examples: ['recount doctor'],
    load: async () => (await import('../commands/doctor/run-doctor.ts')).runDoctor,
  },
  {
    name: 'sql',
    operands: '<query>',
    takes: {least: 1, most: 1},
    summary: 'Ask the archive a question of your own.',
    description: 'Runs one SQL query that can only read; docs/archive.md describes the tables.',
    options: [jsonOption, helpOption],
    examples: ['recount sql "select tool, count(*) from call group by tool order by 2 desc"'],
    load: async () => (await import('../commands/sql/run-sql.ts')).runSqlQuery,
  },
]
