import {field, fields, plain} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

export const samples: readonly ToolSample[] = [
  {
    shows: 'the command that was stopped',
    name: 'TaskStop',
    input: {task_id: 'bc13x8zqu'},
    result: {
      content:
        '{"message":"Successfully stopped task: bc13x8zqu (sleep 9)","task_id":"bc13x8zqu","task_type":"local_bash","command":"sleep 9"}',
      structured: {
        message: 'Successfully stopped task: bc13x8zqu (sleep 9)',
        task_id: 'bc13x8zqu',
        task_type: 'local_bash',
        command: 'sleep 9',
      },
    },
    subject: 'bc13x8zqu',
    outcome: 'stopped',
    asked: fields(field('task', 'Task', 'bc13x8zqu')),
    answered: fields(field('command', 'Command', 'sleep 9')),
  },
  {
    shows: 'the words of an old client, out of the JSON it answers with',
    name: 'KillShell',
    input: {shell_id: 'fb63c2'},
    result: {content: '{"message":"Successfully killed shell: fb63c2 (sleep 9)","shell_id":"fb63c2"}'},
    subject: 'fb63c2',
    outcome: 'stopped',
    asked: fields(field('task', 'Task', 'fb63c2')),
    answered: [plain('Successfully killed shell: fb63c2 (sleep 9)')],
  },
]
