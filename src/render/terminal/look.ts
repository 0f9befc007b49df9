import type {Limits, Node} from '../../page/index.ts'
import type {Glyphs} from './glyphs.ts'
import type {Paint} from './paint.ts'

/** How entries are set: framed, one or two lines each, or lines in ASCII alone. */
export const styles = ['box', 'line', 'plain'] as const

export type Style = (typeof styles)[number]

/** Everything that decides how a page looks in a terminal. */
export interface Look {
  readonly style: Style
  /** In columns, as the terminal counts them. */
  readonly width: number
  readonly paint: Paint
  readonly emoji: boolean
  /** Each entry begins with its time. */
  readonly timestamps: boolean
  /** The zone times are told in, as `Intl` names it. */
  readonly zone: string
  /** How the terminal draws pictures, where it can and was asked to. */
  readonly pictures: 'none' | 'iterm2' | 'kitty'
  readonly limits: Limits
}

/** What it takes to draw a node. */
export interface NodeContext {
  readonly look: Look
  readonly glyphs: Glyphs
  /** In columns; no line may be wider. */
  readonly width: number
  /** Draws nodes that stand inside the node. */
  readonly draw: (nodes: readonly Node[], width: number) => readonly string[]
}
