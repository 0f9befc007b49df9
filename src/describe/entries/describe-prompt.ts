import {isList, list, number, object, parseJson, text} from '../../model/fields.ts'
import {type Block, type IdeNote, isJsonObject, type JsonObject, type JsonValue} from '../../model/index.ts'
import {type Node, note, prose} from '../../page/index.ts'
import {describeBlocks} from '../../tools/index.ts'
import {optional} from '../../tools/shared/output-nodes.ts'

/**
 * What the user wrote. Images between texts stay there; other images are last. `words` is what is left of the texts of
 * the blocks, one per line, without the notes before it.
 */
export function describePrompt(
  words: string,
  blocks: readonly Block[],
  notes: readonly Node[] = [],
): readonly Node[] {
  const parts = partsOf(words, blocks)
  if (parts.filter(isText).length > 1) return [...parts.map(describePart), notes].flat()
  return [...optional(words, prose), ...notes, ...describeBlocks(blocks.filter((one) => !isText(one)))]
}

const isText = ({type}: Block): boolean => type === 'text'

const describePart = (part: Block): readonly Node[] =>
  part.type === 'text' ? [prose(part.text)] : describeBlocks([part])

/** The blocks without the notes before them; texts next to each other become one. Goes from the last to the first. */
function partsOf(words: string, blocks: readonly Block[]): readonly Block[] {
  let left = words
  const parts: Block[] = []
  for (const block of blocks.toReversed()) {
    const next = parts.at(-1)
    if (block.type !== 'text') parts.push(block)
    else if (left !== '') {
      const own = left.endsWith(block.text) ? block.text : left
      left = withoutLineEnd(left.slice(0, left.length - own.length))
      if (next?.type === 'text') parts[parts.length - 1] = {type: 'text', text: `${own}\n${next.text}`}
      else parts.push({type: 'text', text: own})
    }
  }
  return parts.reverse()
}

const withoutLineEnd = (text: string): string => (text.endsWith('\n') ? text.slice(0, -1) : text)

/** A note of the editor: a line for each diagnostic; for an opened file or a selection, the editor's own sentence. */
export function describeIdeNote({kind, text: said}: IdeNote): readonly Node[] {
  if (kind !== 'diagnostics') return [note('info', withoutAdvice(said))]
  const lines = diagnosticsIn(said)
  return (lines.length === 0 ? [said] : lines).map((line) => note('info', `Diagnostics: ${line}`))
}

const advice = 'This may or may not be related to the current task.'

/** A note without the editor's advice for the model. */
export const withoutAdvice = (said: string): string =>
  said.endsWith(advice) ? said.slice(0, -advice.length).trimEnd() : said

/** Empty if a part of it cannot be read, so nothing is left out. */
function diagnosticsIn(said: string): readonly string[] {
  const files = parseJson(said)
  if (!isList(files)) return []
  const lines = files.flatMap((file: JsonValue) => (isJsonObject(file) ? linesOf(file) : [undefined]))
  const known = lines.filter((line) => line !== undefined)
  return known.length === lines.length ? known : []
}

function linesOf(file: JsonObject): readonly (string | undefined)[] {
  const path = text(file, 'uri')?.replace(/^file:\/\//, '')
  const found = list(file, 'diagnostics')
  return found.length === 0
    ? [undefined]
    : found.map((diagnostic) => (isJsonObject(diagnostic) ? lineOf(path, diagnostic) : undefined))
}

/** `/src/a.ts:5:3 Error: Cannot find name`; editors count lines and columns from 0. */
function lineOf(path: string | undefined, diagnostic: JsonObject): string | undefined {
  const message = text(diagnostic, 'message')
  if (message === undefined) return undefined
  const start = object(object(diagnostic, 'range') ?? {}, 'start') ?? {}
  const [line, column] = [number(start, 'line'), number(start, 'character')]
  const place = [path, line === undefined ? line : line + 1, column === undefined ? column : column + 1]
  const where = place.filter((part) => part !== undefined).join(':')
  const severity = text(diagnostic, 'severity')
  return `${where} ${severity === undefined ? '' : `${severity}: `}${message}`.trim()
}
