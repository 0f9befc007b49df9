import {ansi, field, fields, plain} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

const references = [
  {type: 'tool_reference', tool_name: 'WebSearch'},
  {type: 'tool_reference', tool_name: 'WebFetch'},
] as const

export const samples: readonly ToolSample[] = [
  {
    shows: 'the tools that were found, among how many',
    name: 'ToolSearch',
    input: {query: 'select:WebSearch,WebFetch', max_results: 2},
    result: {
      content: references,
      structured: {
        matches: ['WebSearch', 'WebFetch'],
        query: 'select:WebSearch,WebFetch',
        total_deferred_tools: 36,
      },
    },
    subject: 'select:WebSearch,WebFetch',
    outcome: '2 of 36 tools',
    asked: fields(field('query', 'Query', 'select:WebSearch,WebFetch'), field('number', 'At most', 2)),
    answered: [plain('WebSearch\nWebFetch')],
  },
  {
    shows: 'a search of the provider',
    name: 'tool_search_tool_regex',
    input: {pattern: 'Web.*'},
    result: {content: [{type: 'tool_search_tool_search_result', tool_references: references}]},
    subject: 'Web.*',
    outcome: '2 tools',
    asked: fields(field('pattern', 'Pattern', 'Web.*')),
    answered: [plain('WebSearch\nWebFetch')],
  },
  {
    shows: 'that nothing was found',
    name: 'ToolSearch',
    input: {query: 'nothing'},
    result: {
      content: 'No matching deferred tools found',
      structured: {matches: [], query: 'nothing', total_deferred_tools: 36},
    },
    subject: 'nothing',
    outcome: '0 of 36 tools',
    asked: fields(field('query', 'Query', 'nothing')),
    answered: [ansi('No matching deferred tools found')],
  },
]
