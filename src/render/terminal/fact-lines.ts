import type {Node} from '../../page/index.ts'
import {glyphsFor} from './glyphs.ts'
import type {Look} from './look.ts'
import {pack} from './pack.ts'
import {sanitizeLine} from './sanitize.ts'

/** The fields of nodes side by side, as many in a line as fit. */
export function factLines(nodes: readonly Node[], look: Look, width: number): readonly string[] {
  const {dot, ellipsis} = glyphsFor(look)
  const facts = nodes.flatMap((node) =>
    node.kind === 'fields' ? node.fields.map(({label, value}) => sanitizeLine(`${label}: ${value}`)) : [],
  )
  return pack(facts, look.style === 'plain' ? ', ' : ` ${dot} `, '', width, ellipsis)
}
