import type {Summary, ToolRunState} from '../../page/index.ts'
import {formatCost, formatDuration, formatNoun, formatTokens} from '../../page/index.ts'
import {pack} from './fact-lines.ts'
import {glyphsFor} from './glyphs.ts'
import type {Look} from './look.ts'
import type {Paint} from './paint.ts'
import {sanitizeLine} from './sanitize.ts'
import {wrapLine} from './wrap.ts'

interface Ending {
  readonly state: ToolRunState
  readonly words: string
  readonly pen: (paint: Paint) => (text: string) => string
}

const endings: Readonly<Record<Summary['state'], Ending>> = {
  completed: {state: 'completed', words: 'completed', pen: ({good}) => good},
  failed: {state: 'failed', words: 'failed', pen: ({bad}) => bad},
  interrupted: {state: 'interrupted', words: 'interrupted', pen: ({warning}) => warning},
  'cut-off': {state: 'failed', words: 'cut off', pen: ({bad}) => bad},
  open: {state: 'running', words: 'still open', pen: ({warning}) => warning},
}

/** The last line of a run, which people copy: how it ended, and what it took. In a narrow terminal it is several. */
export function renderClosing(summary: Summary, look: Look): string {
  const {paint, width} = look
  // The line is copied into places that are no terminal: its mark is a character, not a picture.
  const {states, dot, ellipsis} = glyphsFor({...look, emoji: false})
  const {state, words, pen} = endings[summary.state]
  const reason = summary.reason === undefined ? '' : ` (${sanitizeLine(summary.reason)})`
  // Every word of a reason counts.
  const ending = wrapLine(pen(paint)(`${states[state]} ${words}${reason}`), width, 2)
  const facts = [...ending.slice(-1), ...factsOf(summary, look)]
  const separator = look.style === 'plain' ? ', ' : ` ${paint.dim(dot)} `
  const lines = [...ending.slice(0, -1), ...pack(facts, separator, '  ', width, ellipsis)]
  return `${lines.join('\n')}\n`
}

function factsOf(
  {durationMs, turns, tools, failedTools, deniedTools, tokens, cost, unknown}: Summary,
  {style}: Look,
): readonly string[] {
  return [
    durationMs === undefined ? '' : formatDuration(durationMs),
    formatNoun(turns, 'turn', 'turns'),
    tools === 0 ? '' : `${formatNoun(tools, 'tool', 'tools')}${badTools(failedTools, deniedTools)}`,
    tokens === undefined ? '' : `${formatTokens(tokens)} tokens`,
    cost === undefined ? '' : style === 'plain' ? formatCost(cost).replace('≈ ', '~') : formatCost(cost),
    unknown === 0 ? '' : formatNoun(unknown, 'unknown record', 'unknown records'),
  ].filter((fact) => fact !== '')
}

function badTools(failed: number, denied: number): string {
  const bad = [failed === 0 ? '' : `${failed} failed`, denied === 0 ? '' : `${denied} denied`].filter(Boolean)
  return bad.length === 0 ? '' : ` (${bad.join(', ')})`
}
