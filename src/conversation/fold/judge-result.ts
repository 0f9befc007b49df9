import {inputFields, type JsonValue, type ToolResultBlock} from '../../model/index.ts'

/** How a call ended, according to its result. */
export interface Verdict {
  readonly state: 'completed' | 'failed' | 'denied' | 'interrupted'
  /** The client's text for a refusal and for an interruption is the same; what follows decides. */
  readonly ambiguous: boolean
}

/** The texts for a stopped call: of the client, of the shell it ran in, of an aborted permission prompt. */
const interruptions: readonly RegExp[] = [
  /^(?:Exit code \d+\s+)?\[Request interrupted by user/,
  /<error>Command was aborted before completion<\/error>\s*$/,
  /^Permission prompt was aborted\./,
]

/** The client's sentence for a refusal by the user and, in some versions, for an interruption. */
const rejection = /^The user doesn't want to (proceed with this tool use|take this action)/

/** The clients' texts for a call that was not allowed to run. */
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

/** Decides from a result how its call ended. `noted` says that the client reported a denial. */
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

/** How much of the beginning and of the end of a result is read. */
const maxWordsLength = 400

/** The prefix that a client may put before an error. */
const errorPrefix = /^(?:<tool_use_error>)?(?:Error: )?/

/** The part of a result's text that a verdict needs. */
function readWords(result: ToolResultBlock): string {
  const block = result.content.find(({type}) => type === 'text')
  const text = block?.type === 'text' ? block.text.replace(errorPrefix, '') : ''
  return text.length > 2 * maxWordsLength ? text.slice(0, maxWordsLength) + text.slice(-maxWordsLength) : text
}

/** Commands and agents have different names for this field. */
function wasInterrupted(structured: JsonValue | undefined): boolean {
  const {interrupted, wasInterrupted} = inputFields(structured ?? null)
  return interrupted === true || wasInterrupted === true
}
