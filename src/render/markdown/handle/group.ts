import type {NodeOf} from '../../../page/index.ts'
import {details} from '../details.ts'
import {quietHtmlLine} from '../escape-html.ts'
import {escapeWords} from '../escape-text.ts'
import type {MarkdownContext} from '../markdown-context.ts'

/** Blocks under a title, folded where the page says so. */
export function group({title, nodes, folded}: NodeOf<'group'>, context: MarkdownContext): readonly string[] {
  const blocks = context.draw(nodes, context)
  if (blocks.length === 0) return []
  if (folded) return [details(quietHtmlLine(title) || '…', blocks)]
  const label = escapeWords(title)
  return label === '' ? blocks : [`**${label}**`, ...blocks]
}
