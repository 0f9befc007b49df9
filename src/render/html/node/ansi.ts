import type {NodeOf} from '../../../page/index.ts'
import {ansiHtml} from '../ansi-html.ts'
import type {Html} from '../html.ts'
import type {NodeContext} from '../node-context.ts'
import {pre} from '../pre.ts'

/** What a program printed, in its colours. */
export const ansi = (node: NodeOf<'ansi'>, context: NodeContext): Html =>
  pre(node.tone === 'plain' ? 'ansi' : 'ansi error', ansiHtml(node.text, context))
