import {note, plain} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

export const samples: readonly ToolSample[] = [
  {
    shows: 'each notification with where it came from, and how many are left',
    name: 'ReadNotifications',
    input: {},
    result: {
      content: '1 notification',
      structured: {
        notifications: [
          {notification_id: 'n1', origin: 'github', queued_at: '2026-01-01T00:00:00Z', content: 'CI failed'},
        ],
        remaining: 2,
      },
    },
    outcome: '1 notification',
    asked: [],
    answered: [
      {
        kind: 'group',
        title: 'github · 2026-01-01T00:00:00Z',
        nodes: [plain('CI failed')],
        isCollapsed: false,
      },
      note('info', '2 notifications still unread'),
    ],
  },
]
