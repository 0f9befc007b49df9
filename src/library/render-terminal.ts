import {defaultLimits} from '../cli/printing/read-display-options.ts'
import {noLimits} from '../page/index.ts'
import type {TerminalStyle} from '../render/terminal/index.ts'
import {paintFor, renderTerminalEntry, renderTerminalSummary} from '../render/terminal/index.ts'
import {listEntries} from './list-entries.ts'
import {makePage, type Renderable, type RenderOptions, zoneOf} from './render-page.ts'

/** How to print a session. */
export interface TerminalTextOptions extends Omit<RenderOptions, 'images' | 'gitLink'> {
  /** `box`: framed. `line`: one or two lines for each entry. `plain`: ASCII. Default: `line`. */
  readonly style?: TerminalStyle | undefined
  /** In columns. Default: 100. */
  readonly width?: number | undefined
  /** Whether to use terminal colours. Default: no. */
  readonly color?: boolean | undefined
  /** Whether to print long texts and results in full. Default: no. */
  readonly full?: boolean | undefined
}

/**
 * A session as text for a terminal, in the order of its page: a call that started an agent comes before what the agent
 * did. No control character of the session reaches the terminal.
 *
 * @example
 * import {loadSession} from 'recount'
 * import {renderTerminal} from 'recount/terminal'
 *
 * const session = await loadSession('latest')
 * process.stdout.write(renderTerminal(session, {width: process.stdout.columns, color: true}))
 */
export function renderTerminal(session: Renderable, options: TerminalTextOptions = {}): string {
  const {style = 'line', width = 100, color = false, timestamps = false, full = false} = options
  const look = {
    style,
    width,
    paint: paintFor(color),
    emoji: style !== 'plain',
    timestamps,
    zone: zoneOf(options),
    images: 'none',
    limits: full ? noLimits : defaultLimits,
  } as const
  return makePage(session, options)
    .sessions.map(
      (page) =>
        listEntries(session, page)
          .map((entry) => renderTerminalEntry(entry, look))
          .join('') + renderTerminalSummary({...page.summary, cost: page.cost}, look),
    )
    .join('\n')
}
