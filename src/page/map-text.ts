import {isJsonObject, type JsonValue, type MediaSource} from '../model/index.ts'
import type {Entry} from './entry.ts'
import type {Hunk, Node} from './node.ts'

/** Changes a text; `name` is the name of the value, if that is known. */
export type ChangeText = (text: string, name?: string) => string

/** Deeper values are not real, and a hostile one would overflow the stack. */
const maxDepth = 64

/** An entry with every text in it changed. Its keys, ids and names of tools stay. */
export function mapEntryText(entry: Entry, change: ChangeText): Entry {
  const maybe = (text: string | undefined): string | undefined => text && change(text)
  return {
    ...entry,
    title: change(entry.title),
    subject: maybe(entry.subject),
    outcome: maybe(entry.outcome),
    lane: entry.lane && {
      ...entry.lane,
      name: change(entry.lane.name),
      above: entry.lane.above.map((lane) => ({...lane, name: change(lane.name)})),
    },
    asked: entry.asked.map((node) => mapNodeText(node, change)),
    answered: entry.answered.map((node) => mapNodeText(node, change)),
  }
}

/** A node with every text in it changed. */
export function mapNodeText(node: Node, change: ChangeText, depth = 0): Node {
  switch (node.kind) {
    case 'prose':
      return {...node, markdown: change(node.markdown)}
    case 'text':
    case 'ansi':
    case 'note':
      return {...node, text: change(node.text)}
    case 'code':
      return {...node, code: change(node.code)}
    case 'diff':
      return {
        ...node,
        path: node.path && change(node.path),
        hunks: node.hunks.map((hunk) => mapHunk(hunk, change)),
      }
    case 'fields':
      return {
        ...node,
        fields: node.fields.map(({role, label, value}) => ({
          role,
          label: change(label),
          value: change(value, label),
        })),
      }
    case 'table':
      return {
        ...node,
        head: node.head.map((cell) => change(cell)),
        rows: node.rows.map((row) => row.map((cell, index) => change(cell, node.head[index]))),
      }
    case 'todo':
      return {
        ...node,
        items: node.items.map((item) => ({
          ...item,
          text: change(item.text),
          priority: item.priority && change(item.priority),
        })),
      }
    case 'choice':
      return {
        ...node,
        question: change(node.question),
        choices: node.choices.map((choice) => ({
          ...choice,
          label: change(choice.label),
          description: choice.description && change(choice.description),
        })),
      }
    case 'image':
      return {...node, alt: change(node.alt), source: mapSource(node.source, change)}
    case 'link':
      return {...node, url: change(node.url), text: change(node.text)}
    case 'group':
      return {
        ...node,
        title: change(node.title),
        nodes: depth < maxDepth ? node.nodes.map((inner) => mapNodeText(inner, change, depth + 1)) : [],
      }
    case 'raw':
      return {...node, value: mapValue(node.value, change, undefined, 0)}
  }
}

interface Side {
  readonly after: readonly string[]
  next: number
}

/** Lines of one sign are changed together: a private key has many lines. */
function mapHunk({lines}: Hunk, change: ChangeText): Hunk {
  const sides = ['-', '+', ' '] as const
  const changed = new Map<string, Side>(
    sides.map((sign) => {
      const texts = lines.filter((line) => line.sign === sign).map(({text}) => text)
      const after = change(texts.join('\n')).split('\n')
      const side: Side = {after, next: 0}
      return [sign, side]
    }),
  )
  return {
    lines: lines.flatMap((line) => {
      const side = changed.get(line.sign)
      if (!side) return [line]
      const text = side.after[side.next]
      side.next += 1
      return text === undefined ? [] : [{...line, text}]
    }),
  }
}

function mapSource(source: MediaSource, change: ChangeText): MediaSource {
  if (source.kind === 'text') return {...source, text: change(source.text)}
  return source.kind === 'url' ? {...source, url: change(source.url)} : source
}

function mapValue(value: JsonValue, change: ChangeText, name: string | undefined, depth: number): JsonValue {
  if (typeof value === 'string') return change(value, name)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= maxDepth) return '…'
  if (!isJsonObject(value)) return value.map((item) => mapValue(item, change, name, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      change(key),
      item === undefined ? null : mapValue(item, change, key, depth + 1),
    ]),
  )
}
