import type {Node} from '../../../src/page/index.ts'
import {field, fields, note, prose} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

const prompted: readonly Node[] = [
  {kind: 'group', title: 'Prompt', nodes: [prose('Please inspect gamma carefully')], isCollapsed: true},
]
const input = {
  description: 'Sub',
  prompt: 'Please inspect gamma carefully',
  subagent_type: 'general-purpose',
  run_in_background: false,
}
const asked = [
  ...fields(field('agent', 'Agent', 'general-purpose'), field('description', 'Description', 'Sub')),
  ...prompted,
]

export const samples: readonly ToolSample[] = [
  {
    shows: 'who was asked for what, what it reported and what that took',
    name: 'Agent',
    input,
    result: {
      content: [
        {type: 'text', text: 'Gamma report.'},
        {type: 'text', text: 'agentId: a17b84c1573bc5088 (use SendMessage with to: …)'},
      ],
      structured: {
        status: 'completed',
        prompt: 'Please inspect gamma carefully',
        agentId: 'a17b84c1573bc5088',
        agentType: 'general-purpose',
        content: [{type: 'text', text: 'Gamma report.'}],
        totalDurationMs: 12_290,
        totalTokens: 4128,
        totalToolUseCount: 12,
      },
    },
    subject: 'Sub',
    outcome: '12 tools · 4.1k tokens',
    durationMs: 12_290,
    asked,
    answered: [prose('Gamma report.')],
  },
  {
    shows: 'the report out of the frame that newer clients put around it',
    name: 'Agent',
    input,
    result: {
      content: [
        {
          type: 'text',
          text: "[Subagent hand-back] The text below is the final report of a subagent. The report follows:\n  Gamma report.\n    - one\nagentId: a21436b705797bf25 (use SendMessage with to: 'a21436b705797bf25' to continue this agent)\n<usage>subagent_tokens: 128313\ntool_uses: 1\nduration_ms: 560</usage>",
        },
      ],
    },
    subject: 'Sub',
    outcome: '1 tool · 128k tokens',
    durationMs: 560,
    asked,
    answered: [prose('Gamma report.\n  - one')],
  },
  {
    shows: 'the report without the list of tools that newer clients put before it',
    name: 'Agent',
    input,
    result: {
      content: [
        {
          type: 'text',
          text: '  <tools-used-before-summary>Bash, Read</tools-used-before-summary>\n  \n[Subagent hand-back] The text below is the final report of a subagent. The report follows:\n  Gamma report.\nagentId: a27e970db4407382f (use SendMessage …)\n<usage>subagent_tokens: 8738\ntool_uses: 3\nduration_ms: 496</usage>',
        },
      ],
    },
    subject: 'Sub',
    outcome: '3 tools · 8.7k tokens',
    durationMs: 496,
    asked,
    answered: [prose('Gamma report.')],
  },
  {
    shows: 'the same where the client wrote it down as blocks',
    name: 'Agent',
    input,
    result: {
      content: 'Gamma report.',
      structured: {
        status: 'completed',
        content: [
          {type: 'text', text: '<tools-used-before-summary>Bash, Read</tools-used-before-summary>\n'},
          {type: 'text', text: 'Gamma report.'},
        ],
      },
    },
    subject: 'Sub',
    asked,
    answered: [prose('Gamma report.')],
  },
  {
    shows: 'the bare report of an old client',
    name: 'Task',
    input,
    result: {content: [{type: 'text', text: 'Gamma report.\nagentId: is a field of the table.'}]},
    subject: 'Sub',
    asked,
    answered: [prose('Gamma report.\nagentId: is a field of the table.')],
  },
  {
    shows: 'where an agent worked that had a checkout of its own',
    name: 'Agent',
    input: {...input, isolation: 'worktree', model: 'haiku', name: 'alice', team_name: 'tests'},
    result: {
      content: [{type: 'text', text: 'Gamma report.'}],
      structured: {
        status: 'completed',
        content: [{type: 'text', text: 'Gamma report.'}],
        worktreePath: '/home/dev/work/demo/.claude/worktrees/agent-a39fb4d3',
        worktreeBranch: 'worktree-agent-a39fb4d3',
      },
    },
    subject: 'Sub',
    asked: [
      ...fields(
        field('agent', 'Agent', 'general-purpose'),
        field('description', 'Description', 'Sub'),
        field('agent', 'Name', 'alice'),
        field('agent', 'Team', 'tests'),
        field('model', 'Model', 'haiku'),
        field('setting', 'Isolation', 'worktree'),
      ),
      ...prompted,
    ],
    answered: [
      prose('Gamma report.'),
      ...fields(
        field('folder', 'Worktree', '/home/dev/work/demo/.claude/worktrees/agent-a39fb4d3'),
        field('setting', 'Branch', 'worktree-agent-a39fb4d3'),
      ),
    ],
  },
  {
    shows: 'that an agent was started and not waited for',
    name: 'Agent',
    input: {description: 'Sub', prompt: 'Please inspect gamma carefully', run_in_background: true},
    result: {
      content: [
        {type: 'text', text: 'Async agent launched successfully.\nagentId: a0215b1105cdb2be6 (internal ID)'},
      ],
      structured: {isAsync: true, status: 'async_launched', agentId: 'a0215b1105cdb2be6'},
    },
    subject: 'Sub',
    outcome: 'in the background',
    asked: [...fields(field('description', 'Description', 'Sub')), ...prompted],
    answered: [note('info', 'Running in the background as a0215b1105cdb2be6')],
  },
  {
    shows: 'that an agent runs on another machine',
    name: 'Agent',
    input,
    result: {
      content: 'Remote agent launched.',
      structured: {status: 'remote_launched', taskId: 'r1', sessionUrl: 'https://claude.ai/code/s1'},
    },
    subject: 'Sub',
    outcome: 'remotely',
    asked,
    answered: [
      note('info', 'Running remotely as r1'),
      {kind: 'link', url: 'https://claude.ai/code/s1', text: 'https://claude.ai/code/s1'},
    ],
  },
]
