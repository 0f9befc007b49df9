import {number, objects, text} from '../model/fields.ts'
import type {JsonObject} from '../model/index.ts'
import type {Node} from '../page/index.ts'
import {formatNoun} from '../page/index.ts'
import {describeFields} from './generic.ts'
import {said} from './shared/said.ts'
import {sayNothing, tellFields} from './shared/tell-fields.ts'
import type {Tool} from './tool.ts'

/** Skills that the model proposes to write or to better, each under its name. */
export const proposeSkills: Tool = {
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
