import {plain} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

export const samples: readonly ToolSample[] = [
  {
    shows: 'the jobs in a table',
    name: 'CronList',
    input: {},
    result: {
      content: '1a2b3c4d — Every day at 8:57 AM (recurring): check the build',
      structured: {
        jobs: [
          {
            id: '1a2b3c4d',
            cron: '57 8 * * *',
            humanSchedule: 'Every day at 8:57 AM',
            prompt: 'check the build',
            recurring: true,
            nextFireAt: 1_794_819_420_000,
          },
          {id: '5e6f', cron: '0 9 1 1 *', prompt: 'say happy new year', recurring: false},
        ],
      },
    },
    outcome: '2 jobs',
    asked: [],
    answered: [
      {
        kind: 'table',
        head: ['Job', 'Schedule', 'Prompt', 'Next'],
        rows: [
          ['1a2b3c4d', 'Every day at 8:57 AM', 'check the build', '2026-11-16 08:57 UTC'],
          ['5e6f', '0 9 1 1 *, once', 'say happy new year', ''],
        ],
      },
    ],
  },
  {
    shows: 'that there are none',
    name: 'CronList',
    input: {},
    result: {content: 'No scheduled jobs.', structured: {jobs: []}},
    outcome: '0 jobs',
    asked: [],
    answered: [plain('No scheduled jobs.')],
  },
]
