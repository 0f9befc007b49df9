import {type Entry, finalState} from './entry.ts'
import {fieldsIn} from './node.ts'
import {stripControls} from './text/control-sequences.ts'
import {firstLine} from './text/cut-text.ts'

const maxOutcomeLength = 72

/** How a call ended, in a few words: if it failed, the line that says why, else its outcome. */
export function shortOutcome(entry: Entry): string | undefined {
  const reason = failureReason(entry)
  return reason === undefined ? entry.outcome : firstLine(reason, maxOutcomeLength)
}

/** Only the end of a long output is searched. */
const searched = {characters: 40_000, lines: 200}

/**
 * The line that says why a call failed: of what a program printed, the last line that looks like an error, else the last
 * line. What a tool itself says begins with the reason. Undefined if it did not fail, or printed nothing.
 */
export function failureReason(entry: Entry): string | undefined {
  const state = finalState(entry)
  if (state !== 'failed' && state !== 'denied' && state !== 'interrupted') return undefined
  // Notes are recount's own words for who stopped the call; the client's text is after them.
  const said = entry.answered.find(({kind}) => kind === 'ansi' || kind === 'text' || kind === 'note')
  if (said === undefined || state !== 'failed') return said && linesOf([said])[0]
  const lines = linesOf(entry.answered)
  const [first] = lines
  const isCommand = fieldsIn(entry.asked).some(({role}) => role === 'command')
  if (!isCommand && first !== undefined && looksLikeError(first) && !first.endsWith(':')) return first
  return (
    lines.findLast((line) => looksLikeError(line) && !wrapper.test(line)) ??
    lines.findLast(looksLikeError) ??
    lines.at(-1)
  )
}

/** The lines of nodes that are words, without colours and blank lines; of a long text, the last. */
function linesOf(nodes: Entry['answered']): readonly string[] {
  const lines: string[] = []
  for (const node of nodes) {
    if (node.kind !== 'ansi' && node.kind !== 'text' && node.kind !== 'note') continue
    for (const line of stripControls(node.text.slice(-searched.characters)).split('\n')) {
      const words = line.trim()
      if (/[\p{L}\p{N}]/u.test(words)) lines.push(words)
    }
  }
  return lines.slice(-searched.lines)
}

const error =
  /error\b|exception\b|\b(?:err!|fatal|fail(?:ed|ure|ures|s)?|panic(?:ked)?|cannot|can't|could not|couldn't|unable to|not found|no such|not permitted|denied|refused|aborted|timed out|invalid|unexpected|unrecognized|unknown|missing|segmentation fault|killed|conflict)\b/i

/** `0 errors`, `no failures`: these say that nothing is wrong. */
const noError = /\b(?:0|no|without)\s+(?:errors?|fail(?:ed|ures?)|exceptions?)\b/gi

const looksLikeError = (line: string): boolean => error.test(line.replace(noError, ''))

/** What runners of programs add after the program's own error: that it failed, and where the log is. */
const wrapper =
  /^(?:npm (?:error|ERR!)\s*(?:$|A complete log|Lifecycle|code |errno|path |workspace |location |command |in workspace|at location)|ELIFECYCLE|make(?:\[\d+\])?: \*\*\*|error Command failed|error: script |error: Recipe )/
