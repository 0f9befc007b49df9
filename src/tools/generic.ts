import type {Block, JsonObject, JsonValue} from '../model/index.ts'
import {isJsonObject} from '../model/index.ts'
import type {Node} from '../page/index.ts'
import {ansi, code, field, fields} from '../page/index.ts'
import type {Tool} from './tool.ts'

/** A value longer than this, or of several lines, is shown by itself under its name. */
const longestInline = 120

/** Describes any call faithfully: every field of the input, every block of the result. */
export const generic = {
  names: [],
  subject: (input) =>
    Object.values(input)
      .find((value) => typeof value === 'string' && isInline(value))
      ?.toString(),
  asked: (input) => describeFields(input),
  answered: ({content, structured}) =>
    content.length > 0 ? describeBlocks(content) : describeFields(structured),
  outcome: () => undefined,
} as const satisfies Tool

/** Every field of an object: short ones in a list, long texts and structures under their names. */
export function describeFields(input: JsonObject): readonly Node[] {
  const entries = Object.entries(input).filter(([, value]) => value !== undefined)
  const short = entries
    .filter(([, value]) => isShort(value))
    .map(([name, value]) => field('setting', name, String(value)))
  const long = entries.filter(([, value]) => !isShort(value)).map(([name, value]) => longField(name, value))
  return [...fields(...short), ...long]
}

/** The blocks of a result, each in its own way. */
export function describeBlocks(content: readonly Block[]): readonly Node[] {
  return content.map(describeBlock)
}

function describeBlock(block: Block): Node {
  switch (block.type) {
    case 'text':
      return ansi(block.text)
    case 'image':
      return {kind: 'image', source: block.source, alt: 'image'}
    case 'document':
      return {kind: 'image', source: block.source, alt: block.title ?? 'document'}
    case 'search-result':
      return {kind: 'link', url: block.url, text: block.title === '' ? block.url : block.title}
    case 'tool-reference':
      return {kind: 'text', text: block.name, tone: 'plain'}
    case 'thinking':
      return {kind: 'text', text: block.text, tone: 'dim'}
    case 'tool-call':
      return {kind: 'raw', value: block.input}
    case 'tool-result':
      return {kind: 'group', title: 'result', nodes: describeBlocks(block.content), folded: false}
    case 'unknown':
      return {kind: 'raw', value: block.value}
  }
}

function longField(name: string, value: JsonValue | undefined): Node {
  const shown = typeof value === 'string' ? code(value) : ({kind: 'raw', value: value ?? null} as const)
  return {kind: 'group', title: name, nodes: [shown], folded: false}
}

const isShort = (value: JsonValue | undefined): boolean =>
  typeof value === 'string' ? isInline(value) : !isJsonObject(value) && !Array.isArray(value)

const isInline = (value: string): boolean => value.length <= longestInline && !value.includes('\n')
