import {note} from './make.ts'
import type {Hunk, Node} from './node.ts'

/** How much of a node is shown. */
export interface Limits {
  readonly lines: number
  readonly characters: number
}

/** Everything is shown. */
export const noLimits: Limits = {lines: Number.POSITIVE_INFINITY, characters: Number.POSITIVE_INFINITY}

/** Cuts nodes to a size that can be read, and says how much was left out. */
export function truncate(nodes: readonly Node[], limits: Limits): readonly Node[] {
  return nodes.flatMap((node) => truncateNode(node, limits))
}

function truncateNode(node: Node, limits: Limits): readonly Node[] {
  switch (node.kind) {
    case 'text':
    case 'ansi': {
      const {head, rest} = cut(node.text, limits)
      return [{...node, text: head}, ...rest]
    }
    case 'prose': {
      const {head, rest} = cut(node.markdown, limits)
      return [{...node, markdown: head}, ...rest]
    }
    case 'code': {
      const {head, rest} = cut(node.code, limits)
      return [{...node, code: head}, ...rest]
    }
    case 'raw': {
      const {head, rest} = cut(JSON.stringify(node.value, null, 2), limits)
      return rest.length === 0
        ? [node]
        : [{kind: 'code', code: head, language: 'json', firstLine: undefined}, ...rest]
    }
    case 'diff': {
      const total = node.hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0)
      return [
        {...node, hunks: firstLines(node.hunks, limits.lines)},
        ...leftOut(total - limits.lines, 'line'),
      ]
    }
    case 'table':
      return [
        {...node, rows: node.rows.slice(0, limits.lines)},
        ...leftOut(node.rows.length - limits.lines, 'row'),
      ]
    case 'todo':
      return [
        {...node, items: node.items.slice(0, limits.lines)},
        ...leftOut(node.items.length - limits.lines, 'item'),
      ]
    case 'group':
      return [{...node, nodes: truncate(node.nodes, limits)}]
    case 'fields':
    case 'choice':
    case 'image':
    case 'link':
    case 'note':
      return [node]
  }
}

/** A text up to the limits, and the remark on what is missing. Lines are counted before characters. */
function cut(text: string, limits: Limits): {readonly head: string; readonly rest: readonly Node[]} {
  let end = -1
  let lines = 0
  while (lines < limits.lines) {
    end = text.indexOf('\n', end + 1)
    if (end === -1) break
    lines += 1
  }
  const head = end === -1 ? text : text.slice(0, end)
  if (head.length > limits.characters) {
    const shown = wholeCharacters(head, limits.characters)
    return {head: shown, rest: leftOut(text.length - shown.length, 'character')}
  }
  return {head, rest: end === -1 ? [] : leftOut(countLines(text.slice(end + 1)), 'line')}
}

/** Does not cut a surrogate pair in two. */
function wholeCharacters(text: string, length: number): string {
  const code = text.charCodeAt(length - 1)
  return text.slice(0, code >= 0xd800 && code <= 0xdbff ? length - 1 : length)
}

const countLines = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0)

function firstLines(hunks: readonly Hunk[], most: number): readonly Hunk[] {
  let left = most
  return hunks.flatMap((hunk) => {
    const lines = hunk.lines.slice(0, Math.max(0, left))
    left -= hunk.lines.length
    return lines.length === 0 ? [] : [{lines}]
  })
}

const leftOut = (count: number, unit: string): readonly Node[] =>
  count > 0 ? [note('info', `… ${count.toLocaleString('en-US')} more ${unit}${count === 1 ? '' : 's'}`)] : []
