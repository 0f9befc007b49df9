import {object, text} from '../model/fields.ts'
import type {Block, JsonObject, JsonValue, MediaSource} from '../model/index.ts'
import {isJsonObject} from '../model/index.ts'
import type {Node} from '../page/index.ts'
import {ansi, code, field, fields, plain} from '../page/index.ts'
import {indentJson} from './shared/json-text.ts'

/** The blocks of a result, each in its own way; none is left out. */
export const describeBlocks = (content: readonly Block[]): readonly Node[] => content.flatMap(describeBlock)

/** What a program answered as text: JSON is set so that it can be read, anything else stays as it was printed. */
export function describeText(said: string): readonly Node[] {
  if (said === '') return []
  const json = indentJson(said)
  return [json === undefined ? ansi(said) : code(json, 'json')]
}

/** Clients say in a text of its own where they keep an image that came before it. */
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
      return [group(block.name, [{kind: 'raw', value: block.input}])]
    case 'tool-result':
      return [group('result', describeBlocks(block.content))]
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
  const description = text(link, 'description') ?? ''
  return [{kind: 'link', url, text: named}, ...(description === '' ? [] : [plain(description, 'dim')])]
}

function describeResource(block: JsonObject): readonly Node[] | undefined {
  const resource = object(block, 'resource')
  const said = resource && text(resource, 'text')
  const data = resource && text(resource, 'blob')
  const uri = (resource && text(resource, 'uri')) ?? 'resource'
  const mediaType = (resource && text(resource, 'mimeType')) ?? 'application/octet-stream'
  if (said !== undefined) return [group(uri, describeText(said))]
  return data === undefined ? undefined : [media({kind: 'base64', mediaType, data}, uri)]
}

function describeAudio(block: JsonObject): readonly Node[] | undefined {
  const data = text(block, 'data')
  const mediaType = text(block, 'mimeType') ?? 'audio/mpeg'
  return data === undefined ? undefined : [media({kind: 'base64', mediaType, data}, 'audio')]
}

function describeError(error: JsonObject): readonly Node[] | undefined {
  const words = [text(error, 'error_code'), text(error, 'error_message')].filter((word) => word !== undefined)
  return words.length === 0 ? undefined : [ansi(words.join(': '), 'error')]
}

const media = (source: MediaSource, alt: string): Node => ({kind: 'image', source, alt})

const group = (title: string, nodes: readonly Node[]): Node => ({kind: 'group', title, nodes, folded: false})
