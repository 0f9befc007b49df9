import {asFlag, asText, isList, object, text} from '../../model/fields.ts'
import type {Block, JsonObject, JsonValue, MediaSource, ToolResultBlock} from '../../model/index.ts'
import {isJsonObject} from '../../model/index.ts'

type ReadBlock = (fields: BlockFields, block: JsonObject, depth: number) => Block

/** Content nested deeper than this is not read: a hostile file would overflow the stack. */
const maxNesting = 16

const readers: ReadonlyMap<string, ReadBlock> = new Map<string, ReadBlock>([
  ['text', (fields) => ({type: 'text', text: asText(fields.text) ?? ''})],
  ['thinking', (fields) => readThinking(asText(fields.thinking) ?? '', asText(fields.signature), false)],
  ['redacted_thinking', (_, block) => readThinking('', text(block, 'data'), true)],
  ['tool_use', (fields) => readToolCall(fields, false)],
  ['server_tool_use', (fields) => readToolCall(fields, true)],
  ['mcp_tool_use', (fields) => readToolCall(fields, true)],
  ['tool_result', (fields, _, depth) => readToolResult(fields, false, depth)],
  ['image', (_, block) => ({type: 'image', source: readMedia(block)})],
  ['document', (_, block) => ({type: 'document', title: text(block, 'title'), source: readMedia(block)})],
  ['search_result', readSearchResult],
  ['web_search_result', readSearchResult],
  [
    'tool_reference',
    (fields, block) => ({
      type: 'tool-reference',
      name: text(block, 'tool_name') ?? asText(fields.name) ?? '',
    }),
  ],
])

/** Reads a message's content: a string, a list of blocks, or one block. Anything else is kept as an unknown block. */
export function readBlocks(content: JsonValue | undefined): readonly Block[] {
  return readNested(content, 0)
}

function readNested(content: JsonValue | undefined, depth: number): readonly Block[] {
  if (content === undefined || content === null || content === '') return []
  if (depth > maxNesting) return [unknownBlock(content)]
  return isList(content) ? content.map((block) => readBlock(block, depth)) : [readBlock(content, depth)]
}

/** The text of all text blocks. */
export function joinText(blocks: readonly Block[]): string {
  const [only] = blocks
  if (blocks.length === 1 && only?.type === 'text') return only.text
  return blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
}

function readBlock(block: JsonValue, depth: number): Block {
  if (typeof block === 'string') return {type: 'text', text: block}
  if (!isJsonObject(block)) return unknownBlock(block)
  const fields = readBlockFields(block)
  const type = asText(fields.type) ?? ''
  const read = readers.get(type)
  if (read) return read(fields, block, depth)
  // web_search_tool_result, mcp_tool_result, code_execution_tool_result and future ones.
  if (type.endsWith('_tool_result') && typeof fields.tool_use_id === 'string')
    return readToolResult(fields, true, depth)
  return unknownBlock(block)
}

const readThinking = (thought: string, signature: string | undefined, redacted: boolean): Block => ({
  type: 'thinking',
  text: thought,
  redacted,
  signature,
})

const readToolCall = ({id, name, input}: BlockFields, server: boolean): Block => ({
  type: 'tool-call',
  id: asText(id) ?? '',
  name: asText(name) ?? '',
  input: input ?? {},
  server,
})

const readToolResult = (fields: BlockFields, server: boolean, depth: number): ToolResultBlock => ({
  type: 'tool-result',
  callId: asText(fields.tool_use_id) ?? '',
  content: readNested(fields.content, depth + 1),
  isError: asFlag(fields.is_error) ?? isErrorContent(fields.content),
  server,
  structured: undefined,
  denial: undefined,
  decision: undefined,
})

/** Provider-run tools have no `is_error`; their content is then one `…_error` object. */
const isErrorContent = (content: JsonValue | undefined): boolean =>
  isJsonObject(content) && (text(content, 'type') ?? '').endsWith('_error')

function readSearchResult({content}: BlockFields, block: JsonObject, depth: number): Block {
  return {
    type: 'search-result',
    title: text(block, 'title') ?? '',
    url: text(block, 'source') ?? text(block, 'url') ?? '',
    content: readNested(content, depth + 1),
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

/** The fields of the frequent block types; `undefined` if a block does not have them. */
type BlockFields = {readonly [Name in keyof ReturnType<typeof noFields>]: JsonValue | undefined}

const noFields = () => ({
  type: undefined,
  text: undefined,
  thinking: undefined,
  signature: undefined,
  id: undefined,
  name: undefined,
  input: undefined,
  tool_use_id: undefined,
  content: undefined,
  is_error: undefined,
})

/** Reads the fields in one pass, for the same reason as `readRecordFields`. */
function readBlockFields(block: JsonObject): BlockFields {
  const fields: {-readonly [Name in keyof BlockFields]: BlockFields[Name]} = noFields()
  for (const key in block) {
    const value = block[key]
    if (key === 'type') fields.type = value
    else if (key === 'text') fields.text = value
    else if (key === 'thinking') fields.thinking = value
    else if (key === 'signature') fields.signature = value
    else if (key === 'id') fields.id = value
    else if (key === 'name') fields.name = value
    else if (key === 'input') fields.input = value
    else if (key === 'tool_use_id') fields.tool_use_id = value
    else if (key === 'content') fields.content = value
    else if (key === 'is_error') fields.is_error = value
  }
  return fields
}
