import {ansi, field, fields, prose} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

export const samples: readonly ToolSample[] = [
  {
    shows: 'what a background command has printed so far',
    name: 'TaskOutput',
    input: {task_id: 'bc13x8zqu', block: false, timeout: 1000},
    result: {
      content:
        '<retrieval_status>not_ready</retrieval_status>\n\n<task_id>bc13x8zqu</task_id>\n\n<task_type>local_bash</task_type>\n\n<status>running</status>\n\n<output>\ntick 1\ntick 2\n</output>',
      structured: {
        retrieval_status: 'not_ready',
        task: {
          task_id: 'bc13x8zqu',
          task_type: 'local_bash',
          status: 'running',
          description: 'ticker',
          output: 'tick 1\ntick 2\n',
          exitCode: null,
        },
      },
    },
    subject: 'bc13x8zqu',
    outcome: 'running',
    asked: fields(field('task', 'Task', 'bc13x8zqu'), field('time', 'Timeout', '1 s')),
    answered: [...fields(field('description', 'Description', 'ticker')), ansi('tick 1\ntick 2\n')],
  },
  {
    shows: 'the same under the old name, with its exit code',
    name: 'BashOutput',
    input: {bash_id: 'fb63c2', filter: 'tick'},
    result: {
      content:
        '<status>completed</status>\n\n<exit_code>1</exit_code>\n\n<stdout>\ntick 1\n</stdout>\n\n<stderr>\nno\n</stderr>\n\n<timestamp>2026-11-15T21:54:59.881Z</timestamp>',
    },
    subject: 'fb63c2',
    outcome: 'exit 1',
    asked: fields(field('task', 'Task', 'fb63c2'), field('pattern', 'Filter', 'tick')),
    answered: [ansi('tick 1'), ansi('no', 'error')],
  },
  {
    shows: 'the command of a shell that has printed nothing yet',
    name: 'BashOutput',
    input: {bash_id: 'fb63c2'},
    result: {
      content: '<status>running</status>\n\n<timestamp>2026-11-15T21:54:59.881Z</timestamp>',
      structured: {
        shellId: 'fb63c2',
        command: 'sleep 9',
        status: 'running',
        exitCode: null,
        stdout: '',
        stderr: '',
      },
    },
    subject: 'fb63c2',
    outcome: 'running',
    asked: fields(field('task', 'Task', 'fb63c2')),
    answered: fields(field('command', 'Command', 'sleep 9')),
  },
  {
    shows: 'the report of an agent as prose',
    name: 'AgentOutputTool',
    input: {agentId: 'a1agnt', block: true, wait_up_to: 150},
    result: {
      content:
        '<retrieval_status>success</retrieval_status>\n\n<task_type>local_agent</task_type>\n\n<status>completed</status>\n\n<output>\n**Done.**\n</output>',
    },
    subject: 'a1agnt',
    outcome: 'completed',
    asked: fields(
      field('task', 'Task', 'a1agnt'),
      field('setting', 'Wait', 'yes'),
      field('time', 'Timeout', '2m 30s'),
    ),
    answered: [prose('**Done.**')],
  },
]
