import type {InterruptedBy, ToolRun} from '../model/index.ts'
import {ansi, type Node, note, plain} from '../page/index.ts'
import {describeBlocks} from './describe-blocks.ts'
import type {ToolOutput} from './tool.ts'

/** Describes a run that did not succeed, the same for all tools: what stopped it, then the error. */
export function describeFailure(run: ToolRun, output: ToolOutput | undefined): readonly Node[] {
  const said = output === undefined ? '' : saidIn(output.text) || saidInOutput(run)
  return [...describeWords(run, said), ...describeMedia(output)]
}

/** How a run failed, in a few words, if the client's text says so. */
export function failureOutcome(run: ToolRun, output: ToolOutput | undefined): string | undefined {
  if (run.state === 'orphaned' && run.waitedMs !== undefined)
    return `timeout after ${Math.round(run.waitedMs / 1000)}s`
  const head = output === undefined ? '' : saidIn(output.text.slice(0, 200))
  const exit = exitCode.exec(head)?.[1]
  if (exit !== undefined) return `exit ${exit}`
  return head.startsWith('Command timed out after ') ? 'timed out' : undefined
}

/** The client's text for a stop by the user; earlier output follows it. */
const interruption = /^\[Request interrupted by user[^\]\n]*\]\s*/
const exitCode = /^Exit code (\d+)(?:\n|$)/

function describeWords(run: ToolRun, said: string): readonly Node[] {
  switch (run.state) {
    case 'interrupted':
      return describeInterruption(run.by, said)
    case 'orphaned':
      return [
        note(
          'warning',
          run.waitedMs === undefined
            ? 'No result received before the end'
            : 'No result received within timeout period',
        ),
      ]
    case 'denied':
      return describeDenial(said)
    default:
      return printed(withoutAdvice(withoutExit(said)))
  }
}

const stoppers: Readonly<Record<InterruptedBy, string>> = {
  user: 'Interrupted by the user',
  'next-call': 'Tool execution was interrupted by a new tool request',
  'moved-on': 'No result: the run continued without it',
}

function describeInterruption(by: InterruptedBy, said: string): readonly Node[] {
  if (said === '') return [note('warning', stoppers[by])]
  const rest = withoutRefusal(withoutExit(said).replace(interruption, ''))
  // Newer clients add a text for the model: that the call was stopped, not refused.
  const words = rest.startsWith('Correction to the text above: ') ? '' : rest
  return [note('warning', 'Interrupted by the user'), ...(words === '' ? [] : [ansi(words)])]
}

/** Who denied the call, by the clients' texts. */
const deniers: readonly {readonly words: RegExp; readonly note: string}[] = [
  {words: /^PreToolUse:\S+ hook [^:\n]*:\s*/, note: 'Denied by a hook'},
  {words: /^\w+ operation blocked by hook:?\s*(?:- )?/, note: 'Denied by a hook'},
  {words: /^(?=Hook PreToolUse:)/, note: 'Denied by a hook'},
  {words: /^(?=Permission to use )/, note: 'Denied by a permission rule'},
  {words: /^(?=\S+ in '[^'\n]*' was blocked)/, note: 'Denied by a permission rule'},
  {words: /^(?=Claude requested permission)/, note: 'Denied: permission was not granted'},
  {words: /^(?=This (?:command|Bash command) )/, note: 'Denied: permission was not granted'},
  {words: /^(?=\S+ in '[^'\n]*' needs approval)/, note: 'Denied: permission was not granted'},
]

function describeDenial(said: string): readonly Node[] {
  if (refusal.test(said)) {
    const reason = withoutRefusal(said)
    return [note('warning', 'Denied by the user'), ...(reason === '' ? [] : [plain(reason)])]
  }
  const denier = deniers.find(({words}) => words.test(said))
  if (!denier) return [note('warning', 'Denied'), ...printed(said)]
  return [note('warning', denier.note), ...printed(said.replace(denier.words, ''))]
}

const refusal = /^The user doesn't want to (?:proceed with this tool use|take this action)/

/** The client's text around the user's reason. It is for the model, and the note says the same. */
const refusalFrame =
  /^The user doesn't want to (?:proceed with this tool use\. The tool use was rejected \([^)]*\)|take this action right now)\.\s*(?:STOP what you are doing and wait for the user to tell you how to proceed\.|The user provided the following reason for the rejection:|To tell you how to proceed, the user said:)?\s*/

const withoutRefusal = (said: string): string => said.replace(refusalFrame, '')

/** Newer clients add the schema of the tool to an error if the model has not seen it. */
const advice = "\n\nThis tool's input schema was not in your prompt when you called it."

const withoutAdvice = (said: string): string => {
  const at = said.indexOf(advice)
  return at > 0 ? said.slice(0, at) : said
}

/** The outcome has the exit code; it is kept only if there is no other text. */
const withoutExit = (said: string): string => said.replace(exitCode, '') || said

const printed = (said: string): readonly Node[] => (said === '' ? [] : [ansi(said, 'error')])

/** The text of an error without the client's tags and prefix. */
function saidIn(text: string): string {
  const trimmed = text.trim()
  const inner = trimmed.startsWith('<tool_use_error>')
    ? trimmed.slice('<tool_use_error>'.length).replace('</tool_use_error>', '').trim()
    : trimmed
  return inner.startsWith('Error: ') ? inner.slice('Error: '.length) : inner
}

/** Errors have a sentence instead of a structured output. */
const saidInOutput = ({result}: ToolRun): string =>
  typeof result?.structured === 'string' ? saidIn(result.structured) : ''

const describeMedia = (output: ToolOutput | undefined): readonly Node[] =>
  describeBlocks(output?.content.filter((block) => block.type !== 'text') ?? [])
