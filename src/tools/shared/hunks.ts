import {structuredPatch} from 'diff'
import {number, objects, texts} from '../../model/fields.ts'
import type {JsonObject} from '../../model/index.ts'
import {type DiffLine, formatCount, type Hunk, type Node, note} from '../../page/index.ts'

/**
 * Reads the lines of a patch, which begin with their sign. They are numbered from the first numbers, if those are
 * known.
 */
export function createHunk(
  written: readonly string[],
  oldStart: number | undefined,
  newStart: number | undefined,
): Hunk {
  let oldLine = oldStart
  let newLine = newStart
  const lines: DiffLine[] = []
  for (const line of written) {
    const first = line[0]
    // `\ No newline at end of file`
    if (first === '\\') continue
    const sign = first === '+' || first === '-' ? first : ' '
    lines.push({
      sign,
      text: first === sign ? line.slice(1) : line,
      oldLine: sign === '+' ? undefined : oldLine,
      newLine: sign === '-' ? undefined : newLine,
    })
    if (oldLine !== undefined && sign !== '+') oldLine += 1
    if (newLine !== undefined && sign !== '-') newLine += 1
  }
  return {lines}
}

/** The hunks that a client lists under a name. */
export const readHunks = (record: JsonObject, name: string): readonly Hunk[] =>
  objects(record, name).map((hunk) =>
    createHunk(texts(hunk, 'lines'), number(hunk, 'oldStart'), number(hunk, 'newStart')),
  )

/** The change that a client reports (`structuredPatch`), or nothing if it reports none. */
export function readPatch(structured: JsonObject): readonly Hunk[] | undefined {
  const hunks = readHunks(structured, 'structuredPatch').filter((hunk) => hunk.lines.length > 0)
  return hunks.length === 0 ? undefined : hunks
}

const context = 3

/**
 * The search for the shortest change ends at these limits. A time limit would give different results for the same
 * transcript.
 */
const limits = {characters: 400_000, edits: 400}

/**
 * The change from one text to another. Lines are numbered from `firstLine`, or not at all if the place in the file is
 * unknown.
 */
export function computeHunks(before: string, after: string, firstLine?: number): readonly Hunk[] {
  if (before === after) return []
  const ended = [before, after].every((text) => text === '' || text.endsWith('\n'))
  const [old, now] = [endLine(before, ended), endLine(after, ended)]
  const patch =
    old.length + now.length > limits.characters
      ? undefined
      : structuredPatch('', '', old, now, undefined, undefined, {context, maxEditLength: limits.edits})
  if (!patch) return [replaceMiddle(old, now, firstLine)]
  const offset = firstLine === undefined ? undefined : firstLine - 1
  return patch.hunks.map(({lines, oldStart, newStart}) =>
    createHunk(
      lines,
      offset === undefined ? offset : oldStart + offset,
      offset === undefined ? offset : newStart + offset,
    ),
  )
}

/** If only one text ends with a line end, the last lines would differ: then both get one. */
const endLine = (text: string, ended: boolean): string => (ended || text === '' ? text : `${text}\n`)

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
  return createHunk(
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

/** A change to a file, and whether the person edited it before allowing it; no diff if nothing changed. */
export const describeChange = (
  path: string | undefined,
  hunks: readonly Hunk[],
  userModified?: unknown,
): readonly Node[] => [
  ...(hunks.length === 0 ? [] : [{kind: 'diff', path, hunks} as const]),
  ...(userModified === true ? [note('info', 'The user changed it before allowing it')] : []),
]

/** How many lines a change added and removed: `+3 −1`. */
export function formatChange(hunks: readonly Hunk[]): string {
  const signs = hunks.flatMap((hunk) => hunk.lines.map((line) => line.sign))
  const added = signs.filter((sign) => sign === '+').length
  const removed = signs.filter((sign) => sign === '-').length
  const parts = [
    ...(added === 0 ? [] : [`+${formatCount(added)}`]),
    ...(removed === 0 ? [] : [`−${formatCount(removed)}`]),
  ]
  return parts.length === 0 ? 'unchanged' : parts.join(' ')
}
