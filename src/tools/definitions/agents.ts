import {splitAgentReport} from '../../model/agents.ts'
import {flag, number, object, text} from '../../model/fields.ts'
import type {JsonObject} from '../../model/index.ts'
import type {Node} from '../../page/index.ts'
import {field, fields, formatNoun, formatTokens, plain, prose} from '../../page/index.ts'
import {describeBlocks} from '../describe-blocks.ts'
import {describeFields} from '../generic-tool.ts'
import {textInTag} from '../shared/client-text.ts'
import {resultFields} from '../shared/json-text.ts'
import {otherFields} from '../shared/known-fields.ts'
import {backgroundNote, collapsedGroup, plainOutput} from '../shared/output-nodes.ts'
import type {Tool, ToolOutput} from '../tool.ts'

/** Work given to another agent: who was asked for what, what it reported, and what that took. */
const agent: Tool = {
  names: ['Agent', 'Task'],
  prominent: 'answered',
  subject: (input) => text(input, 'description') ?? text(input, 'prompt'),
  asked: (input, answer) => [
    ...fields(
      field('agent', 'Agent', text(input, 'subagent_type')),
      field('description', 'Description', text(input, 'description')),
      field('agent', 'Name', text(input, 'name')),
      field('agent', 'Team', text(input, 'team_name')),
      field('model', 'Model', text(input, 'model')),
      field('setting', 'Effort', text(input, 'effort')),
      field('setting', 'Mode', text(input, 'mode')),
      field('setting', 'Isolation', text(input, 'isolation')),
      field('setting', 'Background', isAskedFor(input, answer) ? 'yes' : undefined),
    ),
    ...collapsedGroup('Prompt', ...paragraphs(text(input, 'prompt'))),
    ...otherFields(input, {
      string: [
        'description',
        'prompt',
        'subagent_type',
        'name',
        'team_name',
        'model',
        'effort',
        'mode',
        'isolation',
      ],
      boolean: ['run_in_background'],
    }),
  ],
  answered(answer) {
    const {structured} = answer
    const launched = launchOf(structured, answer.text)
    if (launched) return launched.nodes
    const {report, worktree, branch} = readAgentReport(answer)
    return [
      ...paragraphs(report),
      ...fields(field('folder', 'Worktree', worktree), field('setting', 'Branch', branch)),
    ]
  },
  outcome(answer) {
    const launched = launchOf(answer.structured, answer.text)
    if (launched) return launched.outcome
    const {tools, tokens} = readAgentReport(answer)
    const took = [
      ...(tools === undefined ? [] : [formatNoun(tools, 'tool', 'tools')]),
      ...(tokens === undefined ? [] : [`${formatTokens(tokens)} tokens`]),
    ]
    return took.length === 0 ? undefined : took.join(' · ')
  },
  durationMs: (answer) => readAgentReport(answer).durationMs,
}

/** Where it went to the background, the answer says so. */
const isAskedFor = (input: JsonObject, answer: ToolOutput | undefined): boolean =>
  flag(input, 'run_in_background') === true && !(answer && launchOf(answer.structured, answer.text))

/** An agent that was started and not waited for. What the client says then is meant for the model. */
function launchOf(
  structured: JsonObject,
  said: string,
): {readonly outcome: string; readonly nodes: readonly Node[]} | undefined {
  const status = text(structured, 'status')
  const url = text(structured, 'sessionUrl')
  if (status === 'remote_launched') {
    const link: readonly Node[] = url === undefined ? [] : [{kind: 'link', url, text: url}]
    return {outcome: 'elsewhere', nodes: [backgroundNote(text(structured, 'taskId'), 'elsewhere'), ...link]}
  }
  const launched = status === 'async_launched' || (status === undefined && said.startsWith('Async agent '))
  if (!launched) return undefined
  const id = text(structured, 'agentId') ?? /^agentId: (\S+)/m.exec(said)?.[1]
  return {outcome: 'in the background', nodes: [backgroundNote(id)]}
}

const paragraphs = (markdown: string | undefined): readonly Node[] =>
  markdown === undefined || markdown.trim() === '' ? [] : [prose(markdown)]

/** What an agent reported, and what it took. */
interface AgentReport {
  readonly report: string
  readonly tokens: number | undefined
  readonly tools: number | undefined
  readonly durationMs: number | undefined
  readonly worktree: string | undefined
  readonly branch: string | undefined
}

/** Reads the answer of an agent. Clients put frames and figures around it for the model; those are taken off. */
function readAgentReport({text: said, structured}: ToolOutput): AgentReport {
  const {report, tail} = splitAgentReport(said, structured)
  const usage = textInTag(tail, 'usage') ?? ''
  return {
    report,
    tokens: number(structured, 'totalTokens') ?? figure(usage, /(?:total|subagent)_tokens: (\d+)/),
    tools: number(structured, 'totalToolUseCount') ?? figure(usage, /tool_uses: (\d+)/),
    durationMs: number(structured, 'totalDurationMs') ?? figure(usage, /duration_ms: (\d+)/),
    worktree: text(structured, 'worktreePath') ?? /^worktreePath: (.*)$/m.exec(tail)?.[1],
    branch: text(structured, 'worktreeBranch') ?? /^worktreeBranch: (.*)$/m.exec(tail)?.[1],
  }
}

function figure(usage: string, pattern: RegExp): number | undefined {
  const digits = pattern.exec(usage)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

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

function isRefused(answer: ToolOutput): boolean {
  return flag(resultFields(answer), 'success') === false
}

/** The agents and sessions there are. */
const listAgents: Tool = {
  names: ['ListAgents'],
  answered(answer) {
    const listing = text(answer.structured, 'listing') ?? ''
    return listing === '' ? plainOutput(answer) : [plain(listing)]
  },
}

/** Tools that give work to agents, and by which agents find and reach each other. */
export const agentWorkTools: readonly Tool[] = [agent, sendMessage, team, listAgents]
