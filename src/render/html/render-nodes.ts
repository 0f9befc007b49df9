import {drawNode, type Node, type NodeHandlers} from '../../page/index.ts'
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

const handlers: NodeHandlers<string, NodeContext> = {
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

/** Draws nodes as HTML. Everything in a node is hostile: what leaves here can run nothing and load nothing. */
export function renderNodes(nodes: readonly Node[], context: HtmlContext): string {
  const draw = (inner: readonly Node[], depth: number): string => {
    const inside: NodeContext = {...context, depth, draw}
    let html = ''
    for (const node of inner) html += `${drawNode(handlers, node, inside)}\n`
    return html
  }
  return draw(nodes, 0)
}
