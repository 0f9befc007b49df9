import {field, fields, note} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

export const samples: readonly ToolSample[] = [
  {
    shows: 'when and why the model wakes itself',
    name: 'ScheduleWakeup',
    input: {delaySeconds: 30, reason: 'the build takes a while', prompt: 'look at the build'},
    result: {
      content: 'Next wakeup scheduled for 21:46:32 (in 60s).',
      structured: {scheduledFor: 1_794_779_192_000, clampedDelaySeconds: 60, wasClamped: true},
    },
    subject: 'the build takes a while',
    outcome: 'in 1m 00s',
    asked: fields(
      field('time', 'Delay', '30.0s'),
      field('description', 'Reason', 'the build takes a while'),
      field('prompt', 'Prompt', 'look at the build'),
    ),
    answered: [
      ...fields(field('time', 'Wakes at', '2026-11-15 21:46 UTC')),
      note('info', 'The delay was adjusted to the allowed range'),
    ],
  },
  {
    shows: 'that the loop ends',
    name: 'ScheduleWakeup',
    input: {stop: true},
    result: {
      content: 'Loop ended.',
      structured: {scheduledFor: 0, clampedDelaySeconds: 0, wasClamped: false, stopped: true},
    },
    outcome: 'stopped',
    asked: fields(field('setting', 'Stop', 'yes')),
    answered: [note('info', 'No further wake-up')],
  },
]
