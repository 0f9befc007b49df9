import type {Node} from '../../page/index.ts'

/** Long matter under a heading that outputs may fold away; nothing where there is none. */
export const folded = (title: string, ...nodes: readonly Node[]): readonly Node[] =>
  nodes.length === 0 ? [] : [{kind: 'group', title, nodes, folded: true}]
