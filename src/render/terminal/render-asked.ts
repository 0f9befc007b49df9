import type {FieldRole, Node} from '../../page/index.ts'
import {besideIcon} from './beside-icon.ts'
import type {Look} from './look.ts'
import {renderNodes} from './render-nodes.ts'

/** All of them are two columns wide in every terminal, which pictures made of two characters are not. */
const icons: Readonly<Record<FieldRole, string>> = {
  command: '🔧',
  description: '📝',
  file: '📁',
  folder: '📂',
  pattern: '🔍',
  url: '🌐',
  query: '🔎',
  prompt: '💬',
  agent: '🤖',
  model: '🧠',
  server: '🔌',
  task: '📋',
  time: '⏰',
  number: '🔢',
  money: '💰',
  setting: '🔹',
}

/** What was asked, as boxes show it: each field behind its icon, and a list of things to do under its name. */
export function renderAsked(nodes: readonly Node[], look: Look, width: number): readonly string[] {
  return nodes.flatMap((node) => {
    switch (node.kind) {
      case 'fields':
        return node.fields.flatMap((field) =>
          besideIcon(icons[field.role], width, (room) =>
            renderNodes([{kind: 'fields', fields: [field]}], look, room),
          ),
        )
      case 'todo':
        return ['📝 Todo List:', '', ...renderNodes([node], look, width)]
      default:
        return renderNodes([node], look, width)
    }
  })
}
