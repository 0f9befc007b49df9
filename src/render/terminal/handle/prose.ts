import type {NodeOf} from '../../../page/index.ts'
import {markdown} from '../markdown.ts'
import type {NodeContext} from '../node-context.ts'

/** Markdown. */
export const prose = (node: NodeOf<'prose'>, context: NodeContext): readonly string[] =>
  markdown(node.markdown, context)
