import {emptyObject, object, text} from '../model/fields.ts'
import {type Block, isJsonObject, type JsonObject, type JsonValue, type MediaSource} from '../model/index.ts'
import {ansi, code, field, fields, type Node, plain} from '../page/index.ts'
import {indentJson} from './shared/json-text.ts'
import {embeddedMedia, openGroup, optional} from './shared/output-nodes.ts'

/** Describes all blocks of a result. */
export const describeBlocks = (content: readonly Block[]): readonly Node[] => content.flatMap(describeBlock)

/** The text of a result: JSON is indented, anything else is shown as it was printed. */
export function describeText(said: string): readonly Node[] {
  if (said === '') return []
  const json = indentJson(said)
  return [json === undefined ? ansi(said) : code(json, 'json')]
}

/** Clients write in a separate text where they saved the image before it. */
function describeSaved(said: string): readonly Node[] | undefined {
  const path = /^\[Image: source: ([^\]\n]{1,4000})\]$/.exec(said)?.[1]
  return path === undefined ? undefined : fields(field('file', 'Saved to', path))
}

function describeBlock(block: Block): readonly Node[] {
  switch (block.type) {
    case 'text':
      return describeSaved(block.text) ?? describeText(block.text)
    case 'image':
      return [media(block.source, 'image')]
    case 'document':
      return [media(block.source, block.title ?? 'document')]
    case 'search-result':
      return [
        {kind: 'link', url: block.url, text: block.title === '' ? block.url : block.title},
        ...describeBlocks(block.content),
      ]
    case 'tool-reference':
      return [plain(block.name)]
    case 'thinking':
      return [plain(block.text, 'dim')]
    case 'tool-call':
      return [openGroup(block.name, {kind: 'raw', value: block.input})]
    case 'tool-result':
      return [openGroup('result', ...describeBlocks(block.content))]
    case 'unknown':
      return describeUnknown(block.wireType, block.value)
  }
}

/** Blocks that only MCP servers send, and the errors of tools that the provider runs. */
function describeUnknown(wireType: string, value: JsonValue): readonly Node[] {
  const raw: readonly Node[] = [{kind: 'raw', value}]
  if (!isJsonObject(value)) return raw
  if (wireType === 'resource_link') return describeResourceLink(value) ?? raw
  if (wireType === 'resource') return describeResource(value) ?? raw
  if (wireType === 'audio') return describeAudio(value) ?? raw
  return wireType.endsWith('_error') ? (describeError(value) ?? raw) : raw
}

function describeResourceLink(link: JsonObject): readonly Node[] | undefined {
  const url = text(link, 'uri')
  if (url === undefined) return undefined
  const named = text(link, 'title') ?? text(link, 'name') ?? url
  return [
    {kind: 'link', url, text: named},
    ...optional(text(link, 'description'), (words) => plain(words, 'dim')),
  ]
}

function describeResource(block: JsonObject): readonly Node[] | undefined {
  const resource = object(block, 'resource') ?? emptyObject
  const said = text(resource, 'text')
  const data = text(resource, 'blob')
  const uri = text(resource, 'uri') ?? 'resource'
  const mediaType = text(resource, 'mimeType') ?? 'application/octet-stream'
  if (said !== undefined) return [openGroup(uri, ...describeText(said))]
  return data === undefined ? undefined : [embeddedMedia(mediaType, data, uri)]
}

function describeAudio(block: JsonObject): readonly Node[] | undefined {
  const data = text(block, 'data')
  const mediaType = text(block, 'mimeType') ?? 'audio/mpeg'
  return data === undefined ? undefined : [embeddedMedia(mediaType, data, 'audio')]
}

function describeError(error: JsonObject): readonly Node[] | undefined {
  const words = [text(error, 'error_code'), text(error, 'error_message')].filter((word) => word !== undefined)
  return words.length === 0 ? undefined : [ansi(words.join(': '), 'error')]
}

const media = (source: MediaSource, alt: string): Node => ({kind: 'image', source, alt})
