import {isJsonObject} from '../../lines/index.ts'
import type {Block, JsonObject, JsonValue, MediaSource, ToolResultBlock} from '../../model/index.ts'
import {flag, isList, object, text} from './fields.ts'

type ReadBlock = (block: JsonObject) => Block

const readers: ReadonlyMap<string, ReadBlock> = new Map<string, ReadBlock>([
  ['text', (block) => ({type: 'text', text: text(block, 'text') ?? ''})],
  ['thinking', (block) => readThinking(text(block, 'thinking') ?? '', text(block, 'signature'), false)],
  ['redacted_thinking', (block) => readThinking('', text(block, 'data'), true)],
  ['tool_use', (block) => readToolCall(block, false)],
  ['server_tool_use', (block) => readToolCall(block, true)],
  ['mcp_tool_use', (block) => readToolCall(block, true)],
  ['tool_result', (block) => readToolResult(block, false)],
  ['image', (block) => ({type: 'image', source: readMedia(block)})],
  ['document', (block) => ({type: 'document', title: text(block, 'title'), source: readMedia(block)})],
  ['search_result', readSearchResult],
  ['web_search_result', readSearchResult],
  [
    'tool_reference',
    (block) => ({type: 'tool-reference', name: text(block, 'tool_name') ?? text(block, 'name') ?? ''}),
  ],
])

/** Reads a message's content: a string, a list of blocks, or anything else, which is kept as an unknown block. */
export function readBlocks(content: JsonValue | undefined): readonly Block[] {
  if (typeof content === 'string') return content === '' ? [] : [{type: 'text', text: content}]
  if (isList(content)) return content.map(readBlock)
  return content === undefined || content === null ? [] : [unknownBlock(content)]
}

/** The text of a content, blocks that are not text left out. */
export function textOf(blocks: readonly Block[]): string {
  return blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
}

function readBlock(block: JsonValue): Block {
  if (typeof block === 'string') return {type: 'text', text: block}
  if (!isJsonObject(block)) return unknownBlock(block)
  const type = text(block, 'type') ?? ''
  const read = readers.get(type)
  if (read) return read(block)
  // web_search_tool_result, mcp_tool_result, code_execution_tool_result … and those still to come.
  if (type.endsWith('_tool_result') && typeof block['tool_use_id'] === 'string')
    return readToolResult(block, true)
  return unknownBlock(block)
}

const readThinking = (thought: string, signature: string | undefined, redacted: boolean): Block => ({
  type: 'thinking',
  text: thought,
  redacted,
  signature,
})

const readToolCall = (block: JsonObject, server: boolean): Block => ({
  type: 'tool-call',
  id: text(block, 'id') ?? '',
  name: text(block, 'name') ?? '',
  input: block['input'] ?? {},
  server,
})

const readToolResult = (block: JsonObject, server: boolean): ToolResultBlock => ({
  type: 'tool-result',
  callId: text(block, 'tool_use_id') ?? '',
  content: readBlocks(block['content']),
  isError: flag(block, 'is_error') ?? isErrorContent(block['content']),
  server,
  structured: undefined,
  denial: undefined,
  decision: undefined,
})

/** Provider-run tools have no `is_error`; their content is then one `…_error` object. */
const isErrorContent = (content: JsonValue | undefined): boolean =>
  isJsonObject(content) && (text(content, 'type') ?? '').endsWith('_error')

function readSearchResult(block: JsonObject): Block {
  return {
    type: 'search-result',
    title: text(block, 'title') ?? '',
    url: text(block, 'source') ?? text(block, 'url') ?? '',
    content: readBlocks(block['content']),
  }
}

function readMedia(block: JsonObject): MediaSource {
  const source = object(block, 'source')
  if (!source) return {kind: 'unknown', value: block['source'] ?? null}
  const mediaType = text(source, 'media_type') ?? 'application/octet-stream'
  const data = text(source, 'data')
  const url = text(source, 'url')
  const fileId = text(source, 'file_id')
  if (url !== undefined) return {kind: 'url', url}
  if (fileId !== undefined) return {kind: 'file', fileId}
  if (data === undefined) return {kind: 'unknown', value: source}
  return source['type'] === 'text' ? {kind: 'text', mediaType, text: data} : {kind: 'base64', mediaType, data}
}

const unknownBlock = (value: JsonValue): Block => ({
  type: 'unknown',
  wireType: isJsonObject(value) ? (text(value, 'type') ?? 'object') : typeof value,
  value,
})
