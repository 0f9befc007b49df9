import type {TerminalOptions} from '../terminal-options.ts'
import {glyphsFor} from '../text/glyphs.ts'
import {cut, fill, measure} from '../text/measure.ts'

/** What is framed. */
export interface BoxFrame {
  readonly title: string
  /** Stands right in the title line where there is room, else next to the title. */
  readonly aside: string | undefined
  readonly lines: readonly string[]
  readonly width: number
  readonly indent: number
  /** The colour of the frame. */
  readonly pen: (text: string) => string
}

/** Columns left for the lines in a frame: both sides, the indent, and one column of air at the right. */
export const widthInFrame = (width: number, indent: number): number => Math.max(1, width - indent - 3)

/** A double frame around lines, with an empty line above and below them. Each line is exactly as wide as asked. */
export function drawFrame(framed: BoxFrame, options: TerminalOptions): readonly string[] {
  const {lines, width, indent, pen} = framed
  const {frame: edge} = glyphsFor(options)
  const inside = width - 2
  const side = pen(edge.down)
  const margin = ' '.repeat(indent)
  const row = (line: string): string => `${side}${margin}${fill(line, inside - indent)}${side}`
  return [
    titleLine(framed, options),
    row(''),
    ...lines.map(row),
    row(''),
    pen(edge.bottomLeft + edge.across.repeat(inside) + edge.bottomRight),
  ]
}

function titleLine({title, aside, width, pen}: BoxFrame, options: TerminalOptions): string {
  const {frame: edge, ellipsis, dot} = glyphsFor(options)
  const inside = width - 2
  const across = (count: number): string => edge.across.repeat(Math.max(0, count))
  const asideWidth = aside === undefined ? 0 : measure(aside) + 4
  const centred = (text: string): {readonly left: number; readonly right: number; readonly shown: string} => {
    const shown = ` ${cut(text, inside - 4, ellipsis)} `
    const free = inside - measure(shown)
    return {left: Math.floor(free / 2), right: Math.ceil(free / 2), shown}
  }
  const alone = centred(title)
  const close = (left: number, shown: string, rest: string): string =>
    pen(edge.topLeft + across(left)) + options.paint.strong(shown) + rest
  if (aside === undefined || alone.right <= asideWidth) {
    const {left, shown, right} = aside === undefined ? alone : centred(`${title} ${dot} ${aside}`)
    return close(left, shown, pen(across(right) + edge.topRight))
  }
  const end = pen(across(alone.right - asideWidth)) + options.paint.dim(` ${aside} `)
  return close(alone.left, alone.shown, end + pen(across(2) + edge.topRight))
}
