import type {NodeLimits} from '../../page/index.ts'
import type {Glyphs} from './text/glyphs.ts'
import type {Paint} from './text/paint.ts'

/** How entries are set: framed, one or two lines each, or lines in ASCII alone. */
export const terminalStyles = ['box', 'line', 'plain'] as const

export type TerminalStyle = (typeof terminalStyles)[number]

/** Everything that decides how a page looks in a terminal. */
export interface TerminalOptions {
  readonly style: TerminalStyle
  /** In columns, as the terminal counts them. */
  readonly width: number
  readonly paint: Paint
  readonly emoji: boolean
  /** Each entry begins with its time. */
  readonly timestamps: boolean
  /** The time zone of all times, as `Intl` names it. */
  readonly zone: string
  /** How the terminal draws images. */
  readonly images: 'none' | 'iterm2' | 'kitty'
  readonly limits: NodeLimits
}

/** What it takes to draw a node. */
export interface TerminalNodeContext {
  readonly options: TerminalOptions
  readonly glyphs: Glyphs
  /** In columns; no line may be wider. */
  readonly width: number
}
