import {isJsonObject} from '../../lines/index.ts'
import type {Block, JsonObject, JsonValue} from '../../model/index.ts'
import {isList, objects, text} from '../shared/fields.ts'
import {readBlocks} from '../shared/read-blocks.ts'

/** What the backend writes where an answer had no text of its own. */
const placeholders: ReadonlySet<string> = new Set(['Assistant response', ''])

/** The blocks of a backend assistant message: its thinking, its text, its calls. */
export function readAssistantBlocks(content: JsonValue | undefined, metadata: JsonObject): readonly Block[] {
  const calls = objects(metadata, 'tool_uses').map((call) => ({...call, type: 'tool_use'}))
  const thoughts = objects(metadata, 'thinking_blocks').flatMap((block) => text(block, 'content') ?? [])
  const thinking = thoughts.length > 0 ? thoughts : (text(metadata, 'thinking_content') ?? [])
  const silent = calls.length > 0 || thoughts.length > 0
  const said = typeof content === 'string' && silent && placeholders.has(content) ? [] : readTyped(content)
  return [...[thinking].flat().map((thought) => thinkingBlock(thought)), ...said, ...readBlocks(calls)]
}

/** The results of a backend user message; `is_error: null` is no error. */
export function readResultBlocks(metadata: JsonObject): readonly Block[] {
  return readBlocks(objects(metadata, 'tool_results').map((result) => ({...result, type: 'tool_result'})))
}

/** Blocks that were saved from the SDK's objects have lost their type; their fields tell it. */
export function readTyped(content: JsonValue | undefined): readonly Block[] {
  return readBlocks(isList(content) ? content.map(withType) : content)
}

function withType(block: JsonValue): JsonValue {
  if (!isJsonObject(block) || typeof block['type'] === 'string') return block
  if ('thinking' in block) return {...block, type: 'thinking'}
  if ('tool_use_id' in block) return {...block, type: 'tool_result'}
  if ('name' in block && 'input' in block) return {...block, type: 'tool_use'}
  return 'text' in block ? {...block, type: 'text'} : block
}

const thinkingBlock = (thought: string): Block => ({
  type: 'thinking',
  text: thought,
  redacted: false,
  signature: undefined,
})
