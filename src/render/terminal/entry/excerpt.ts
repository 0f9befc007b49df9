import {formatNoun, type Node} from '../../../page/index.ts'
import type {TerminalOptions} from '../terminal-options.ts'
import {glyphsFor} from '../text/glyphs.ts'
import {cut, measure} from '../text/measure.ts'
import {sanitizeTerminalLine} from '../text/sanitize.ts'
import {wrapLine} from '../text/wrap.ts'
import {formatMoreLines} from './limit-rows.ts'
import {plainNodeText} from './plain-node-text.ts'

/** A line longer than this is cut before it is looked at: results may be megabytes on one line. */
const maxLineLength = 1000

/** The first lines of nodes that say something, each cut at the width, and how many there would be more. */
export function excerptLines(
  nodes: readonly Node[],
  options: TerminalOptions,
  width: number,
  most: number,
): readonly string[] {
  const {ellipsis} = glyphsFor(options)
  const {lines, left} = firstLines(nodes, options, most + 1)
  // Below several lines the remark would take the place of one more.
  const fits = left === 0 && (most > 1 || lines.length <= most)
  const shown = (fits ? lines : lines.slice(0, most)).map((line) => cut(line, width, ellipsis))
  const hidden = left + lines.length - shown.length
  return hidden === 0 ? shown : withRest(shown, formatMoreLines(hidden, options), width, ellipsis)
}

/** From here on the last line of an output says more than the first: how it ended. */
const minLongOutput = 4

/** What a command printed, on one line: of its output before its complaints. */
export function outputExcerpt(
  answered: readonly Node[],
  options: TerminalOptions,
  width: number,
): readonly string[] {
  const {ellipsis} = glyphsFor(options)
  const printed = answered.filter(({kind}) => kind === 'ansi')
  const output = printed.filter((node) => node.kind === 'ansi' && node.tone === 'plain')
  const nodes = output.length > 0 ? output : printed.length > 0 ? printed : answered
  const {left} = firstLines(nodes, options, 1)
  if (left < minLongOutput - 1) return excerptLines(nodes, options, width, 1)
  const above = `${ellipsis} ${formatNoun(left, 'line')} ${ellipsis} `
  return lastLines(nodes, options, 1).map((line) => cut(above + line, width, ellipsis))
}

/** The same where every word counts: lines are wrapped. The first line is the reason, if it is not among the last. */
export function wrappedExcerpt(
  nodes: readonly Node[],
  options: TerminalOptions,
  width: number,
  most: number,
  reason?: string,
): readonly string[] {
  const {ellipsis} = glyphsFor(options)
  const {lines: first, left} = firstLines(nodes, options, 1)
  // The remark would take the place of a single line.
  const last = left === 0 ? [] : lastLines(nodes, options, left <= most ? left : most - 1)
  const hidden = left - last.length
  const why = reason === undefined ? undefined : sanitizeTerminalLine(reason.slice(0, maxLineLength)).trim()
  const lines = hidden > 0 && why !== undefined && !last.includes(why) ? [why] : first
  return [
    ...wrapped(lines, width, most, ellipsis),
    ...(hidden > 0 ? [cut(formatMoreLines(hidden, options), width)] : []),
    ...wrapped(last, width, most, ellipsis),
  ]
}

/** Lines in at most some rows; if that is not enough, the last one ends with an ellipsis. */
function wrapped(lines: readonly string[], width: number, most: number, ellipsis: string): readonly string[] {
  const rows = lines.flatMap((line) => wrapLine(line, width))
  if (rows.length <= most) return rows
  return rows
    .slice(0, most)
    .map((row, index) => (index === most - 1 ? `${cut(row, width - measure(ellipsis))}${ellipsis}` : row))
}

function lastLines(nodes: readonly Node[], options: TerminalOptions, most: number): readonly string[] {
  const lines: string[] = []
  for (const node of nodes) {
    for (const line of eachLine(plainNodeText(node, options))) {
      if (line.trim() === '') continue
      lines.push(line)
      if (lines.length > most) lines.shift()
    }
  }
  return lines.map((line) => sanitizeTerminalLine(line.slice(0, maxLineLength)).trim())
}

function firstLines(
  nodes: readonly Node[],
  options: TerminalOptions,
  most: number,
): {readonly lines: readonly string[]; readonly left: number} {
  const lines: string[] = []
  let left = 0
  for (const node of nodes) {
    for (const line of eachLine(plainNodeText(node, options))) {
      const said =
        lines.length < most ? sanitizeTerminalLine(line.slice(0, maxLineLength)).trim() : line.trim()
      if (said === '') continue
      if (lines.length < most) lines.push(said)
      else left += 1
    }
  }
  return {lines, left}
}

/** One line has its remark next to it; several have it below. */
function withRest(
  lines: readonly string[],
  rest: string,
  width: number,
  ellipsis: string,
): readonly string[] {
  const [only] = lines
  return lines.length === 1 && only !== undefined
    ? [cut(`${cut(only, width - measure(rest) - 1, ellipsis)} ${rest}`, width)]
    : [...lines, cut(rest, width)]
}

/** Lines without making an array of all of them. */
function* eachLine(text: string): Generator<string> {
  let start = 0
  while (start <= text.length) {
    const end = text.indexOf('\n', start)
    yield text.slice(start, end === -1 ? text.length : end)
    if (end === -1) return
    start = end + 1
  }
}
