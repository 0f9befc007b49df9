import type {Summary, ToolRunState} from '../../page/index.ts'
import {formatCost, formatDuration, formatNoun, formatTokens} from '../../page/index.ts'
import {packFacts} from './entry/fact-lines.ts'
import type {TerminalOptions} from './terminal-options.ts'
import {glyphsFor} from './text/glyphs.ts'
import type {Paint} from './text/paint.ts'
import {sanitizeTerminalLine} from './text/sanitize.ts'
import {wrapLine} from './text/wrap.ts'

interface SummaryEnding {
  readonly state: ToolRunState
  readonly words: string
  readonly pen: (paint: Paint) => (text: string) => string
}

const endings: Readonly<Record<Summary['state'], SummaryEnding>> = {
  completed: {state: 'completed', words: 'completed', pen: ({good}) => good},
  failed: {state: 'failed', words: 'failed', pen: ({bad}) => bad},
  interrupted: {state: 'interrupted', words: 'interrupted', pen: ({warning}) => warning},
  'cut-off': {state: 'failed', words: 'cut off', pen: ({bad}) => bad},
  open: {state: 'running', words: 'still open', pen: ({warning}) => warning},
}

/** The last line of a run, which people copy: how it ended, and what it took. In a narrow terminal it is several. */
export function renderTerminalSummary(summary: Summary, look: TerminalOptions): string {
  const {paint, width} = look
  // The line is copied into places that are no terminal: its mark is a character, not a picture.
  const {states, dot, ellipsis} = glyphsFor({...look, emoji: false})
  const {state, words, pen} = endings[summary.state]
  const reason = summary.reason === undefined ? '' : ` (${sanitizeTerminalLine(summary.reason)})`
  // Every word of a reason counts.
  const ending = wrapLine(pen(paint)(`${states[state]} ${words}${reason}`), width, 2)
  const facts = [...ending.slice(-1), ...factsOf(summary, look)]
  const separator = look.style === 'plain' ? ', ' : ` ${paint.dim(dot)} `
  const lines = [...ending.slice(0, -1), ...packFacts(facts, separator, '  ', width, ellipsis)]
  return `${lines.join('\n')}\n`
}

function factsOf(
  {durationMs, turns, toolCalls, failedToolCalls, deniedToolCalls, tokens, cost, unknownRecords}: Summary,
  {style}: TerminalOptions,
): readonly string[] {
  return [
    durationMs === undefined ? '' : formatDuration(durationMs),
    formatNoun(turns, 'turn', 'turns'),
    toolCalls === 0
      ? ''
      : `${formatNoun(toolCalls, 'tool', 'tools')}${badTools(failedToolCalls, deniedToolCalls)}`,
    tokens === undefined ? '' : `${formatTokens(tokens)} tokens`,
    cost === undefined ? '' : style === 'plain' ? formatCost(cost).replace('≈ ', '~') : formatCost(cost),
    unknownRecords === 0 ? '' : formatNoun(unknownRecords, 'unknown record', 'unknown records'),
  ].filter((fact) => fact !== '')
}

function badTools(failed: number, denied: number): string {
  const bad = [failed === 0 ? '' : `${failed} failed`, denied === 0 ? '' : `${denied} denied`].filter(Boolean)
  return bad.length === 0 ? '' : ` (${bad.join(', ')})`
}
