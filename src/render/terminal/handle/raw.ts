import {formatJson, type NodeOf} from '../../../page/index.ts'
import {codeLines} from '../code-lines.ts'
import type {NodeContext} from '../node-context.ts'

/** A value as JSON. */
export const raw = (node: NodeOf<'raw'>, context: NodeContext): readonly string[] =>
  codeLines(formatJson(node.value), 'json', undefined, context)
