import type {NodeOf} from '../../../page/index.ts'
import {codeLines} from '../code-lines.ts'
import type {NodeContext} from '../node-context.ts'

/** Source code. */
export const code = (node: NodeOf<'code'>, context: NodeContext): readonly string[] =>
  codeLines(node.code, node.language, node.firstLine, context)
