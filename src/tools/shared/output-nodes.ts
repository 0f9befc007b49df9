import {text} from '../../model/fields.ts'
import type {JsonObject} from '../../model/index.ts'
import type {Node} from '../../page/index.ts'
import {note, plain, prose} from '../../page/index.ts'
import type {ToolOutput} from '../tool.ts'

/** What the client said of an answer, where nothing better is known. */
export const plainOutput = ({text}: ToolOutput): readonly Node[] => (text === '' ? [] : [plain(text)])

/** The same for tools that answer in a model's own words. */
export const proseOutput = ({text}: ToolOutput): readonly Node[] => (text === '' ? [] : [prose(text)])

/** Long matter under a heading that outputs may fold away; nothing where there is none. */
export const collapsedGroup = (title: string, ...nodes: readonly Node[]): readonly Node[] =>
  nodes.length === 0 ? [] : [{kind: 'group', title, nodes, folded: true}]

/** Says that work goes on after its call has answered, and under which name it can be asked for. */
export const backgroundNote = (task: string | undefined, where = 'in the background'): Node =>
  note('info', task === undefined ? `Runs on ${where}` : `Runs on ${where} as ${task}`)

/** A page that was found, with a few of its words where there are some; nothing without an address. */
export function linkToPage(page: JsonObject): readonly Node[] {
  const url = text(page, 'url')
  if (url === undefined) return []
  const snippet = text(page, 'snippet') ?? ''
  return [
    {kind: 'link', url, text: text(page, 'title') || url},
    ...(snippet === '' ? [] : [plain(snippet, 'dim')]),
  ]
}
