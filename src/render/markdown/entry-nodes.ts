import type {Entry, Node} from '../../page/index.ts'

/** What an entry holds besides what its line says already. */
export const nodesBesides = ({asked, answered, subject}: Entry): readonly Node[] =>
  [...asked, ...answered].filter((node) => subject === undefined || !says(node, subject))

/** What was asked, without the value that stands in the summary as it is. */
export function askedBesides({asked, subject}: Entry): readonly Node[] {
  if (subject === undefined || !isLine(subject)) return asked
  return asked.map((node) =>
    node.kind === 'fields' ? {...node, fields: node.fields.filter(({value}) => value !== subject)} : node,
  )
}

function says(node: Node, subject: string): boolean {
  switch (node.kind) {
    case 'prose':
      return isLine(node.markdown) && node.markdown === subject
    case 'text':
    case 'note':
      return isLine(node.text) && node.text === subject
    default:
      return false
  }
}

/** A subject that was cut for its line has not been said. */
const isLine = (text: string): boolean => text.length <= 100 && !text.includes('\n')
