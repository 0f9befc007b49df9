import type {Node} from '../../page/index.ts'
import {glyphsFor} from './glyphs.ts'
import type {Look} from './look.ts'

/** A node in words alone, for places with room for a line or two. Pictures of change and tables say nothing there. */
export function sayNode(node: Node, look: Look): string {
  const {dot, arrow, todo} = glyphsFor(look)
  switch (node.kind) {
    case 'text':
    case 'ansi':
    case 'note':
      return node.text
    case 'prose':
      return node.markdown
    case 'code':
      return node.code
    case 'fields':
      return node.fields.map(({label, value}) => `${label}: ${value}`).join(` ${dot} `)
    case 'todo':
      return node.items.map(({status, text}) => `${todo[status]} ${text}`).join('\n')
    case 'choice': {
      const chosen = node.choices.filter((choice) => choice.chosen).map(({label}) => label)
      return chosen.length === 0 ? node.question : `${node.question} ${arrow} ${chosen.join(', ')}`
    }
    case 'image':
      return node.alt
    case 'link':
      return node.text === node.url ? node.url : `${node.text} ${node.url}`
    case 'group':
      return [node.title, ...node.nodes.map((inner) => sayNode(inner, look))].filter(Boolean).join(': ')
    case 'raw':
      return JSON.stringify(node.value)
    case 'diff':
    case 'table':
      return ''
  }
}
