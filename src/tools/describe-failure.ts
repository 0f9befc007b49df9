import type {InterruptedBy, ToolRun} from '../model/index.ts'
import type {Node} from '../page/index.ts'
import {ansi, note, plain} from '../page/index.ts'
import {describeBlocks} from './describe-blocks.ts'
import type {ToolOutput} from './tool.ts'

/** What is said of a run that did not go well, alike for all tools: who or what stopped it, then what was said. */
export function describeFailure(run: ToolRun, answer: ToolOutput | undefined): readonly Node[] {
  const said = answer === undefined ? '' : saidIn(answer.text) || saidInOutput(run)
  return [...describeWords(run, said), ...describeMedia(answer)]
}

/** How a run failed, in a few words, where the client's words tell. */
export function failureOutcome(run: ToolRun, answer: ToolOutput | undefined): string | undefined {
  if (run.state === 'orphaned' && run.waitedMs !== undefined)
    return `timeout after ${Math.round(run.waitedMs / 1000)}s`
  const head = answer === undefined ? '' : saidIn(answer.text.slice(0, 200))
  const exit = exitCode.exec(head)?.[1]
  if (exit !== undefined) return `exit ${exit}`
  return head.startsWith('Command timed out after ') ? 'timed out' : undefined
}

/** The client's words for a stop by a person; output that was there already follows. */
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
  // What newer clients add is for the model: that the call was stopped, not refused.
  const words = rest.startsWith('Correction to the text above: ') ? '' : rest
  return [note('warning', 'Interrupted by the user'), ...(words === '' ? [] : [ansi(words)])]
}

/** Who says no, by the words the clients have for it. */
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

/** The client's text around the user's own words; it is meant for the model, and the note says the same. */
const refusalFrame =
  /^The user doesn't want to (?:proceed with this tool use\. The tool use was rejected \([^)]*\)|take this action right now)\.\s*(?:STOP what you are doing and wait for the user to tell you how to proceed\.|The user provided the following reason for the rejection:|To tell you how to proceed, the user said:)?\s*/

const withoutRefusal = (said: string): string => said.replace(refusalFrame, '')

/** What newer clients add to an error is for the model: the schema of a tool that it called without having seen it. */
const advice = "\n\nThis tool's input schema was not in your prompt when you called it."

const withoutAdvice = (said: string): string => {
  const at = said.indexOf(advice)
  return at > 0 ? said.slice(0, at) : said
}

/** The outcome says the exit code; it is kept only where nothing else was said. */
const withoutExit = (said: string): string => said.replace(exitCode, '') || said

const printed = (said: string): readonly Node[] => (said === '' ? [] : [ansi(said, 'error')])

/** What a client said, out of the tags and the word it puts around errors. */
function saidIn(text: string): string {
  const trimmed = text.trim()
  const inner = trimmed.startsWith('<tool_use_error>')
    ? trimmed.slice('<tool_use_error>'.length).replace('</tool_use_error>', '').trim()
    : trimmed
  return inner.startsWith('Error: ') ? inner.slice('Error: '.length) : inner
}

/** Errors have a sentence in place of a structured output. */
const saidInOutput = ({result}: ToolRun): string =>
  typeof result?.structured === 'string' ? saidIn(result.structured) : ''

const describeMedia = (answer: ToolOutput | undefined): readonly Node[] =>
  describeBlocks(answer?.content.filter((block) => block.type !== 'text') ?? [])
