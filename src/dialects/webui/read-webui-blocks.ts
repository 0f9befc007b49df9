import {isList, objects, text} from '../../model/fields.ts'
import type {Block, JsonObject, JsonValue} from '../../model/index.ts'
import {isJsonObject} from '../../model/index.ts'
import {readBlocks} from '../shared/read-blocks.ts'
import {readTime} from '../shared/read-time.ts'

/** What the backend writes where an answer or a result had no text of its own. */
const placeholder = /^(Assistant response|Tool results: \d+ results)?$/

/** The blocks of a backend assistant message: its thinking, its text, its calls. */
export function readAssistantBlocks(content: JsonValue | undefined, metadata: JsonObject): readonly Block[] {
  // Where the content is a list it holds everything, and the metadata only repeats it.
  if (isList(content)) return readTyped(content)
  const thoughts = readThoughts(metadata)
  const calls = objects(metadata, 'tool_uses').flatMap((call) => readTimed(call, 'tool_use'))
  const silent = thoughts.length > 0 || calls.length > 0
  return [...thoughts, ...(silent ? withoutPlaceholder(content) : readBlocks(content)), ...calls]
}

/** The results of a backend user message and what it says besides; `is_error: null` is no error. */
export function readUserBlocks(content: JsonValue | undefined, metadata: JsonObject): readonly Block[] {
  if (isList(content)) return readTyped(content)
  const results = objects(metadata, 'tool_results').flatMap((result) => readTimed(result, 'tool_result'))
  return results.length > 0 ? [...results, ...withoutPlaceholder(content)] : readBlocks(content)
}

/** A call or a result with the time that the backend notes for each of them. */
function readTimed(fields: JsonObject, type: string): readonly Block[] {
  const time = readTime(fields['timestamp'])
  const blocks = readBlocks([{...fields, type}])
  return time === undefined ? blocks : blocks.map((block) => ({...block, time}))
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

const withoutPlaceholder = (content: JsonValue | undefined): readonly Block[] =>
  typeof content === 'string' && placeholder.test(content) ? [] : readBlocks(content)

function readThoughts(metadata: JsonObject): readonly Block[] {
  const blocks = objects(metadata, 'thinking_blocks').flatMap((block) => text(block, 'content') ?? [])
  const thoughts = blocks.length > 0 ? blocks : [text(metadata, 'thinking_content') ?? '']
  return thoughts.flatMap((thought) => (thought === '' ? [] : [thinkingBlock(thought)]))
}

const thinkingBlock = (thought: string): Block => ({
  type: 'thinking',
  text: thought,
  redacted: false,
  signature: undefined,
})
