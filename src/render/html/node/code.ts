import type {NodeOf} from '../../../page/index.ts'
import {codeBlock} from '../code-block.ts'
import {type Html, html} from '../html.ts'
import {markdown} from '../markdown.ts'
import type {NodeContext} from '../node-context.ts'

/** Source code; a Markdown file as what it says, with its source in a fold that takes its place. */
export function code(node: NodeOf<'code'>, context: NodeContext): Html {
  const source = codeBlock(node.code, node.language, node.firstLine)
  if (node.language !== 'markdown' || node.code.trim() === '') return source
  return html`<div class="document"><details class="source"><summary>Source</summary>${source}</details><div class="prose">${markdown(node.code, context)}</div></div>`
}
