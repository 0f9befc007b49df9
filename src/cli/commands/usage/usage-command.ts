import type {Command} from '../../arguments/command.ts'
import {jsonOption} from '../../arguments/common-options.ts'

/** `recount usage`. */
export const usageCommand: Command = {
  name: 'usage',
  operands: '[by]',
  summary: 'Show token usage and cost.',
  description:
    'Groups by day (daily, the default), weekly, monthly, session, project, model or tool, by five-hour windows ' +
    '(blocks) or by the hour of the week (hours). "summary" shows this month, its projection, last month and today, next to ' +
    'the budget and the plan in config.json. Counts each response once over the whole archive, however often it was copied, and computes its cost from ' +
    'the prices that come with recount; override prices in prices.json next to the archive. The cost reported by the ' +
    'client is shown next to it. By tool, tokens and cost are those of the responses that called it. "statusline" prints a ' +
    'line for Claude Code\'s statusLine setting. Times: 2026-01-31, yesterday, 3d or "last week".',
  options: [
    {name: 'since', value: 'time', help: 'From this time on.'},
    {name: 'until', value: 'time', help: 'Up to this time; a day is included.'},
    {name: 'split', value: 'by', help: 'Split each row by model, project or kind of token (kind).'},
    {name: 'project', value: 'text', help: 'Only projects whose path contains this.'},
    {name: 'timezone', value: 'name', help: 'Time zone for days. Default: local.'},
    {name: 'reconcile', help: 'Show where computed and reported cost differ, and why.'},
    {...jsonOption, help: 'Output one JSON object; with --reconcile, one object per line (docs/json.md).'},
  ],
  examples: [
    'recount usage',
    'recount usage summary',
    'recount usage daily --split model --since 7d',
    'recount usage model --since "last month"',
    'recount usage blocks --json',
  ],
  // A status line must be quick, so each grouping loads only its own code.
  load: async () => async (host, given) =>
    given.operands[0] === 'statusline'
      ? (await import('./print-status-line.ts')).printStatusLine(host)
      : (await import('./print-usage.ts')).printUsage(host, given),
}
