import {field, fields, plain} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

export const samples: readonly ToolSample[] = [
  {
    shows: 'the resources in a table',
    name: 'ListMcpResourcesTool',
    input: {},
    result: {content: '[{"name":"a","uri":"demo://a","mimeType":"text/plain","server":"demo"}]'},
    outcome: '1 resource',
    asked: [],
    answered: [
      {
        kind: 'table',
        head: ['Name', 'URI', 'Type', 'Server'],
        rows: [['a', 'demo://a', 'text/plain', 'demo']],
      },
    ],
  },
  {
    shows: 'what the client says where there are none',
    name: 'ListMcpResourcesTool',
    input: {server: 'demo'},
    result: {
      content: 'No resources found. MCP servers may still provide tools even if they have no resources.',
    },
    subject: 'demo',
    asked: fields(field('server', 'Server', 'demo')),
    answered: [
      plain('No resources found. MCP servers may still provide tools even if they have no resources.'),
    ],
  },
]
