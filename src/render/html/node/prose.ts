import type {NodeOf} from '../../../page/index.ts'
import {type Html, html} from '../html.ts'
import {markdown} from '../markdown.ts'
import type {NodeContext} from '../node-context.ts'

/** What somebody wrote, set as Markdown. */
export const prose = (node: NodeOf<'prose'>, context: NodeContext): Html =>
  html`<div class="prose">${markdown(node.markdown, context)}</div>`
