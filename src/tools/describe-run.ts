import type {JsonObject, ToolRun} from '../model/index.ts'
import {inputFields} from '../model/index.ts'
import type {Node} from '../page/index.ts'
import {ansi, note} from '../page/index.ts'
import {generic} from './generic.ts'
import {mcpName} from './mcp.ts'
import type {ToolAnswer} from './tool.ts'
import {toolFor} from './tools.ts'

/** What is to be said of a run, in every output. */
export interface RunDescription {
  readonly title: string
  readonly subject: string | undefined
  readonly outcome: string | undefined
  readonly asked: readonly Node[]
  readonly answered: readonly Node[]
}

/** Describes a run in whatever state it is. */
export function describeRun(run: ToolRun): RunDescription {
  const tool = toolFor(run.name)
  const input = inputFields(run.input)
  const answer = run.result && answerOf(run.result)
  const went = run.state === 'completed' && answer !== undefined
  return {
    title: mcpName(run.name) ?? run.name,
    subject: oneLine((tool.subject ?? generic.subject)(input)),
    outcome: went ? (tool.outcome ?? generic.outcome)(answer, input) : exitOf(answer),
    asked: (tool.asked ?? generic.asked)(input),
    answered: went ? (tool.answered ?? generic.answered)(answer, input) : describeFailure(run, answer),
  }
}

function answerOf(result: NonNullable<ToolRun['result']>): ToolAnswer {
  const {content, structured} = result
  const text = content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
  return {text, content, structured: structuredFields(structured)}
}

const structuredFields = (structured: ToolAnswer['structured'] | unknown): JsonObject =>
  typeof structured === 'object' && structured !== null && !Array.isArray(structured) ? {...structured} : {}

/** Errors look alike for all tools: what the tool or the client said, without the tags it wrapped it in. */
function describeFailure(run: ToolRun, answer: ToolAnswer | undefined): readonly Node[] {
  const said =
    answer?.text.replace(/^<tool_use_error>([\s\S]*)<\/tool_use_error>$/, '$1').replace(/^Error: /, '') ?? ''
  if (said !== '') return [ansi(said, 'error')]
  if (run.state === 'interrupted') return [note('warning', 'Interrupted before it answered')]
  if (run.state === 'orphaned') return [note('warning', 'No answer came')]
  return []
}

const exitOf = (answer: ToolAnswer | undefined): string | undefined => {
  const exit = /^(?:Error: )?Exit code (\d+)/.exec(answer?.text ?? '')?.[1]
  return exit === undefined ? undefined : `exit ${exit}`
}

const oneLine = (text: string | undefined): string | undefined => text?.trim().replace(/\s*\n\s*/g, ' ⏎ ')
