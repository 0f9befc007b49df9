import {flag, number, objects, text} from '../model/fields.ts'
import type {JsonObject} from '../model/index.ts'
import type {Node} from '../page/index.ts'
import {formatNoun} from '../page/index.ts'
import {describeFields} from './generic.ts'
import {said} from './shared/nodes.ts'
import {sayNothing, tellFields} from './shared/tell-fields.ts'
import type {Tool} from './tool.ts'

/** A goal that the model proposes to work towards. */
const proposeGoal: Tool = {
  names: ['ProposeGoal'],
  subject: (input) => text(input, 'condition'),
  asked: tellFields(['condition', 'description', 'Condition'], ['ask_user', 'setting', 'Ask the user']),
  answered(answer) {
    const condition = text(answer.structured, 'condition')
    return condition === undefined ? said(answer) : tellGoal(answer.structured)
  },
}

const tellGoal = tellFields(['condition', 'description', 'Goal'], ['askUser', 'setting', 'Asked the user'])

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
  answered: (answer) => (number(answer.structured, 'proposalCount') === undefined ? said(answer) : []),
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

const tellSkill = tellFields(
  ['kind', 'setting', 'Kind'],
  ['target', 'setting', 'Skill'],
  ['description', 'description', 'Description'],
  ['name', 'setting', 'Name', sayNothing],
)

/** The offer to connect a browser. */
const offerChromeSetup: Tool = {
  names: ['OfferChromeSetup'],
  subject: (input) => text(input, 'reason'),
  asked: tellFields(['reason', 'description', 'Reason']),
  answered: (answer) => (text(answer.structured, 'outcome') === undefined ? said(answer) : []),
  outcome: ({structured}) => text(structured, 'outcome')?.replaceAll('_', ' '),
}

/** The question what somebody does for a living. */
const showOnboardingRolePicker: Tool = {
  names: ['ShowOnboardingRolePicker'],
  answered: (answer) => (roleOf(answer.structured) === undefined ? said(answer) : []),
  outcome: ({structured}) => roleOf(structured),
}

const roleOf = (structured: JsonObject): string | undefined =>
  flag(structured, 'dismissed') === true ? 'dismissed' : text(structured, 'role')

/** Tools that propose or offer something to the user. */
export const proposalTools: readonly Tool[] = [
  proposeGoal,
  proposeSkills,
  offerChromeSetup,
  showOnboardingRolePicker,
]
