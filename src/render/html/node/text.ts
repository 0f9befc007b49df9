import type {NodeOf} from '../../../page/index.ts'
import {plainHtml} from '../ansi-html.ts'
import type {Html} from '../html.ts'
import type {NodeContext} from '../node-context.ts'
import {pre} from '../pre.ts'

/** Text as it stands. */
export const text = (node: NodeOf<'text'>, context: NodeContext): Html =>
  pre(node.tone === 'plain' ? 'plain' : `plain ${node.tone}`, plainHtml(node.text, context))
