import type {JsonValue, ToolResultBlock} from '../../model/index.ts'
import {inputFields} from '../../model/index.ts'

/** How a call ended by the words of its result. */
export interface Verdict {
  readonly state: 'completed' | 'failed' | 'denied' | 'interrupted'
  /** The client's words for a refusal and for an interruption are the same; what follows decides. */
  readonly ambiguous: boolean
}

/** How a stopped call is told: by the client, by the shell it ran in, by a prompt that nobody answered any more. */
const interruptions: readonly RegExp[] = [
  /^(?:Exit code \d+\s+)?\[Request interrupted by user/,
  /<error>Command was aborted before completion<\/error>\s*$/,
  /^Permission prompt was aborted\./,
]

/** The sentence with which a person's "no" is passed on, and, by some versions, a person's "stop". */
const rejection = /^The user doesn't want to (proceed with this tool use|take this action)/

/** What clients say when a call was not allowed to run. */
const denials: readonly RegExp[] = [
  /^Claude requested permissions? to /,
  /^Permission (to|for) .* (has been|was) (auto-)?denied/,
  /^This command requires approval/,
  /^This Bash command contains multiple operations\. The following parts? requires? approval/,
  /^\S+ (in|to) '.*' (was blocked|needs approval)\./,
  /^Claude Code may only .*for security/i,
  /^\w+ operation blocked by hook/,
  /^PreToolUse:\S+ hook (error|blocking error|stopped)/,
  /^Hook PreToolUse:\S+ denied this tool/,
  /^Execution stopped by PreToolUse hook/,
  /^Tool permission request failed/,
  /^File is in a directory that is (denied|ignored) by your /,
  /^The agent proposed a plan that was rejected by the user/,
  /^User chose to stay in plan mode/,
]

/** Decides from a result how its call ended. `noted` says that the client itself reported a denial. */
export function judgeResult(result: ToolResultBlock, noted: boolean): Verdict {
  if (wasInterrupted(result.structured)) return {state: 'interrupted', ambiguous: false}
  if (!result.isError) return {state: 'completed', ambiguous: false}
  const words = readWords(result)
  if (result.denial === 'interrupted' || interruptions.some((interruption) => interruption.test(words)))
    return {state: 'interrupted', ambiguous: false}
  if (result.decision === 'reject') return {state: 'denied', ambiguous: false}
  if (rejection.test(words) || result.denial === 'user-rejected') return {state: 'denied', ambiguous: true}
  if (noted || result.denial !== undefined || denials.some((denial) => denial.test(words))) {
    return {state: 'denied', ambiguous: false}
  }
  return {state: 'failed', ambiguous: false}
}

/** How much of a result is looked at from its beginning, and how much at its end. */
const maxWordsLength = 400

/** What a client may put in front of an error's own words. */
const errorPrefix = /^(?:<tool_use_error>)?(?:Error: )?/

/** The words of a result, as far as a verdict may need them. */
function readWords(result: ToolResultBlock): string {
  const block = result.content.find(({type}) => type === 'text')
  const text = block?.type === 'text' ? block.text.replace(errorPrefix, '') : ''
  return text.length > 2 * maxWordsLength ? text.slice(0, maxWordsLength) + text.slice(-maxWordsLength) : text
}

/** A command tells it in one word, an agent in another. */
function wasInterrupted(structured: JsonValue | undefined): boolean {
  const {interrupted, wasInterrupted} = inputFields(structured ?? null)
  return interrupted === true || wasInterrupted === true
}
