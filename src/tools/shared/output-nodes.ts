import {asObject, text} from '../../model/fields.ts'
import type {JsonObject} from '../../model/index.ts'
import {ansi, type Node, note, plain} from '../../page/index.ts'
import type {ToolOutput} from '../tool.ts'

/** A node for a text; none for one that is missing or empty. */
export const optional = (text: string | undefined, make: (text: string) => Node): readonly Node[] =>
  text === undefined || text === '' ? [] : [make(text)]

/** The parts that are there, joined; `undefined` if there are none. */
export const joinParts = (parts: readonly (string | undefined)[], separator = ' · '): string | undefined =>
  parts.filter(Boolean).join(separator) || undefined

/** What a program printed on both streams. */
export const describePrinted = (stdout: string | undefined, stderr: string | undefined): readonly Node[] => [
  ...optional(stdout, ansi),
  ...optional(stderr, (words) => ansi(words, 'error')),
]

/** The text of an output, if nothing better is known. */
export const plainOutput = (output: ToolOutput): readonly Node[] => optional(output.text, plain)

/** Long content under a heading that outputs may collapse; nothing if there is no content. */
export const collapsedGroup = (title: string, ...nodes: readonly Node[]): readonly Node[] =>
  nodes.length === 0 ? [] : [{kind: 'group', title, nodes, isCollapsed: true}]

/** Content under a heading that stays open. */
export const openGroup = (title: string, ...nodes: readonly Node[]): Node => ({
  kind: 'group',
  title,
  nodes,
  isCollapsed: false,
})

/** An image or a document whose bytes are in the transcript. */
export const embeddedMedia = (mediaType: string, data: string, alt: string): Node => ({
  kind: 'image',
  source: {kind: 'base64', mediaType, data},
  alt,
})

/** A note that work continues after its call has returned, with its id. */
export const backgroundNote = (task: string | undefined, where = 'in the background'): Node =>
  note('info', task === undefined ? `Running ${where}` : `Running ${where} as ${task}`)

/** A link to a page, with its snippet; nothing without a URL. */
export function linkToPage(page: JsonObject): readonly Node[] {
  const url = text(page, 'url')
  if (url === undefined) return []
  return [
    {kind: 'link', url, text: text(page, 'title') || url},
    ...optional(text(page, 'snippet'), (snippet) => plain(snippet, 'dim')),
  ]
}

/** The object in the first block, for tools of the provider, whose results have their own block types. */
export function findBlock({content: [block]}: ToolOutput, wireType: RegExp): JsonObject | undefined {
  return block?.type === 'unknown' && wireType.test(block.wireType) ? asObject(block.value) : undefined
}
