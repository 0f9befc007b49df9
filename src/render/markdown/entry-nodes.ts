import type {Entry, Field, Node} from '../../page/index.ts'

/** What an entry holds besides what its line says already. */
export const nodesBesides = ({asked, answered, subject}: Entry): readonly Node[] =>
  [...asked, ...answered].filter((node) => subject === undefined || !says(node, subject))

/** What was asked, without the values that stand in the summary; there paths begin at the session's folder. */
export function askedBesides({asked, subject}: Entry, folder: string | undefined): readonly Node[] {
  if (subject === undefined || !isLine(subject)) return asked
  const path = `${folder}/${subject}`
  const isSaid = ({role, value}: Field): boolean =>
    value === subject ||
    subject.endsWith(`:${value}`) ||
    (role === 'file' && (value === path || path.startsWith(`${value}:`)))
  return asked.map((node) =>
    node.kind === 'fields' ? {...node, fields: node.fields.filter((field) => !isSaid(field))} : node,
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
