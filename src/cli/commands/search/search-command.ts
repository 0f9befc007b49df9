import type {Command} from '../../arguments/command.ts'
import {jsonLinesOption} from '../../arguments/common-options.ts'

/** `recount search`. */
export const searchCommand: Command = {
  name: 'search',
  operands: '<query>…',
  summary: 'Search everything that was said or done.',
  description:
    'Searches prompts, answers, thinking, tool inputs and results, agents and hooks. A query has words, "phrases", ' +
    'prefix*, -not, /regex/, OR, and fields: tool: error: project: branch: model: agent: kind: file: session: after: ' +
    'before: cost> and cost<. Each hit ends with a link you can pass to "recount show".',
  options: [
    {name: 'limit', value: 'number', help: 'Maximum number of results. Default: 20.'},
    jsonLinesOption,
  ],
  examples: [
    'recount search memberDiscount',
    'recount search \'"cannot find module" tool:Bash after:3d\'',
    "recount search 'error:yes project:shop -flaky'",
  ],
  load: async () => (await import('./run-search.ts')).runSearch,
}
