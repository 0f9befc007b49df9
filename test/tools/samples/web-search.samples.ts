import {field, fields, prose} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

const pages = [
  {title: 'Example A', url: 'https://a.example/page'},
  {title: 'Example B', url: 'https://b.example/'},
] as const

const asked = fields(field('query', 'Query', 'demo query'))
const answered = [
  prose("I'll search for that."),
  {kind: 'link', url: 'https://a.example/page', text: 'Example A'} as const,
  {kind: 'link', url: 'https://b.example/', text: 'Example B'} as const,
  prose('Results summary: A and B.'),
]

export const samples: readonly ToolSample[] = [
  {
    shows: 'the pages that were found as links between what was said of them',
    name: 'WebSearch',
    input: {query: 'demo query'},
    result: {
      content: 'Web search results for query: "demo query"',
      structured: {
        query: 'demo query',
        results: [
          "I'll search for that.",
          {tool_use_id: 'srvtoolu_01FakeSearch00000000000', content: pages},
          'Results summary: A and B.',
        ],
        durationSeconds: 0.080942227,
      },
    },
    subject: 'demo query',
    outcome: '2 links',
    asked,
    answered,
  },
  {
    shows: 'the same from the text where there is nothing else',
    name: 'WebSearch',
    input: {query: 'demo query'},
    result: {
      content: `Web search results for query: "demo query"\n\nI'll search for that.\n\nLinks: ${JSON.stringify(pages)}\n\nResults summary: A and B.\n\nREMINDER: You MUST include the sources above in your response to the user using markdown hyperlinks.`,
    },
    subject: 'demo query',
    outcome: '2 links',
    asked,
    answered,
  },
  {
    shows: 'a search the provider made, and where it was to look',
    name: 'web_search',
    input: {query: 'demo query', allowed_domains: ['a.example']},
    result: {
      content: [
        {
          type: 'web_search_result',
          title: 'Example A',
          url: 'https://a.example/page',
          encrypted_content: 'Eq',
        },
      ],
    },
    subject: 'demo query',
    outcome: '1 link',
    asked: fields(field('query', 'Query', 'demo query'), field('url', 'Only on', 'a.example')),
    answered: [{kind: 'link', url: 'https://a.example/page', text: 'Example A'}],
  },
]
