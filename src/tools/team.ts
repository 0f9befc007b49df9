import {flag, text} from '../model/fields.ts'
import {field, fields, plain} from '../page/index.ts'
import {describeBlocks} from './generic.ts'
import type {KnownFields} from './shared/other-fields.ts'
import {otherFields} from './shared/other-fields.ts'
import {resultFields} from './shared/result-fields.ts'
import type {Tool, ToolAnswer} from './tool.ts'

const known: KnownFields = new Map([
  ['team_name', 'string'],
  ['description', 'string'],
  ['agent_type', 'string'],
  ['operation', 'string'],
])

/** A team of agents, made or dissolved. */
export const team: Tool = {
  names: ['TeamCreate', 'TeamDelete', 'Teammate'],
  subject: (input) => text(input, 'team_name') ?? text(input, 'operation'),
  asked: (input) => [
    ...fields(
      field('setting', 'Operation', text(input, 'operation')),
      field('agent', 'Team', text(input, 'team_name')),
      field('description', 'Description', text(input, 'description')),
      field('agent', 'Agent', text(input, 'agent_type')),
    ),
    ...otherFields(input, known),
  ],
  answered(answer, input) {
    const result = resultFields(answer)
    const message = text(result, 'message')
    const name = text(result, 'team_name')
    const nodes = [
      ...(message === undefined
        ? []
        : [plain(message, flag(result, 'success') === false ? 'error' : 'plain')]),
      ...fields(
        field('agent', 'Team', name === text(input, 'team_name') ? undefined : name),
        field('agent', 'Lead', text(result, 'lead_agent_id')),
        field('file', 'File', text(result, 'team_file_path')),
      ),
    ]
    return nodes.length === 0 ? describeBlocks(answer.content) : nodes
  },
  outcome: (answer) => (isRefused(answer) ? 'refused' : undefined),
  refused: isRefused,
}

function isRefused(answer: ToolAnswer): boolean {
  return flag(resultFields(answer), 'success') === false
}
