import {flag, number, objects, text} from '../../model/fields.ts'
import type {JsonObject} from '../../model/index.ts'
import {field, fields, formatNoun, type Node, note, prose} from '../../page/index.ts'
import {describeBlocks} from '../describe-blocks.ts'
import {describeFields} from '../generic-tool.ts'
import {knownFields, notShown, partsElsewhere, textsElsewhere} from '../shared/known-fields.ts'
import {joinParts, openGroup, optional, plainOutput} from '../shared/output-nodes.ts'
import type {Tool, ToolOutput} from '../tool.ts'

/** Enters plan mode. The client's result has rules for the model. */
const enterPlanMode: Tool = {
  names: ['EnterPlanMode'],
  answered: ({text, content}) =>
    text.startsWith('Entered plan mode') ? [note('info', 'Entered plan mode')] : describeBlocks(content),
}

/** Shows a plan to the user, who approves or rejects it. */
const exitPlanMode: Tool = {
  names: ['ExitPlanMode', 'exit_plan_mode'],
  prominent: 'both',
  subject: (input) => headingOf(text(input, 'plan') ?? ''),
  asked: (input) => [
    ...describePlanInput(input),
    ...optional(text(input, 'plan'), prose),
    ...fields(
      ...objects(input, 'allowedPrompts').map((allowed) =>
        field('setting', `Allows ${text(allowed, 'tool') ?? 'use'}`, text(allowed, 'prompt')),
      ),
    ),
  ],
  answered(output, input) {
    const {structured} = output
    const plan = text(structured, 'plan')
    const path = text(structured, 'filePath')
    if (!isApproved(output)) return describeBlocks(output.content)
    return [
      ...(plan === text(input, 'plan') ? [] : optional(plan, prose)),
      ...(flag(structured, 'planWasEdited') ? [note('info', 'The user edited the plan')] : []),
      ...fields(field('file', 'File', path === text(input, 'planFilePath') ? undefined : path)),
    ]
  },
  outcome(output) {
    if (flag(output.structured, 'awaitingLeaderApproval')) return 'waiting for approval'
    return isApproved(output) ? 'approved' : undefined
  },
}

const describePlanInput = knownFields(
  ['planFilePath', 'file', 'File'],
  ...textsElsewhere('plan'),
  ...partsElsewhere('allowedPrompts'),
)

/** A plan has a result only if it is approved; otherwise the call is denied. */
const isApproved = ({text: said, structured}: ToolOutput): boolean =>
  said.startsWith('User has approved') ||
  (text(structured, 'plan') !== undefined && !flag(structured, 'awaitingLeaderApproval'))

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
  answered(output) {
    const condition = text(output.structured, 'condition')
    return condition === undefined ? plainOutput(output) : describeGoal(output.structured)
  },
}

const describeGoal = knownFields(
  ['condition', 'description', 'Goal'],
  ['askUser', 'setting', 'Asked the user'],
)

/** Skills that the model proposes to write or to improve, each under its name. */
const proposeSkills: Tool = {
  names: ['ProposeSkills'],
  subject: (input) =>
    joinParts(
      objects(input, 'proposals').map((proposal) => text(proposal, 'name')),
      ', ',
    ),
  asked(input) {
    const proposals = objects(input, 'proposals')
    const {proposals: _, ...rest} = input
    return proposals.length === 0
      ? describeFields(input)
      : [...describeFields(rest), ...proposals.map(describeSkill)]
  },
  answered: (output) => (number(output.structured, 'proposalCount') === undefined ? plainOutput(output) : []),
  outcome({structured}) {
    const count = number(structured, 'proposalCount')
    return count === undefined ? undefined : formatNoun(count, 'proposal')
  },
}

const describeSkill = (proposal: JsonObject): Node =>
  openGroup(text(proposal, 'name') ?? 'skill', ...describeProposal(proposal))

const describeProposal = knownFields(
  ['kind', 'setting', 'Kind'],
  ['target', 'setting', 'Skill'],
  ['description', 'description', 'Description'],
  ...notShown('name'),
)

/** The offer to connect a browser. */
const offerChromeSetup: Tool = {
  names: ['OfferChromeSetup'],
  subject: (input) => text(input, 'reason'),
  asked: knownFields(['reason', 'description', 'Reason']),
  answered: (output) => (text(output.structured, 'outcome') === undefined ? plainOutput(output) : []),
  outcome: ({structured}) => text(structured, 'outcome')?.replaceAll('_', ' '),
}

/** Asks for the user's role. */
const showOnboardingRolePicker: Tool = {
  names: ['ShowOnboardingRolePicker'],
  answered: (output) => (roleOf(output.structured) === undefined ? plainOutput(output) : []),
  outcome: ({structured}) => roleOf(structured),
}

const roleOf = (structured: JsonObject): string | undefined =>
  flag(structured, 'dismissed') === true ? 'dismissed' : text(structured, 'role')

/** Tools that propose something to the user: plans, goals, skills, offers. */
export const proposalTools: readonly Tool[] = [
  enterPlanMode,
  exitPlanMode,
  proposeGoal,
  proposeSkills,
  offerChromeSetup,
  showOnboardingRolePicker,
]
