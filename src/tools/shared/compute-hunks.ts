import {structuredPatch} from 'diff'
import type {Hunk} from '../../page/index.ts'
import {hunkOf} from './hunk-of.ts'

const context = 3

/**
 * Beyond these the search for the shortest change is given up. They stand for a time limit, which would show the same
 * transcript in different ways.
 */
const limits = {characters: 400_000, edits: 400}

/**
 * The change from one text to another. Lines are numbered from `firstLine`, and not at all where nobody knows which
 * part of a file the texts are.
 */
export function computeHunks(before: string, after: string, firstLine?: number): readonly Hunk[] {
  if (before === after) return []
  const ended = [before, after].every((text) => text === '' || text.endsWith('\n'))
  const [old, now] = [whole(before, ended), whole(after, ended)]
  const patch =
    old.length + now.length > limits.characters
      ? undefined
      : structuredPatch('', '', old, now, undefined, undefined, {context, maxEditLength: limits.edits})
  if (!patch) return [replaceMiddle(old, now, firstLine)]
  const offset = firstLine === undefined ? undefined : firstLine - 1
  return patch.hunks.map(({lines, oldStart, newStart}) =>
    hunkOf(
      lines,
      offset === undefined ? offset : oldStart + offset,
      offset === undefined ? offset : newStart + offset,
    ),
  )
}

/** Texts that do not both end their last line are parts of lines; ended alike, they differ only where they do. */
const whole = (text: string, ended: boolean): string => (ended || text === '' ? text : `${text}\n`)

/** One hunk that replaces everything between the first and the last difference: linear in any case. */
function replaceMiddle(before: string, after: string, firstLine: number | undefined): Hunk {
  const [old, now] = [linesOf(before), linesOf(after)]
  const shorter = Math.min(old.length, now.length)
  let head = 0
  while (head < shorter && old[head] === now[head]) head += 1
  let tail = 0
  while (tail < shorter - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail += 1
  const from = Math.max(0, head - context)
  const start = firstLine === undefined ? undefined : firstLine + from
  return hunkOf(
    [
      ...signed(' ', old.slice(from, head)),
      ...signed('-', old.slice(head, old.length - tail)),
      ...signed('+', now.slice(head, now.length - tail)),
      ...signed(' ', now.slice(now.length - tail, now.length - tail + context)),
    ],
    start,
    start,
  )
}

const linesOf = (text: string): readonly string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'))

const signed = (sign: string, lines: readonly string[]): readonly string[] => lines.map((line) => sign + line)
