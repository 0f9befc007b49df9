import {formatJsonLine, type Node} from '../../../page/index.ts'
import type {TerminalOptions} from '../terminal-options.ts'
import {glyphsFor} from '../text/glyphs.ts'

/** A node as plain text, for one or two lines. Images, diffs and tables are left out. */
export function plainNodeText(node: Node, options: TerminalOptions): string {
  const {dot, arrow, todo} = glyphsFor(options)
  switch (node.kind) {
    case 'note':
      return node.text
    case 'text':
    case 'ansi':
      return jsonLine(node.text) ?? node.text
    case 'prose':
      return jsonLine(node.markdown) ?? node.markdown
    case 'code':
      return node.language === 'json' ? onOneLine(node.code) : node.code
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
      return [node.title, ...node.nodes.map((inner) => plainNodeText(inner, options))]
        .filter(Boolean)
        .join(': ')
    case 'raw':
      return formatJsonLine(node.value)
    case 'diff':
    case 'table':
      return ''
  }
}

/** JSON without the line ends between its values; those inside of texts are written in another way. */
const onOneLine = (json: string): string => json.replace(/,\n\s*/g, ', ').replace(/\n\s*/g, '')

/** What is longer is not looked at: it would not fit on a line anyway. */
const maxJsonLength = 100_000

/** JSON of several lines on one line; undefined for other text. */
function jsonLine(text: string): string | undefined {
  if (text.length > maxJsonLength || !text.includes('\n') || !/^\s*[{[]/.test(text)) return undefined
  try {
    return JSON.stringify(JSON.parse(text))
  } catch {
    return undefined
  }
}
