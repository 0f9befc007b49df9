import {inputFields, isJsonObject, type JsonObject, type ToolRun} from '../model/index.ts'
import {type Entry, type Node, note} from '../page/index.ts'
import {describeFailure, failureOutcome} from './describe-failure.ts'
import {genericTool} from './generic-tool.ts'
import type {Tool, ToolOutput} from './tool.ts'
import {findTool} from './tools.ts'

/** The description of a run, for every output. */
export interface RunDescription
  extends Pick<Entry, 'title' | 'subject' | 'outcome' | 'asked' | 'answered' | 'prominent'> {
  /** It was refused, by an output that is not an error. */
  readonly failed: boolean
  /** The duration that the tool reports. */
  readonly durationMs: number | undefined
}

/** Describes a run in any state. */
export function describeRun(run: ToolRun): RunDescription {
  const tool = findTool(run.name)
  const input = inputFields(run.input)
  const output = run.result && readOutput(run.result)
  const went = run.state === 'completed' ? output : undefined
  const subject = oneLine((tool.subject ?? genericTool.subject)(input))
  return {
    title: mcpName(run.name) ?? run.name,
    subject,
    failed: went !== undefined && tool.refused?.(went) === true,
    prominent: tool.prominent,
    durationMs: went && tool.durationMs?.(went),
    asked: describeInput(tool, run, input, went, subject),
    ...(went ? describeOutput(tool, went, input) : describeUnanswered(tool, run, output, input)),
  }
}

/** If the tool's description is empty, every field is shown. */
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

/** The same for the output. */
function describeOutput(tool: Tool, output: ToolOutput, input: JsonObject): DescribedOutput {
  const outcome = oneLine((tool.outcome ?? genericTool.outcome)(output, input))
  const answered = (tool.answered ?? genericTool.answered)(output, input)
  if (answered.length > 0 || outcome !== undefined) return {outcome, answered}
  const said = genericTool.answered(output)
  return {outcome: said.length === 0 ? 'no output' : undefined, answered: said}
}

function describeUnanswered(
  tool: Tool,
  run: ToolRun,
  output: ToolOutput | undefined,
  input: JsonObject,
): DescribedOutput {
  // A command that the user stopped has an output.
  if (run.state === 'interrupted' && output && run.result?.isError === false) {
    const {outcome, answered} = describeOutput(tool, output, input)
    return {outcome, answered: [note('warning', 'Interrupted by the user'), ...answered]}
  }
  return {outcome: failureOutcome(run, output), answered: describeFailure(run, output)}
}

function readOutput({content, structured}: NonNullable<ToolRun['result']>): ToolOutput {
  const text = content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
  return {text, content, structured: isJsonObject(structured) ? structured : {}}
}

const isBlank = (value: ToolRun['input']): boolean => value === null || value === ''

/** A text on one line. Line by line, because a pattern takes quadratic time on a megabyte of spaces. */
const oneLine = (text: string | undefined): string | undefined =>
  text
    ?.split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ⏎ ') || undefined

/**
 * The server and the tool of an MCP tool's name (`mcp__server__tool`), or nothing for any other name. The first two
 * underscores after the server end it, as in the client; a tool's name may have more.
 */
export function splitMcpName(name: string): {readonly server: string; readonly tool: string} | undefined {
  const match = /^mcp__(.+?)__(.+)$/s.exec(name)
  return match?.[1] !== undefined && match[2] !== undefined ? {server: match[1], tool: match[2]} : undefined
}

/** The displayed name of an MCP tool. */
export function mcpName(name: string): string | undefined {
  const parts = splitMcpName(name)
  return parts && `${serverName(parts.server)} › ${parts.tool}`
}

/**
 * A server's name without the clients' prefix. Servers of plugins are `plugin_<plugin>_<server>`, mostly the same word
 * twice; otherwise it is unknown which underscore separates them.
 */
function serverName(server: string): string {
  const rest = /^plugin_(.+)$/s.exec(server)?.[1]
  if (rest === undefined) return server.replace(/^claude_ai_/, 'claude.ai ')
  const half = rest.slice(0, (rest.length - 1) / 2)
  return rest === `${half}_${half}` ? half : rest
}
