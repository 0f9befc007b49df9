import type {JsonObject, ToolRun} from '../model/index.ts'
import {inputFields, isJsonObject} from '../model/index.ts'
import type {Node, ProminentSide} from '../page/index.ts'
import {note} from '../page/index.ts'
import {describeFailure, failureOutcome} from './describe-failure.ts'
import {genericTool} from './generic-tool.ts'
import type {Tool, ToolOutput} from './tool.ts'
import {findTool} from './tools.ts'

/** What is to be said of a run, in every output. */
export interface RunDescription {
  readonly title: string
  readonly subject: string | undefined
  readonly outcome: string | undefined
  /** It was refused in an answer that is no error. */
  readonly failed: boolean
  /** By the tool's own word. */
  readonly durationMs: number | undefined
  readonly asked: readonly Node[]
  readonly answered: readonly Node[]
  readonly prominent: ProminentSide | undefined
}

/** Describes a run in whatever state it is. */
export function describeRun(run: ToolRun): RunDescription {
  const tool = findTool(run.name)
  const input = inputFields(run.input)
  const answer = run.result && readOutput(run.result)
  const went = run.state === 'completed' ? answer : undefined
  const subject = oneLine((tool.subject ?? genericTool.subject)(input))
  return {
    title: mcpName(run.name) ?? run.name,
    subject,
    failed: went !== undefined && tool.refused?.(went) === true,
    prominent: tool.prominent,
    durationMs: went && tool.durationMs?.(went),
    asked: describeInput(tool, run, input, went, subject),
    ...(went ? describeOutput(tool, went, input) : describeUnanswered(tool, run, answer, input)),
  }
}

/** A description without any content has not understood the call: then every field is shown. */
function describeInput(
  tool: Tool,
  run: ToolRun,
  input: JsonObject,
  went: ToolOutput | undefined,
  subject: string | undefined,
): readonly Node[] {
  if (!isJsonObject(run.input)) return isBlank(run.input) ? [] : [{kind: 'raw', value: run.input}]
  const asked = (tool.asked ?? genericTool.asked)(input, went)
  return asked.length === 0 && subject === undefined ? genericTool.asked(input) : asked
}

type DescribedOutput = Pick<RunDescription, 'outcome' | 'answered'>

/** The same holds for the answer. */
function describeOutput(tool: Tool, answer: ToolOutput, input: JsonObject): DescribedOutput {
  const outcome = oneLine((tool.outcome ?? genericTool.outcome)(answer, input))
  const answered = (tool.answered ?? genericTool.answered)(answer, input)
  if (answered.length > 0 || outcome !== undefined) return {outcome, answered}
  const said = genericTool.answered(answer)
  return {outcome: said.length === 0 ? 'no output' : undefined, answered: said}
}

function describeUnanswered(
  tool: Tool,
  run: ToolRun,
  answer: ToolOutput | undefined,
  input: JsonObject,
): DescribedOutput {
  // A command that a person stopped has answered as far as it came.
  if (run.state === 'interrupted' && answer && run.result?.isError === false) {
    const {outcome, answered} = describeOutput(tool, answer, input)
    return {outcome, answered: [note('warning', 'Interrupted by the user'), ...answered]}
  }
  return {outcome: failureOutcome(run, answer), answered: describeFailure(run, answer)}
}

function readOutput({content, structured}: NonNullable<ToolRun['result']>): ToolOutput {
  const text = content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
  return {text, content, structured: isJsonObject(structured) ? structured : {}}
}

const isBlank = (value: ToolRun['input']): boolean => value === null || value === ''

/** A text on one line. Line by line, because a pattern would take forever over a megabyte of spaces. */
const oneLine = (text: string | undefined): string | undefined =>
  text
    ?.split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ⏎ ') || undefined

/**
 * The server and the tool of an MCP tool's name (`mcp__server__tool`), or nothing for any other name. The first two
 * underscores after the server end it, as for the client itself; a tool may have such in its name.
 */
export function splitMcpName(name: string): {readonly server: string; readonly tool: string} | undefined {
  const match = /^mcp__(.+?)__(.+)$/s.exec(name)
  return match?.[1] !== undefined && match[2] !== undefined ? {server: match[1], tool: match[2]} : undefined
}

/** An MCP tool's name as it is shown. */
export function mcpName(name: string): string | undefined {
  const parts = splitMcpName(name)
  return parts && `${serverName(parts.server)} › ${parts.tool}`
}

/**
 * A server's name without what clients put before it. Servers of plugins are `plugin_<plugin>_<server>`, mostly the
 * same word twice; where they are not, nobody can tell which underscore parts them.
 */
function serverName(server: string): string {
  const rest = /^plugin_(.+)$/s.exec(server)?.[1]
  if (rest === undefined) return server.replace(/^claude_ai_/, 'claude.ai ')
  const half = rest.slice(0, (rest.length - 1) / 2)
  return rest === `${half}_${half}` ? half : rest
}
