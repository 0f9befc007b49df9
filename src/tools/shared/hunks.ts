import {
  formatPatch,
  OMIT_HEADERS,
  type StructuredPatch,
  type StructuredPatchHunk,
  structuredPatch,
} from 'diff'
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
  const offset = firstLine === undefined ? undefined : firstLine - 1
  return compareTexts(endLine(before, ended), endLine(after, ended)).map(({lines, oldStart, newStart}) =>
    createHunk(
      lines,
      offset === undefined ? offset : oldStart + offset,
      offset === undefined ? offset : newStart + offset,
    ),
  )
}

/** If only one text ends with a line end, the last lines would differ: then both get one. */
const endLine = (text: string, ended: boolean): string => (ended || text === '' ? text : `${text}\n`)

function compareTexts(before: string, after: string): readonly StructuredPatchHunk[] {
  const patch =
    before.length + after.length > limits.characters
      ? undefined
      : structuredPatch('', '', before, after, undefined, undefined, {context, maxEditLength: limits.edits})
  return patch?.hunks ?? [replaceMiddle(before, after)]
}

/** One hunk that replaces everything between the first and the last difference: linear in any case. */
function replaceMiddle(before: string, after: string): StructuredPatchHunk {
  const [old, now] = [linesOf(before), linesOf(after)]
  const shorter = Math.min(old.length, now.length)
  let head = 0
  while (head < shorter && old[head] === now[head]) head += 1
  let tail = 0
  while (tail < shorter - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail += 1
  const from = Math.max(0, head - context)
  const behind = Math.min(context, tail)
  return {
    oldStart: from + 1,
    newStart: from + 1,
    oldLines: old.length - tail + behind - from,
    newLines: now.length - tail + behind - from,
    lines: [
      ...signed(' ', old.slice(from, head)),
      ...signed('-', old.slice(head, old.length - tail)),
      ...signed('+', now.slice(head, now.length - tail)),
      ...signed(' ', now.slice(now.length - tail, now.length - tail + context)),
    ],
  }
}

/** The lines of a text, each with its line end. */
const linesOf = (text: string): readonly string[] => (text === '' ? [] : text.split(/(?<=\n)/))

const signed = (sign: string, lines: readonly string[]): readonly string[] =>
  lines.flatMap((line) =>
    line.endsWith('\n') ? [sign + line.slice(0, -1)] : [sign + line, '\\ No newline at end of file'],
  )

/** A change to a file: to show, and as hunks of a unified patch. */
export interface FilePatch {
  readonly hunks: readonly Hunk[]
  /** `undefined` if the place of the change in the file is unknown. */
  readonly text: string | undefined
}

/** The change from one content of a file to another. */
export const patchBetween = (before: string, after: string): FilePatch =>
  before === after ? {hunks: [], text: ''} : readFilePatch(compareTexts(before, after))

/** The hunks of a patch. */
export const readFilePatch = (hunks: readonly StructuredPatchHunk[]): FilePatch => ({
  hunks: hunks.map(({lines, oldStart, newStart}) => createHunk(lines, oldStart, newStart)),
  text: formatPatch({...asPatch(hunks)}, OMIT_HEADERS),
})

/** Hunks as the `diff` package takes them. */
export const asPatch = (hunks: readonly StructuredPatchHunk[]): StructuredPatch => ({
  oldFileName: 'a',
  newFileName: 'b',
  oldHeader: undefined,
  newHeader: undefined,
  hunks: [...hunks],
})

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
