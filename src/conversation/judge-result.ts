import type {JsonValue, ToolResultBlock} from '../model/index.ts'

/** How a call ended by the words of its result. */
export interface Verdict {
  readonly state: 'completed' | 'failed' | 'denied' | 'interrupted'
  /** The client's words for a refusal and for an interruption are the same; what follows decides. */
  readonly ambiguous: boolean
}

const interruption = /^(?:Error: )?(?:Exit code \d+\s+)?\[Request interrupted by user/

/** The sentence with which a person's "no" is passed on, and, by some versions, a person's "stop". */
const rejection = /^The user doesn't want to (proceed with this tool use|take this action)/

/** What clients say when a call was not allowed to run. */
const denials: readonly RegExp[] = [
  /^Claude requested permissions? to /,
  /^Permission to use .* has been (denied|auto-denied)/,
  /^This command requires approval/,
  /^This Bash command contains multiple operations\. The following parts? requires? approval/,
  /^\S+ in '.*' (was blocked|needs approval)\./,
  /^Claude Code may only .*for security/i,
  /^\w+ operation blocked by hook/,
  /^PreToolUse:\S+ hook (error|blocking error|stopped)/,
  /^Hook PreToolUse:\S+ denied this tool/,
]

/** Decides from a result how its call ended. `noted` says that the client itself reported a denial. */
export function judgeResult(result: ToolResultBlock, noted: boolean): Verdict {
  if (!result.isError)
    return {state: wasInterrupted(result.structured) ? 'interrupted' : 'completed', ambiguous: false}
  const head = headOf(result)
  if (result.denial === 'interrupted' || interruption.test(head))
    return {state: 'interrupted', ambiguous: false}
  if (result.decision === 'reject') return {state: 'denied', ambiguous: false}
  if (rejection.test(head) || result.denial === 'user-rejected') return {state: 'denied', ambiguous: true}
  if (noted || result.denial !== undefined || denials.some((denial) => denial.test(head))) {
    return {state: 'denied', ambiguous: false}
  }
  return {state: 'failed', ambiguous: false}
}

/** The first words of a result, as far as a verdict may need them. */
function headOf(result: ToolResultBlock): string {
  const text = result.content.find((block) => block.type === 'text')
  return (text ? text.text : '').slice(0, 400)
}

const wasInterrupted = (structured: JsonValue | undefined): boolean =>
  typeof structured === 'object' &&
  structured !== null &&
  'interrupted' in structured &&
  structured.interrupted === true
