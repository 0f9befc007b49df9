import {field, fields, note} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

export const samples: readonly ToolSample[] = [
  {
    shows: 'a command that is watched, and for how long',
    name: 'Monitor',
    input: {description: 'errors in the log', command: 'tail -f app.log', timeout_ms: 300_000},
    result: {
      content: 'Monitor started (task b07h5t4ng, timeout 300000ms).',
      structured: {taskId: 'b07h5t4ng', timeoutMs: 300_000, persistent: false},
    },
    subject: 'errors in the log',
    outcome: 'for 5m 00s',
    asked: fields(
      field('command', 'Command', 'tail -f app.log'),
      field('description', 'Description', 'errors in the log'),
      field('time', 'Timeout', '5m 00s'),
    ),
    answered: [note('info', 'Running in the background as b07h5t4ng')],
  },
  {
    shows: 'a socket that is watched',
    name: 'Monitor',
    input: {description: 'builds', ws: {url: 'wss://a.example/events'}, timeout_ms: 1000},
    result: {
      content: 'Monitor started (task b07h5t4ng, timeout 1000ms). You will be notified on each event.',
    },
    subject: 'builds',
    asked: fields(
      field('url', 'Socket', 'wss://a.example/events'),
      field('description', 'Description', 'builds'),
      field('time', 'Timeout', '1 s'),
    ),
    answered: [note('info', 'Running in the background as b07h5t4ng')],
  },
]
