import type {Node} from '../../page/index.ts'

/** More than a few lines of any terminal. */
const longestTail = 4000

/** The end of a text that is still growing, so that drawing it again and again costs the same however long it is. */
export function tailOf(node: Node): Node {
  switch (node.kind) {
    case 'prose':
      return {...node, markdown: tail(node.markdown)}
    case 'text':
    case 'ansi':
      return {...node, text: tail(node.text)}
    default:
      return node
  }
}

/** From the start of a line where there is one, and never from inside a surrogate pair. */
function tail(text: string): string {
  if (text.length <= longestTail) return text
  const from = text.length - longestTail
  const line = text.indexOf('\n', from) + 1
  if (line > 0 && line < text.length) return text.slice(line)
  const code = text.charCodeAt(from)
  return text.slice(code >= 0xdc00 && code <= 0xdfff ? from + 1 : from)
}
