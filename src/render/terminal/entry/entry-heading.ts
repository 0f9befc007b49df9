import {type Entry, type EntryKind, type Node, spokenKinds} from '../../../page/index.ts'

/** Kinds that are nothing but what someone said: the frame or the mark says who, and no title is needed. */
const untitled: ReadonlySet<EntryKind> = new Set(['prompt', 'steering', 'memory', 'answer', 'thinking'])

/** Whether an entry needs its title. */
export const isTitled = (entry: Entry): boolean => !untitled.has(entry.kind) || entry.asked.length === 0

/** Whether an entry is shown as text, however long, in styles that give other things a line or two. */
export const isSpoken = (entry: Entry): boolean => spokenKinds.has(entry.kind) && entry.asked.length > 0

/** The subject, unless the title or the content already says it. */
export function headingSubject(entry: Entry): string | undefined {
  const {subject, title, asked, state} = entry
  if (subject === undefined) return undefined
  if (state) return subject
  // Hooks are named after their event and its subject.
  if (title.startsWith(subject)) return undefined
  return asked.some((node) => says(node, subject)) ? undefined : subject
}

/** The input, without what the heading already says. */
export function askedWithoutHeading({asked, subject, outcome}: Entry): readonly Node[] {
  return asked
    .filter((node) => subject === undefined || !says(node, subject))
    .map((node) =>
      node.kind === 'fields'
        ? {...node, fields: node.fields.filter(({value}) => value !== subject && value !== outcome)}
        : node,
    )
}

function says(node: Node, subject: string): boolean {
  switch (node.kind) {
    case 'prose':
      return node.markdown === subject
    case 'text':
    case 'note':
      return node.text === subject
    case 'choice':
      return node.question === subject
    case 'group':
      return node.nodes.every((inner) => says(inner, subject))
    default:
      return false
  }
}
