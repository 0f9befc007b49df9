import type {Node} from '../../page/index.ts'
import {field, fields, note, plain} from '../../page/index.ts'
import {folded} from './folded.ts'

/** What clients give in place of an answer of an MCP tool that is too large for the conversation. */
const oversized =
  /^Error: result \(([^)\n]{1,200})\) exceeds maximum allowed tokens\. Output has been saved to ([^\n]{1,4000})\.\n/

/** Says that an answer was too large, and where it is; nothing where the text is something else. */
export function describeOversized(text: string): readonly Node[] | undefined {
  const [opening, size, path] = oversized.exec(text) ?? []
  if (opening === undefined) return undefined
  return [
    note('warning', `Too large for the conversation: ${size}`),
    ...fields(field('file', 'Saved to', path)),
    ...folded('What the model was told', plain(text.slice(opening.length))),
  ]
}
