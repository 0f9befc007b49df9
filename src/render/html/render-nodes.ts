import {drawNode, type Node, type NodeHandlers} from '../../page/index.ts'
import {type Html, html, joinHtml} from './html.ts'
import type {HtmlContext} from './html-context.ts'
import {ansi} from './node/ansi.ts'
import {choice} from './node/choice.ts'
import {code} from './node/code.ts'
import {diff} from './node/diff.ts'
import {fields} from './node/fields.ts'
import {group} from './node/group.ts'
import {image} from './node/image.ts'
import {link} from './node/link.ts'
import {note} from './node/note.ts'
import {prose} from './node/prose.ts'
import {raw} from './node/raw.ts'
import {table} from './node/table.ts'
import {text} from './node/text.ts'
import {todo} from './node/todo.ts'
import type {NodeContext} from './node-context.ts'

const handlers: NodeHandlers<Html, NodeContext> = {
  ansi,
  choice,
  code,
  diff,
  fields,
  group,
  image,
  link,
  note,
  prose,
  raw,
  table,
  text,
  todo,
}

const lineEnd = html`\n`

/** Draws nodes as HTML. Everything in a node is hostile: what leaves here can run nothing and load nothing. */
export function drawNodes(nodes: readonly Node[], context: HtmlContext): Html {
  const draw = (inner: readonly Node[], depth: number): Html => {
    const inside: NodeContext = {...context, depth, draw}
    const parts: Html[] = []
    for (const node of inner) parts.push(drawNode(handlers, node, inside), lineEnd)
    return joinHtml(parts)
  }
  return draw(nodes, 0)
}

/** The same as text. */
export const renderNodes = (nodes: readonly Node[], context: HtmlContext): string =>
  drawNodes(nodes, context).markup
