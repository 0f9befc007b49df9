import {flag, number, objects, text} from '../../model/fields.ts'
import type {JsonObject} from '../../model/index.ts'
import type {Node} from '../../page/index.ts'
import {field, fields, formatNoun, note, prose} from '../../page/index.ts'
import {describeBlocks} from '../describe-blocks.ts'
import {describeFields} from '../generic-tool.ts'
import {knownFields, notShown, otherFields} from '../shared/known-fields.ts'
import {plainOutput} from '../shared/output-nodes.ts'
import type {Tool, ToolOutput} from '../tool.ts'

/** The change to plan mode. What the client answers are rules for the model. */
const enterPlanMode: Tool = {
  names: ['EnterPlanMode'],
  answered: ({text, content}) =>
    text.startsWith('Entered plan mode') ? [note('info', 'Entered plan mode')] : describeBlocks(content),
}

/** A plan put before the person, who approves it or sends it back. */
const exitPlanMode: Tool = {
  names: ['ExitPlanMode', 'exit_plan_mode'],
  prominent: 'both',
  subject: (input) => headingOf(text(input, 'plan') ?? ''),
  asked: (input) => [
    ...fields(field('file', 'File', text(input, 'planFilePath'))),
    ...describePlan(text(input, 'plan')),
    ...fields(
      ...objects(input, 'allowedPrompts').map((allowed) =>
        field('setting', `Allows ${text(allowed, 'tool') ?? 'use'}`, text(allowed, 'prompt')),
      ),
    ),
    ...otherFields(input, {string: ['plan', 'planFilePath'], object: ['allowedPrompts']}),
  ],
  answered(answer, input) {
    const {structured} = answer
    const plan = text(structured, 'plan')
    const path = text(structured, 'filePath')
    const other = plan !== undefined && plan !== text(input, 'plan')
    if (!isApproved(answer)) return describeBlocks(answer.content)
    return [
      ...(other ? describePlan(plan) : []),
      ...(flag(structured, 'planWasEdited') ? [note('info', 'The user edited the plan')] : []),
      ...(path === undefined || path === text(input, 'planFilePath')
        ? []
        : fields(field('file', 'File', path))),
    ]
  },
  outcome(answer) {
    if (flag(answer.structured, 'awaitingLeaderApproval')) return 'waits for approval'
    return isApproved(answer) ? 'approved' : undefined
  },
}

/** A plan is only answered when it is approved; otherwise the call is denied. */
const isApproved = ({text: said, structured}: ToolOutput): boolean =>
  said.startsWith('User has approved') || (hasPlan(structured) && !flag(structured, 'awaitingLeaderApproval'))

const hasPlan = (structured: JsonObject): boolean => text(structured, 'plan') !== undefined

const describePlan = (plan: string | undefined): readonly Node[] =>
  plan === undefined || plan.trim() === '' ? [] : [prose(plan)]

/** The first line of a plan, which is nearly always its title. */
const headingOf = (plan: string): string | undefined =>
  plan
    .trimStart()
    .split('\n', 1)[0]
    ?.replace(/^#+\s+/, '')

/** A goal that the model proposes to work towards. */
const proposeGoal: Tool = {
  names: ['ProposeGoal'],
  subject: (input) => text(input, 'condition'),
  asked: knownFields(['condition', 'description', 'Condition'], ['ask_user', 'setting', 'Ask the user']),
  answered(answer) {
    const condition = text(answer.structured, 'condition')
    return condition === undefined ? plainOutput(answer) : tellGoal(answer.structured)
  },
}

const tellGoal = knownFields(['condition', 'description', 'Goal'], ['askUser', 'setting', 'Asked the user'])

/** Skills that the model proposes to write or to better, each under its name. */
const proposeSkills: Tool = {
  names: ['ProposeSkills'],
  subject(input) {
    const names = objects(input, 'proposals').flatMap((proposal) => text(proposal, 'name') ?? [])
    return names.length === 0 ? undefined : names.join(', ')
  },
  asked(input) {
    const proposals = objects(input, 'proposals')
    const {proposals: _, ...rest} = input
    return proposals.length === 0
      ? describeFields(input)
      : [...describeFields(rest), ...proposals.map(describeSkill)]
  },
  answered: (answer) => (number(answer.structured, 'proposalCount') === undefined ? plainOutput(answer) : []),
  outcome({structured}) {
    const count = number(structured, 'proposalCount')
    return count === undefined ? undefined : formatNoun(count, 'proposal')
  },
}

const describeSkill = (proposal: JsonObject): Node => ({
  kind: 'group',
  title: text(proposal, 'name') ?? 'skill',
  nodes: tellSkill(proposal),
  folded: false,
})

const tellSkill = knownFields(
  ['kind', 'setting', 'Kind'],
  ['target', 'setting', 'Skill'],
  ['description', 'description', 'Description'],
  ['name', 'setting', 'Name', notShown],
)

/** The offer to connect a browser. */
const offerChromeSetup: Tool = {
  names: ['OfferChromeSetup'],
  subject: (input) => text(input, 'reason'),
  asked: knownFields(['reason', 'description', 'Reason']),
  answered: (answer) => (text(answer.structured, 'outcome') === undefined ? plainOutput(answer) : []),
  outcome: ({structured}) => text(structured, 'outcome')?.replaceAll('_', ' '),
}

/** The question what somebody does for a living. */
const showOnboardingRolePicker: Tool = {
  names: ['ShowOnboardingRolePicker'],
  answered: (answer) => (roleOf(answer.structured) === undefined ? plainOutput(answer) : []),
  outcome: ({structured}) => roleOf(structured),
}

const roleOf = (structured: JsonObject): string | undefined =>
  flag(structured, 'dismissed') === true ? 'dismissed' : text(structured, 'role')

/** Tools that put something before the user: plans, goals, skills, offers. */
export const proposalTools: readonly Tool[] = [
  enterPlanMode,
  exitPlanMode,
  proposeGoal,
  proposeSkills,
  offerChromeSetup,
  showOnboardingRolePicker,
]
