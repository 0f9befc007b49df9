import type {Lane} from '../../../page/index.ts'
import type {TerminalOptions} from '../terminal-options.ts'
import {glyphsFor} from '../text/glyphs.ts'
import {cut} from '../text/measure.ts'
import {sanitizeTerminalLine} from '../text/sanitize.ts'

/** What is left of every line of a sub-agent. */
export interface AgentGutter {
  readonly text: string
  readonly width: number
}

/**
 * A bar for each agent above, the agent's own in its colour. In a narrow terminal the bars are
 * closer, and at some depth no more are added: the text keeps most of the width.
 */
export function agentGutter(lane: Lane | undefined, options: TerminalOptions): AgentGutter {
  if (!lane) return {text: '', width: 0}
  const room = Math.max(2, Math.floor(options.width / 5))
  const step = lane.level * 2 <= room ? 2 : 1
  const bars = Math.max(1, Math.min(lane.level, room - 1))
  const bar = glyphsFor(options).lane
  const cell = bar + ' '.repeat(step - 1)
  const text = options.paint.dim(cell.repeat(bars - 1)) + options.paint.agent(lane.key, bar)
  return {text: `${text} `, width: (bars - 1) * step + 2}
}

/** What an agent is called at the beginning of its entries, in a quarter of `width`: some are called by a sentence. */
export function shortAgentName(lane: Lane, options: TerminalOptions, width: number): string {
  return cut(
    sanitizeTerminalLine(lane.name),
    Math.min(Math.max(8, width / 4), width / 2),
    glyphsFor(options).ellipsis,
  )
}
