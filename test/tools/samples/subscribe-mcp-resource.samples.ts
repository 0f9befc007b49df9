import {field, fields, plain} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

export const samples: readonly ToolSample[] = [
  {
    shows: 'which resource is watched',
    name: 'SubscribeMcpResource',
    input: {server: 'demo', uri: 'demo://a'},
    result: {content: 'Subscribed.'},
    subject: 'demo://a',
    asked: fields(field('server', 'Server', 'demo'), field('url', 'URI', 'demo://a')),
    answered: [plain('Subscribed.')],
  },
]
