import {flag, object, text} from '../model/fields.ts'
import type {JsonObject} from '../model/index.ts'
import type {Node} from '../page/index.ts'
import {field, fields, plain, prose} from '../page/index.ts'
import {describeBlocks} from './describe-blocks.ts'
import {describeFields} from './generic.ts'
import {resultFields} from './shared/json-text.ts'
import {said} from './shared/nodes.ts'
import {otherFields} from './shared/tell-fields.ts'
import type {Tool, ToolAnswer} from './tool.ts'

/** A message to another agent or to the whole team. */
const sendMessage: Tool = {
  names: ['SendMessage'],
  subject(input) {
    const to = recipientOf(input)
    const about = text(input, 'summary') ?? text(input, 'message') ?? text(input, 'content') ?? kindOf(input)
    return to === undefined || about === undefined ? (to ?? about) : `${to}: ${about}`
  },
  asked: (input) => [
    ...fields(
      field('agent', 'To', recipientOf(input)),
      field('setting', 'Kind', kindOf(input)),
      field('description', 'Summary', text(input, 'summary')),
    ),
    ...describeBody(input),
    ...otherFields(withoutBody(input), {
      string: ['to', 'recipient', 'summary', 'type', 'message', 'content'],
    }),
  ],
  answered(answer) {
    const message = text(resultFields(answer), 'message')
    return message === undefined ? describeBlocks(answer.content) : [plain(message)]
  },
  outcome(answer) {
    const sent = flag(resultFields(answer), 'success')
    return sent === undefined ? undefined : sent ? 'sent' : 'not sent'
  },
  refused: (answer) => flag(resultFields(answer), 'success') === false,
}

const recipientOf = (input: JsonObject): string | undefined => text(input, 'to') ?? text(input, 'recipient')

/** Requests between agents have a kind; plain messages need none. */
function kindOf(input: JsonObject): string | undefined {
  const kind = text(input, 'type') ?? text(object(input, 'message') ?? {}, 'type')
  return kind === 'message' ? undefined : kind?.replaceAll('_', ' ')
}

function describeBody(input: JsonObject): readonly Node[] {
  const words = text(input, 'message') ?? text(input, 'content') ?? ''
  const {type: _, ...request} = object(input, 'message') ?? {}
  return words === '' ? describeFields(request) : [prose(words)]
}

const withoutBody = (input: JsonObject): JsonObject =>
  object(input, 'message') ? {...input, message: ''} : input

/** A team of agents, made or dissolved. */
const team: Tool = {
  names: ['TeamCreate', 'TeamDelete', 'Teammate'],
  subject: (input) => text(input, 'team_name') ?? text(input, 'operation'),
  asked: (input) => [
    ...fields(
      field('setting', 'Operation', text(input, 'operation')),
      field('agent', 'Team', text(input, 'team_name')),
      field('description', 'Description', text(input, 'description')),
      field('agent', 'Agent', text(input, 'agent_type')),
    ),
    ...otherFields(input, {string: ['team_name', 'description', 'agent_type', 'operation']}),
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

/** The agents and sessions there are. */
const listAgents: Tool = {
  names: ['ListAgents'],
  answered(answer) {
    const listing = text(answer.structured, 'listing') ?? ''
    return listing === '' ? said(answer) : [plain(listing)]
  },
}

/** Tools by which agents find and reach each other. */
export const teamTools: readonly Tool[] = [sendMessage, team, listAgents]
