import type {Command} from '../../arguments/command.ts'
import {allProjectsOption, jsonOption} from '../../arguments/common-options.ts'

/** `recount inspect`. */
export const inspectCommand: Command = {
  name: 'inspect',
  operands: '<session|file|folder|->…',
  summary: 'Summarize transcripts, streams, or folders of them.',
  description:
    'Reads everything given and counts it: records, messages by kind, sessions, agents, branches, tool calls by ' +
    'state, tokens and cost. Every record is a message, unknown or unreadable, so the counts always add up. Memory use ' +
    'does not grow with the size of a file. "-" is standard input.',
  options: [allProjectsOption, jsonOption],
  examples: [
    'recount inspect ~/.claude/projects',
    'recount inspect session.jsonl --json',
    'claude -p "hi" --output-format stream-json --verbose | recount inspect -',
  ],
  load: async () => (await import('./run-inspect.ts')).runInspect,
}
