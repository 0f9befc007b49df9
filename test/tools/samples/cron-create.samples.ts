import {field, fields, plain} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

const asked = fields(
  field('time', 'Schedule', '57 8 * * *'),
  field('prompt', 'Prompt', 'check the build'),
  field('setting', 'Recurring', 'yes'),
)

export const samples: readonly ToolSample[] = [
  {
    shows: 'a job with its schedule in words and its next time',
    name: 'CronCreate',
    input: {cron: '57 8 * * *', prompt: 'check the build', recurring: true},
    result: {
      content: 'Scheduled recurring job 1a2b3c4d',
      structured: {
        id: '1a2b3c4d',
        humanSchedule: 'Every day at 8:57 AM',
        recurring: true,
        durable: false,
        nextFireAt: 1_794_819_420_000,
      },
    },
    subject: 'check the build',
    outcome: 'Every day at 8:57 AM',
    asked,
    answered: fields(
      field('task', 'Job', '1a2b3c4d'),
      field('time', 'Schedule', 'Every day at 8:57 AM'),
      field('time', 'Next', '2026-11-16 08:57 UTC'),
      field('setting', 'Recurring', 'yes'),
      field('setting', 'Durable', 'no'),
    ),
  },
  {
    shows: 'the text where there is nothing else',
    name: 'CronCreate',
    input: {cron: '57 8 * * *', prompt: 'check the build', recurring: true},
    result: {content: 'Scheduled recurring job 1a2b3c4d'},
    subject: 'check the build',
    asked,
    answered: [plain('Scheduled recurring job 1a2b3c4d')],
  },
]
