import {flag, text} from '../model/fields.ts'
import type {JsonObject} from '../model/index.ts'
import type {Node} from '../page/index.ts'
import {field, fields, formatNoun, formatTokens, prose} from '../page/index.ts'
import {readAgentReport} from './shared/agent-report.ts'
import {folded} from './shared/folded.ts'
import type {KnownFields} from './shared/other-fields.ts'
import {otherFields} from './shared/other-fields.ts'
import {runsOn} from './shared/runs-on.ts'
import type {Tool, ToolAnswer} from './tool.ts'

const known: KnownFields = new Map([
  ['description', 'string'],
  ['prompt', 'string'],
  ['subagent_type', 'string'],
  ['name', 'string'],
  ['team_name', 'string'],
  ['model', 'string'],
  ['effort', 'string'],
  ['mode', 'string'],
  ['isolation', 'string'],
  ['run_in_background', 'boolean'],
])

/** Work given to another agent: who was asked for what, what it reported, and what that took. */
export const agent: Tool = {
  names: ['Agent', 'Task'],
  tells: 'answered',
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
    ...folded('Prompt', ...paragraphs(text(input, 'prompt'))),
    ...otherFields(input, known),
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
const isAskedFor = (input: JsonObject, answer: ToolAnswer | undefined): boolean =>
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
    return {outcome: 'elsewhere', nodes: [runsOn(text(structured, 'taskId'), 'elsewhere'), ...link]}
  }
  const launched = status === 'async_launched' || (status === undefined && said.startsWith('Async agent '))
  if (!launched) return undefined
  const id = text(structured, 'agentId') ?? /^agentId: (\S+)/m.exec(said)?.[1]
  return {outcome: 'in the background', nodes: [runsOn(id)]}
}

const paragraphs = (markdown: string | undefined): readonly Node[] =>
  markdown === undefined || markdown.trim() === '' ? [] : [prose(markdown)]
