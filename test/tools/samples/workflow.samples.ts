import {code, field, fields, note, plain, prose} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

const script = "export const meta = { name: 'review' }\nreturn await agent('Look')\n"

export const samples: readonly ToolSample[] = [
  {
    shows: 'a script by the name it gives itself, and where it runs',
    name: 'Workflow',
    input: {script: script, args: {depth: 2}},
    result: {
      content: '{"status":"async_launched","runId":"wf_1"}',
      structured: {
        status: 'async_launched',
        taskId: 't1',
        runId: 'wf_1',
        summary: 'Two agents look.',
        scriptPath: '/home/dev/.claude/workflows/review.js',
        transcriptDir: '/home/dev/.claude/wf_1',
        warning: 'Few agents are free',
      },
    },
    subject: 'review',
    outcome: 'in the background',
    asked: [
      {kind: 'group', title: 'Arguments', nodes: fields(field('setting', 'depth', 2)), isCollapsed: true},
      {kind: 'group', title: 'Script', nodes: [code(script, 'javascript')], isCollapsed: true},
    ],
    answered: [
      prose('Two agents look.'),
      note('warning', 'Few agents are free'),
      note('info', 'Running in the background as t1'),
      ...fields(
        field('task', 'Run', 'wf_1'),
        field('file', 'File', '/home/dev/.claude/workflows/review.js'),
        field('folder', 'Transcripts', '/home/dev/.claude/wf_1'),
      ),
    ],
  },
  {
    shows: 'a stored workflow that goes on elsewhere, with its error',
    name: 'Workflow',
    input: {name: 'review', title: 'Review', resumeFromRunId: 'wf_1'},
    result: {
      content: 'launched',
      structured: {
        status: 'remote_launched',
        taskId: 't2',
        sessionUrl: 'https://claude.ai/code/s2',
        error: 'Agent 2 failed',
      },
    },
    subject: 'review',
    outcome: 'remotely',
    asked: fields(
      field('task', 'Workflow', 'review'),
      field('description', 'Title', 'Review'),
      field('task', 'Resumes from', 'wf_1'),
    ),
    answered: [
      plain('Agent 2 failed', 'error'),
      note('info', 'Running remotely as t2'),
      ...fields(field('url', 'Session', 'https://claude.ai/code/s2')),
    ],
  },
]
