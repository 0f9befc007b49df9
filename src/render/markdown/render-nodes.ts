import {drawNode, type Node, type NodeHandlers} from '../../page/index.ts'
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
import type {MarkdownContext} from './markdown-context.ts'

const handlers: NodeHandlers<readonly string[], MarkdownContext> = {
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

/** Draws nodes as blocks of Markdown: whatever a transcript holds, no block reaches into the next. */
export const renderNodes = (nodes: readonly Node[], context: MarkdownContext): readonly string[] =>
  nodes.flatMap((node) => drawNode(handlers, node, context))
