import {formatJson} from '../model/format-json.ts'
import {code, note} from './build-nodes.ts'
import type {DiffLine, Hunk, Node, NodeOf} from './node.ts'
import {cutMiddleLines, cutText, cutValue, formatOmitted} from './text/cut-text.ts'

/** How much of a node is shown. */
export interface NodeLimits {
  readonly lines: number
  readonly characters: number
}

/** Everything is shown. */
export const noLimits: NodeLimits = {lines: Number.POSITIVE_INFINITY, characters: Number.POSITIVE_INFINITY}

/** At least this many nodes or fields are shown, whatever the limit of lines; each of them is cut separately. */
const minShown = 8

/** Groups nested deeper than this are counted, not shown; no tool nests that deep. */
const maxGroupDepth = 32

/** Cuts nodes to a readable size, and says how much was left out. */
export function truncate(nodes: readonly Node[], limits: NodeLimits): readonly Node[] {
  if (limits.lines === Number.POSITIVE_INFINITY && limits.characters === Number.POSITIVE_INFINITY)
    return nodes
  return truncateNodes(nodes, limits, 0)
}

function truncateNodes(nodes: readonly Node[], limits: NodeLimits, depth: number): readonly Node[] {
  const most = Math.max(minShown, limits.lines)
  const shown = nodes.slice(0, most).flatMap((node) => truncateNode(node, limits, depth))
  return [...shown, ...remark(nodes.length - most, 'piece')]
}

function truncateNode(node: Node, limits: NodeLimits, depth: number): readonly Node[] {
  const short = (text: string): string => cutValue(text, limits)
  switch (node.kind) {
    case 'ansi':
      return truncateOutput(node, limits)
    case 'text':
      return cutNode(node, node.text, limits, (text) => ({...node, text}))
    case 'prose':
      return cutNode(node, node.markdown, limits, (markdown) => ({...node, markdown}))
    case 'code':
      return cutNode(node, node.code, limits, (head) => ({...node, code: head}))
    case 'raw':
      return cutNode(node, formatJson(node.value), limits, (head) => code(head, 'json'))
    case 'diff':
      return truncateDiff(node.hunks, limits, (hunks) => ({...node, hunks}))
    case 'table': {
      const most = within(node.rows, limits, (row) => row.reduce((sum, cell) => sum + cell.length, 0))
      const rows = node.rows.slice(0, most).map((row) => row.map(short))
      return [{...node, head: node.head.map(short), rows}, ...remark(node.rows.length - most, 'row')]
    }
    case 'todo': {
      const most = within(node.items, limits, (item) => item.text.length)
      const items = node.items.slice(0, most).map((item) => ({...item, text: short(item.text)}))
      return [{...node, items}, ...remark(node.items.length - most, 'item')]
    }
    case 'fields': {
      const most = Math.max(
        minShown,
        within(node.fields, limits, (field) => field.value.length),
      )
      const fields = node.fields
        .slice(0, most)
        .map((field) => ({...field, label: short(field.label), value: short(field.value)}))
      return [{...node, fields}, ...remark(node.fields.length - most, 'field')]
    }
    case 'choice': {
      const most = Math.max(minShown, limits.lines)
      const choices = node.choices.slice(0, most).map((choice) => ({
        ...choice,
        label: short(choice.label),
        description: choice.description === undefined ? undefined : short(choice.description),
      }))
      const question = short(node.question)
      return [{...node, question, choices}, ...remark(node.choices.length - most, 'choice')]
    }
    case 'group': {
      const title = short(node.title)
      // Collapsed content takes no space; each output decides how much of it is shown.
      const inside = node.isCollapsed ? noLimits : limits
      if (depth < maxGroupDepth)
        return [{...node, title, nodes: truncateNodes(node.nodes, inside, depth + 1)}]
      return [{...node, title, nodes: remark(countNodes(node.nodes), 'piece')}]
    }
    case 'note':
      return [{...node, text: short(node.text)}]
    case 'link':
      // A cut address would lead elsewhere.
      return [{...node, text: short(node.text)}]
    case 'image':
      return [{...node, alt: short(node.alt)}]
  }
}

/** The node with the beginning of its text, and the note; the node itself if nothing is cut. */
function cutNode(
  node: Node,
  text: string,
  limits: NodeLimits,
  withText: (head: string) => Node,
): readonly Node[] {
  const cut = cutText(text, limits)
  return cut.note === undefined ? [node] : [withText(cut.head), note('info', cut.note)]
}

/** The output of a program: its beginning and more of its end, which has the outcome. */
function truncateOutput(node: NodeOf<'ansi'>, limits: NodeLimits): readonly Node[] {
  const withText = (text: string): Node => ({...node, text})
  const first = Math.ceil(limits.lines / 3)
  const around = limits.lines > first ? cutMiddleLines(node.text, first, limits.lines - first) : undefined
  if (!around) return cutNode(node, node.text, limits, withText)
  const half = {lines: limits.lines, characters: Math.ceil(limits.characters / 2)}
  return [
    ...cutNode(withText(around.head), around.head, half, withText),
    ...remark(around.hidden, 'line'),
    ...cutNode(withText(around.tail), around.tail, half, withText),
  ]
}

function truncateDiff(
  hunks: readonly Hunk[],
  limits: NodeLimits,
  withHunks: (hunks: readonly Hunk[]) => Node,
): readonly Node[] {
  const all = hunks.flatMap((hunk) => hunk.lines)
  let left = within(all, limits, (line) => line.text.length)
  const hidden = all.length - left
  const shown: Hunk[] = []
  for (const hunk of hunks) {
    if (left <= 0) break
    shown.push({lines: hunk.lines.slice(0, left).map((line) => shortLine(line, limits))})
    left -= hunk.lines.length
  }
  return [withHunks(shown), ...remark(hidden, 'line')]
}

const shortLine = (line: DiffLine, limits: NodeLimits): DiffLine =>
  line.text.length <= limits.characters ? line : {...line, text: cutValue(line.text, limits)}

/** How many items fit; the one that begins within the limit of characters is the last. */
function within<T>(items: readonly T[], limits: NodeLimits, size: (item: T) => number): number {
  let characters = 0
  let count = 0
  for (const item of items) {
    if (count >= limits.lines || characters >= limits.characters) break
    characters += size(item)
    count += 1
  }
  return count
}

/** Counts without recursion, because groups can be nested to any depth. */
function countNodes(nodes: readonly Node[]): number {
  const lists: (readonly Node[])[] = [nodes]
  let count = 0
  for (let list = lists.pop(); list; list = lists.pop()) {
    count += list.length
    for (const node of list) if (node.kind === 'group') lists.push(node.nodes)
  }
  return count
}

const remark = (count: number, noun: string): readonly Node[] =>
  count > 0 ? [note('info', formatOmitted(count, noun))] : []
