import {splitAgentReport} from '../../model/agents.ts'
import {emptyObject, flag, number, object, text} from '../../model/fields.ts'
import {isJsonObject, type JsonObject, type JsonValue} from '../../model/index.ts'
import {field, fields, formatNoun, formatTokens, type Node, plain, prose} from '../../page/index.ts'
import {describeBlocks} from '../describe-blocks.ts'
import {describeFields} from '../generic-tool.ts'
import {textInTag} from '../shared/client-text.ts'
import {resultFields} from '../shared/json-text.ts'
import {formatSet, knownFields, textsElsewhere} from '../shared/known-fields.ts'
import {backgroundNote, collapsedGroup, joinParts, optional, plainOutput} from '../shared/output-nodes.ts'
import type {Tool, ToolOutput} from '../tool.ts'

/** Work given to another agent: its task, its report, and what that took. */
const agent: Tool = {
  names: ['Agent', 'Task'],
  prominent: 'answered',
  subject: (input) => text(input, 'description') ?? text(input, 'prompt'),
  asked: (input, output) => [
    // If it runs in the background, the output says so.
    ...describeAgentInput(output && readLaunch(output) ? {...input, run_in_background: false} : input),
    ...collapsedGroup('Prompt', ...optional(text(input, 'prompt'), prose)),
  ],
  answered(output) {
    const launch = readLaunch(output)
    if (launch) return launch.nodes
    const {report, worktree, branch} = readAgentReport(output)
    return [
      ...optional(report, prose),
      ...fields(field('folder', 'Worktree', worktree), field('setting', 'Branch', branch)),
    ]
  },
  outcome(output) {
    const launch = readLaunch(output)
    if (launch) return launch.outcome
    const {tools, tokens} = readAgentReport(output)
    return joinParts([
      tools === undefined ? undefined : formatNoun(tools, 'tool'),
      tokens === undefined ? undefined : `${formatTokens(tokens)} tokens`,
    ])
  },
  durationMs: (output) => readAgentReport(output).durationMs,
}

const describeAgentInput = knownFields(
  ['subagent_type', 'agent', 'Agent'],
  ['description', 'description', 'Description'],
  ['name', 'agent', 'Name'],
  ['team_name', 'agent', 'Team'],
  ['model', 'model', 'Model'],
  ['effort', 'setting', 'Effort'],
  ['mode', 'setting', 'Mode'],
  ['isolation', 'setting', 'Isolation'],
  ['run_in_background', 'setting', 'Background', formatSet('yes')],
  ...textsElsewhere('prompt'),
)

/** An agent that was started and not waited for. The client's text is then meant for the model. */
function readLaunch({
  structured,
  text: said,
}: ToolOutput): {readonly outcome: string; readonly nodes: readonly Node[]} | undefined {
  const status = text(structured, 'status')
  if (status === 'remote_launched') {
    const link = optional(text(structured, 'sessionUrl'), (url) => ({kind: 'link', url, text: url}))
    return {outcome: 'remotely', nodes: [backgroundNote(text(structured, 'taskId'), 'remotely'), ...link]}
  }
  const launched = status === 'async_launched' || (status === undefined && said.startsWith('Async agent '))
  if (!launched) return undefined
  const id = text(structured, 'agentId') ?? /^agentId: (\S+)/m.exec(said)?.[1]
  return {outcome: 'in the background', nodes: [backgroundNote(id)]}
}

/** Reads an agent's report and what it took. Clients add headings and figures for the model; those are removed. */
function readAgentReport({text: said, structured}: ToolOutput) {
  const {report, tail} = splitAgentReport(said, structured)
  const usage = textInTag(tail, 'usage') ?? ''
  return {
    report: report.trim() === '' ? undefined : report,
    tokens: number(structured, 'totalTokens') ?? readFigure(usage, /(?:total|subagent)_tokens: (\d+)/),
    tools: number(structured, 'totalToolUseCount') ?? readFigure(usage, /tool_uses: (\d+)/),
    durationMs: number(structured, 'totalDurationMs') ?? readFigure(usage, /duration_ms: (\d+)/),
    worktree: text(structured, 'worktreePath') ?? /^worktreePath: (.*)$/m.exec(tail)?.[1],
    branch: text(structured, 'worktreeBranch') ?? /^worktreeBranch: (.*)$/m.exec(tail)?.[1],
  }
}

function readFigure(usage: string, pattern: RegExp): number | undefined {
  const digits = pattern.exec(usage)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** A message to another agent or to the team. */
const sendMessage: Tool = {
  names: ['SendMessage'],
  subject(input) {
    const about =
      text(input, 'summary') ?? text(input, 'message') ?? text(input, 'content') ?? readKind(input)
    return joinParts([text(input, 'to') ?? text(input, 'recipient'), about], ': ')
  },
  asked: (input) => [...describeMessageInput(input), ...describeBody(input)],
  answered(output) {
    const message = text(resultFields(output), 'message')
    return message === undefined ? describeBlocks(output.content) : [plain(message)]
  },
  outcome(output) {
    const sent = flag(resultFields(output), 'success')
    return sent === undefined ? undefined : sent ? 'sent' : 'not sent'
  },
  refused: isRefused,
}

const describeMessageInput = knownFields(
  [['to', 'recipient'], 'agent', 'To'],
  [
    ['type', 'message'],
    'setting',
    'Kind',
    (value, input) => (isBody(value) ? (readKind(input) ?? '') : undefined),
  ],
  ['summary', 'description', 'Summary'],
  ...textsElsewhere('content'),
)

const isBody = (value: JsonValue): boolean => typeof value === 'string' || isJsonObject(value)

/** Requests between agents have a kind; plain messages need none. */
function readKind(input: JsonObject): string | undefined {
  const kind = text(input, 'type') ?? text(object(input, 'message') ?? emptyObject, 'type')
  return kind === 'message' ? undefined : kind?.replaceAll('_', ' ')
}

function describeBody(input: JsonObject): readonly Node[] {
  const words = text(input, 'message') ?? text(input, 'content') ?? ''
  const {type: _, ...request} = object(input, 'message') ?? emptyObject
  return words === '' ? describeFields(request) : [prose(words)]
}

/** A team of agents, created or deleted. */
const team: Tool = {
  names: ['TeamCreate', 'TeamDelete', 'Teammate'],
  subject: (input) => text(input, 'team_name') ?? text(input, 'operation'),
  asked: knownFields(
    ['operation', 'setting', 'Operation'],
    ['team_name', 'agent', 'Team'],
    ['description', 'description', 'Description'],
    ['agent_type', 'agent', 'Agent'],
  ),
  answered(output, input) {
    const result = resultFields(output)
    const name = text(result, 'team_name')
    const nodes = [
      ...optional(text(result, 'message'), (message) =>
        plain(message, isRefused(output) ? 'error' : 'plain'),
      ),
      ...fields(
        field('agent', 'Team', name === text(input, 'team_name') ? undefined : name),
        field('agent', 'Lead', text(result, 'lead_agent_id')),
        field('file', 'File', text(result, 'team_file_path')),
      ),
    ]
    return nodes.length === 0 ? describeBlocks(output.content) : nodes
  },
  outcome: (output) => (isRefused(output) ? 'refused' : undefined),
  refused: isRefused,
}

function isRefused(output: ToolOutput): boolean {
  return flag(resultFields(output), 'success') === false
}

/** Lists the agents and sessions. */
const listAgents: Tool = {
  names: ['ListAgents'],
  answered(output) {
    const listing = optional(text(output.structured, 'listing'), plain)
    return listing.length === 0 ? plainOutput(output) : listing
  },
}

/** Tools that give work to agents, and by which agents find and reach each other. */
export const agentWorkTools: readonly Tool[] = [agent, sendMessage, team, listAgents]
