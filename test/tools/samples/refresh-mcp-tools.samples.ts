import {field, fields} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

export const samples: readonly ToolSample[] = [
  {
    shows: 'which tools came and went',
    name: 'RefreshMcpTools',
    input: {server: 'demo'},
    result: {
      content:
        '[{"server":"demo","status":"refreshed","toolCount":2,"added":["echo"],"removed":[]},{"server":"other","status":"error","error":"closed"}]',
    },
    subject: 'demo',
    outcome: '1 added, 0 removed',
    asked: fields(field('server', 'Server', 'demo')),
    answered: [
      {
        kind: 'table',
        head: ['Server', 'Status', 'Tools', 'Added', 'Removed'],
        rows: [
          ['demo', 'refreshed', '2', 'echo', ''],
          ['other', 'closed', '', '', ''],
        ],
      },
    ],
  },
]
