import {formatNoun, formatSummaryFacts, type Summary, type ToolRunState} from '../../page/index.ts'
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
  open: {state: 'running', words: 'ended without a result', pen: ({warning}) => warning},
}

/** The last line of a run, which people copy: how it ended, and what it took. In a narrow terminal it is several. */
export function renderTerminalSummary(summary: Summary, options: TerminalOptions): string {
  const {paint, width} = options
  // The line is copied to places that are not terminals, so its mark is a character, not an emoji.
  const {states, dot, ellipsis} = glyphsFor({...options, emoji: false})
  const {state, words, pen} = endings[summary.state]
  const reason = summary.reason === undefined ? '' : ` (${sanitizeTerminalLine(summary.reason)})`
  // Every word of a reason counts.
  const ending = wrapLine(pen(paint)(`${states[state]} ${words}${reason}`), width, 2)
  const facts = [...ending.slice(-1), ...factsOf(summary, options)]
  const separator = options.style === 'plain' ? ', ' : ` ${paint.dim(dot)} `
  const lines = [...ending.slice(0, -1), ...packFacts(facts, separator, '  ', width, ellipsis)]
  return `${lines.join('\n')}\n`
}

function factsOf(summary: Summary, {style}: TerminalOptions): readonly string[] {
  const {unknownRecords: unknown} = summary
  const facts = formatSummaryFacts(summary).map((fact) =>
    style === 'plain' ? fact.replace('≈ ', '~') : fact,
  )
  return unknown === 0 ? facts : [...facts, formatNoun(unknown, 'unknown record')]
}
