import type {Command} from '../../arguments/command.ts'
import {jsonLinesOption} from '../../arguments/common-options.ts'

/** `recount ls`. */
export const lsCommand: Command = {
  name: 'ls',
  operands: '',
  summary: 'List archived sessions.',
  description:
    'Lists sessions, newest first, with title, project, age, turns, tool calls, errors and cost; running sessions show ' +
    '"live" instead of an age. The cost is computed from prices, as in "recount usage", and each response is counted once, ' +
    'even in forks; the cost reported by the client is in "recount usage" and on the session page. Times: 2026-01-31, ' +
    'yesterday, 3d or "last week".',
  options: [
    {
      name: 'project',
      value: 'text',
      help: 'Only projects whose path contains this; "." is the current folder alone.',
    },
    {name: 'branch', value: 'name', help: 'Only sessions on this git branch.'},
    {name: 'model', value: 'text', help: 'Only sessions that used a model matching this.'},
    {name: 'tool', value: 'name', help: 'Only sessions that called this tool.'},
    {name: 'after', value: 'time', help: 'Only sessions active after this.'},
    {name: 'before', value: 'time', help: 'Only sessions that started before this.'},
    {name: 'live', help: 'Only running sessions.'},
    {name: 'starred', help: 'Only starred sessions.'},
    {name: 'tag', value: 'name', help: 'Only sessions with this tag.'},
    {name: 'hidden', help: 'Only hidden sessions. Default: all others.'},
    {
      name: 'sort',
      value: 'by',
      choices: ['cost', 'time', 'size'],
      help: 'Sort by: time (default), cost or size.',
    },
    {name: 'limit', value: 'number', help: 'Maximum number of results. Default: no limit.'},
    jsonLinesOption,
  ],
  examples: ['recount ls --after yesterday', 'recount ls --project shop --sort cost --limit 10'],
  load: async () => (await import('./run-ls.ts')).runLs,
}
