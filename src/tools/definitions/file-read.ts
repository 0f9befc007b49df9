import {emptyObject, flag, number, object, objects, text} from '../../model/fields.ts'
import type {JsonObject, JsonValue} from '../../model/index.ts'
import {code, formatBytes, formatNoun, type Node, note, plain} from '../../page/index.ts'
import {describeBlocks} from '../describe-blocks.ts'
import {stripLineNumbers, withoutReminders} from '../shared/client-text.ts'
import {fileField, filePathOf, formatFound, languageOf} from '../shared/files.ts'
import {knownFields} from '../shared/known-fields.ts'
import {describeCell, formatCells, readCells} from '../shared/notebook-cells.ts'
import {embeddedMedia, joinParts, optional} from '../shared/output-nodes.ts'
import type {Tool, ToolOutput} from '../tool.ts'

/** A file as the model saw it: text with line numbers, an image, the pages of a document, the cells of a notebook. */
export const fileReadTool: Tool = {
  names: ['Read', 'View'],
  subject(input) {
    const path = filePathOf(input)
    const pages = text(input, 'pages')
    return path && `${path}${formatRange(input)}${pages === undefined ? '' : ` (pages ${pages})`}`
  },
  asked: knownFields(
    fileField,
    [['offset', 'limit'], 'number', 'Lines', formatRangeValue],
    ['pages', 'number', 'Pages'],
  ),
  answered(output, input) {
    const file = object(output.structured, 'file') ?? emptyObject
    switch (output.structured['file'] === file && text(output.structured, 'type')) {
      case 'text':
        return describeText(output, file, input)
      case 'notebook':
        return objects(file, 'cells').map(describeCell)
      case 'image':
        return describeMedia(output, file, filePathOf(input) ?? 'image')
      case 'pdf':
        return describeMedia(output, {type: 'application/pdf', ...file}, filePathOf(input) ?? 'document')
      case 'parts':
        return describePages(output)
      default:
        return describeUnstructured(output, input)
    }
  },
  outcome({text: said, structured}) {
    const file = object(structured, 'file') ?? emptyObject
    const size = number(file, 'originalSize')
    switch (text(structured, 'type')) {
      case 'notebook':
        return formatNoun(objects(file, 'cells').length, 'cell')
      case 'parts':
        return formatNoun(number(file, 'count') ?? objects(structured, 'pages').length, 'page')
      case 'image':
      case 'pdf':
        return joinParts([formatDimensions(file), size === undefined ? undefined : formatBytes(size)], ', ')
      default:
        return formatCells(readCells(said)) ?? formatLines(file, said)
    }
  },
}

/** `:10-40` after the path for a part of a file, without an end if it extends to the end of the file. */
function formatRange(input: JsonObject): string {
  const offset = number(input, 'offset')
  const limit = number(input, 'limit')
  if (offset === undefined && limit === undefined) return ''
  const first = Math.max(1, offset ?? 1)
  return `:${first}-${limit === undefined ? '' : first + limit - 1}`
}

function formatRangeValue(value: JsonValue, input: JsonObject): string | undefined {
  return typeof value === 'number' ? formatRange(input).slice(1) : undefined
}

function describeText(output: ToolOutput, file: JsonObject, input: JsonObject): readonly Node[] {
  const content = text(file, 'content') ?? ''
  if (content === '') return [plain(warningOf(output.text), 'dim')]
  return [
    code(content, languageOf(text(file, 'filePath') ?? filePathOf(input)), number(file, 'startLine')),
    ...(flag(file, 'truncatedByTokenCap') ? [note('info', 'Cut off at the token limit')] : []),
  ]
}

/** Why there is no content: clients report empty files and offsets after the end in a reminder. */
const warningOf = (said: string): string =>
  said.replace(/<\/?system-reminder>/g, '').trim() || 'The file is empty'

function describeMedia({content}: ToolOutput, file: JsonObject, alt: string): readonly Node[] {
  if (content.some((block) => block.type === 'image' || block.type === 'document')) {
    return content.flatMap((block): readonly Node[] =>
      block.type === 'image' ? [{kind: 'image', source: block.source, alt}] : describeBlocks([block]),
    )
  }
  const data = text(file, 'base64')
  const mediaType = text(file, 'type') ?? 'application/octet-stream'
  return data === undefined ? describeBlocks(content) : [embeddedMedia(mediaType, data, alt)]
}

function describePages({content, structured}: ToolOutput): readonly Node[] {
  const first = number(structured, 'firstPage') ?? 1
  const pages = objects(structured, 'pages').map((page, index): Node => {
    const error = text(page, 'error')
    const data = text(page, 'base64')
    const alt = `page ${first + index}`
    if (error !== undefined || data === undefined) return note('warning', `${alt}: ${error ?? 'not shown'}`)
    return embeddedMedia(text(page, 'mediaType') ?? 'image/jpeg', data, alt)
  })
  return pages.length > 0 ? pages : describeBlocks(content)
}

/** Old streams give only what the model saw. */
function describeUnstructured(output: ToolOutput, input: JsonObject): readonly Node[] {
  const path = filePathOf(input)
  const cells = readCells(output.text)
  if (cells.length > 0) return cells.map(describeCell)
  if (output.content.some((block) => block.type !== 'text')) return describeMedia(output, {}, path ?? 'image')
  const numbered = stripLineNumbers(output.text)
  if (numbered) {
    const {code: source, firstLine, rest} = numbered
    return [code(source, languageOf(path), firstLine), ...optional(rest, (words) => plain(words, 'dim'))]
  }
  const said = withoutReminders(output.text).trim()
  return [said === '' ? plain(warningOf(output.text), 'dim') : plain(said)]
}

/**
 * Clients count what follows the last line end as one more line; people do not. It is unknown whether a file ends with a
 * line end if only a part of it was read; nearly all do.
 */
function formatLines(file: JsonObject, said: string): string | undefined {
  const content = text(file, 'content')
  if (content === '') return 'no lines'
  const source = content ?? stripLineNumbers(said)?.code
  if (source === undefined) return undefined
  const split = source.split('\n').length
  const given = number(file, 'numLines') ?? split
  const total = number(file, 'totalLines') ?? given
  const first = number(file, 'startLine') ?? 1
  const reachesEnd = first + given > total
  const lines = reachesEnd && given === split && source.endsWith('\n') ? given - 1 : given
  const all = reachesEnd ? total - (given - lines) : total - 1
  return formatFound(lines, 'line', all > lines ? all : undefined)
}

function formatDimensions(file: JsonObject): string | undefined {
  const dimensions = object(file, 'dimensions') ?? emptyObject
  const width = number(dimensions, 'originalWidth')
  const height = number(dimensions, 'originalHeight')
  return width === undefined || height === undefined ? undefined : `${width} × ${height}`
}
