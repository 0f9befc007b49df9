import {drawNode, type Node, type NodeHandlers} from '../../page/index.ts'
import {glyphsFor} from './glyphs.ts'
import {ansi} from './handle/ansi.ts'
import {choice} from './handle/choice.ts'
import {code} from './handle/code.ts'
import {diff} from './handle/diff.ts'
import {fields} from './handle/fields.ts'
import {group} from './handle/group.ts'
import {image} from './handle/image.ts'
import {link} from './handle/link.ts'
import {note} from './handle/note.ts'
import {prose} from './handle/prose.ts'
import {raw} from './handle/raw.ts'
import {table} from './handle/table.ts'
import {text} from './handle/text.ts'
import {todo} from './handle/todo.ts'
import type {Look} from './look.ts'
import type {NodeContext} from './node-context.ts'

const handlers: NodeHandlers<readonly string[], NodeContext> = {
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

/**
 * Draws nodes as lines, none of them wider than `width` columns (from 2 on). The text in nodes is hostile: what
 * leaves here holds no control sequence but colours, and pictures where the look asks for them.
 */
export function renderNodes(nodes: readonly Node[], look: Look, width: number): readonly string[] {
  const context: NodeContext = {
    look,
    glyphs: glyphsFor(look),
    width: Math.max(1, Math.floor(width)),
    draw: (inner, room) => renderNodes(inner, look, room),
  }
  const lines: string[] = []
  for (const node of nodes) for (const line of drawNode(handlers, node, context)) lines.push(line)
  return lines
}
