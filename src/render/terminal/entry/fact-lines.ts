import {fieldsIn, type Node} from '../../../page/index.ts'
import type {TerminalOptions} from '../terminal-options.ts'
import {glyphsFor} from '../text/glyphs.ts'
import {cut, measure} from '../text/measure.ts'
import {sanitizeTerminalLine} from '../text/sanitize.ts'

/** Facts one after the other, wrapped with `indent`. */
export function packFacts(
  facts: readonly string[],
  separator: string,
  indent: string,
  width: number,
  ellipsis: string,
): readonly string[] {
  const lines: string[] = []
  for (const fact of facts) {
    const last = lines.at(-1)
    if (last === undefined) lines.push(cut(fact, width, ellipsis))
    else if (measure(last) + measure(separator) + measure(fact) <= width)
      lines[lines.length - 1] = last + separator + fact
    else lines.push(cut(indent + fact, width, ellipsis))
  }
  return lines
}

/** The fields of nodes side by side, as many in a line as fit. */
export function factLines(
  nodes: readonly Node[],
  options: TerminalOptions,
  width: number,
): readonly string[] {
  const {dot, ellipsis} = glyphsFor(options)
  const facts = fieldsIn(nodes).map(({label, value}) => sanitizeTerminalLine(`${label}: ${value}`))
  return packFacts(facts, options.style === 'plain' ? ', ' : ` ${dot} `, '', width, ellipsis)
}
