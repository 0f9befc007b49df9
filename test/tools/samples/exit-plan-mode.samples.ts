import {ansi, field, fields, note, prose} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

const plan = '# Plan\n\n1. Change - to +\n2. Add a test\n'
const planFilePath = '/home/dev/home/.claude/plans/plan-the-fix-pure-tulip.md'

export const samples: readonly ToolSample[] = [
  {
    shows: 'the plan, and that it was approved',
    name: 'ExitPlanMode',
    input: {plan, planFilePath},
    result: {
      content: 'User has approved your plan. You can now start coding.',
      structured: {plan, isAgent: false, filePath: planFilePath},
    },
    subject: 'Plan',
    outcome: 'approved',
    asked: [...fields(field('file', 'File', planFilePath)), prose(plan)],
    answered: [],
  },
  {
    shows: 'the same for the first clients, which had another name for it',
    name: 'exit_plan_mode',
    input: {plan: 'Change - to +'},
    result: {content: 'User has approved your plan. You can now start coding.'},
    subject: 'Change - to +',
    outcome: 'approved',
    asked: [prose('Change - to +')],
    answered: [],
  },
  {
    shows: 'the plan as the person changed it, and what it allows',
    name: 'ExitPlanMode',
    input: {plan, allowedPrompts: [{tool: 'Bash', prompt: 'run the tests'}]},
    result: {
      content: 'User has approved your plan. You can now start coding.',
      structured: {plan: '# Plan\n\n1. Add a test\n', isAgent: false, planWasEdited: true},
    },
    subject: 'Plan',
    outcome: 'approved',
    asked: [prose(plan), ...fields(field('setting', 'Allows Bash', 'run the tests'))],
    answered: [prose('# Plan\n\n1. Add a test\n'), note('info', 'The user edited the plan')],
  },
  {
    shows: 'a plan that stood only in a file',
    name: 'ExitPlanMode',
    input: {},
    result: {
      content: 'User has approved exiting plan mode. You can now proceed.',
      structured: {plan: null, isAgent: false, filePath: planFilePath},
    },
    outcome: 'approved',
    asked: [],
    answered: fields(field('file', 'File', planFilePath)),
  },
  {
    shows: 'that another agent has to approve it',
    name: 'ExitPlanMode',
    input: {plan},
    result: {
      content: 'Your plan has been submitted to the team lead for approval.',
      structured: {plan, isAgent: true, awaitingLeaderApproval: true, requestId: 'p1'},
    },
    subject: 'Plan',
    outcome: 'waiting for approval',
    asked: [prose(plan)],
    answered: [ansi('Your plan has been submitted to the team lead for approval.')],
  },
]
