import {isJsonObject, type JsonObject, type JsonValue} from '../model/index.ts'
import {type Field, type FieldRole, field, fields, formatJson, type Node, note, plain} from '../page/index.ts'
import {describeBlocks} from './describe-blocks.ts'
import {indentJson} from './shared/json-text.ts'
import {collapsedGroup, openGroup} from './shared/output-nodes.ts'
import type {Tool, ToolOutput} from './tool.ts'

/** A value longer than this, or of several lines, is shown separately under its name. */
const maxInline = 120

/** Names of the most informative arguments, the best first. */
const mainFields = 'url uri file_path path filename command query pattern title name'.split(' ')

/** The roles that arguments of these names have in nearly every tool. */
const roles: ReadonlyMap<string, FieldRole> = new Map([
  ['command', 'command'],
  ['description', 'description'],
  ['file_path', 'file'],
  ['filename', 'file'],
  ['path', 'file'],
  ['pattern', 'pattern'],
  ['prompt', 'prompt'],
  ['query', 'query'],
  ['uri', 'url'],
  ['url', 'url'],
])

/** Describes any call: every field of the input, every block of the result. */
export const genericTool = {
  names: [],
  subject(input) {
    const named = mainFields.map((name) => input[name])
    const [number] = Object.entries(input).filter(([, value]) => typeof value === 'number')
    return [...named, ...Object.values(input)].find(isInline) ?? number?.join(': ')
  },
  asked: (input) => describeFields(input),
  answered(output) {
    const {content, structured, text} = output
    if (content.length === 0) return describeFields(structured)
    return describeOversized(text) ?? [...describeBlocks(content), ...describeMcpExtras(output)]
  },
  outcome: () => undefined,
} as const satisfies Tool

/** Describes every field of an object: short ones in a list, long texts and structures under their names. */
export function describeFields(input: JsonObject): readonly Node[] {
  const short: Field[] = []
  const long: Node[] = []
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue
    const inline = inlineValue(value)
    if (inline !== undefined) short.push({role: roleOf(name, value), label: name, value: inline})
    else long.push(openGroup(name, longValue(value)))
  }
  return [...fields(...short), ...long]
}

const roleOf = (name: string, value: JsonValue): FieldRole =>
  (typeof value === 'string' ? roles.get(name) : undefined) ?? 'setting'

const longValue = (value: JsonValue): Node =>
  typeof value === 'string' ? plain(value) : {kind: 'raw', value}

/** The value for a list of fields: short texts and numbers, and short lists and objects of them. */
function inlineValue(value: JsonValue): string | undefined {
  if (value === '') return '""'
  if (typeof value === 'string') return isInline(value) ? value : undefined
  if (typeof value !== 'object' || value === null) return String(value)
  const items = Object.values(value)
  if (items.length > maxInline || items.some((item) => typeof item === 'object' && item !== null))
    return undefined
  const json = JSON.stringify(value)
  return json.length <= maxInline ? json : undefined
}

const isInline = (value: JsonValue | undefined): value is string =>
  typeof value === 'string' && value.length <= maxInline && value.trim() !== '' && !/[\n\r]/.test(value)

/** The other content of an MCP server; its structured content is mostly the same as its text. */
function describeMcpExtras({text, structured}: ToolOutput): readonly Node[] {
  const {structuredContent, _meta: meta} = structured
  const isNew = isJsonObject(structuredContent) && indentJson(text) !== formatJson(structuredContent)
  return [
    ...(isNew ? collapsedGroup('structured content', {kind: 'raw', value: structuredContent}) : []),
    ...(isJsonObject(meta) ? collapsedGroup('metadata', {kind: 'raw', value: meta}) : []),
  ]
}

/** The clients' text for an output of an MCP tool that is too large for the conversation. */
const oversized =
  /^Error: result \(([^)\n]{1,200})\) exceeds maximum allowed tokens\. Output has been saved to ([^\n]{1,4000})\.\n/

/** Describes an output that was too large and saved elsewhere; `undefined` for any other text. */
function describeOversized(text: string): readonly Node[] | undefined {
  const [opening, size, path] = oversized.exec(text) ?? []
  if (opening === undefined) return undefined
  return [
    note('warning', `Too large for the conversation: ${size}`),
    ...fields(field('file', 'Saved to', path)),
    ...collapsedGroup('Instructions for the model', plain(text.slice(opening.length))),
  ]
}
