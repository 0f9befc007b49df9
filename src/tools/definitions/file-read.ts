import {flag, number, object, objects, text} from '../../model/fields.ts'
import type {JsonObject} from '../../model/index.ts'
import type {Node} from '../../page/index.ts'
import {code, field, fields, formatBytes, formatNoun, note, plain} from '../../page/index.ts'
import {describeBlocks} from '../describe-blocks.ts'
import {stripLineNumbers, withoutReminders} from '../shared/client-text.ts'
import {filePathOf, formatFound, languageOf} from '../shared/files.ts'
import {otherFields} from '../shared/known-fields.ts'
import {describeCell, readCells} from '../shared/notebook-cells.ts'
import type {Tool, ToolOutput} from '../tool.ts'

/** A file as the model saw it: text with its line numbers, a picture, the pages of a document, the cells of a notebook. */
export const fileReadTool: Tool = {
  names: ['Read', 'View'],
  subject(input) {
    const path = filePathOf(input)
    const pages = text(input, 'pages')
    return path && `${path}${rangeOf(input)}${pages === undefined ? '' : ` (pages ${pages})`}`
  },
  asked: (input) => [
    ...fields(
      field('file', 'File', filePathOf(input)),
      field('number', 'Lines', rangeOf(input).slice(1)),
      field('number', 'Pages', text(input, 'pages')),
    ),
    ...otherFields(input, {string: ['file_path', 'path', 'pages'], number: ['offset', 'limit']}),
  ],
  answered(answer, input) {
    const file = object(answer.structured, 'file')
    switch (file && text(answer.structured, 'type')) {
      case 'text':
        return describeText(answer, file ?? {}, input)
      case 'notebook':
        return objects(file ?? {}, 'cells').map(describeCell)
      case 'image':
        return describeMedia(answer, file ?? {}, filePathOf(input) ?? 'image')
      case 'pdf':
        return describeMedia(answer, {type: 'application/pdf', ...file}, filePathOf(input) ?? 'document')
      case 'parts':
        return describePages(answer)
      default:
        return describeUnstructured(answer, input)
    }
  },
  outcome({text: said, structured}) {
    const file = object(structured, 'file') ?? {}
    const size = number(file, 'originalSize')
    switch (text(structured, 'type')) {
      case 'notebook':
        return formatNoun(objects(file, 'cells').length, 'cell', 'cells')
      case 'parts':
        return formatNoun(number(file, 'count') ?? objects(structured, 'pages').length, 'page', 'pages')
      case 'image':
      case 'pdf':
        return (
          [dimensionsOf(file), size === undefined ? undefined : formatBytes(size)]
            .filter(Boolean)
            .join(', ') || undefined
        )
      default:
        return cellsOf(said) ?? linesOf(file, said)
    }
  },
}

/** `:10-40` behind the path of a part of a file, open where the end of the file is the end. */
function rangeOf(input: JsonObject): string {
  const offset = number(input, 'offset')
  const limit = number(input, 'limit')
  if (offset === undefined && limit === undefined) return ''
  const first = Math.max(1, offset ?? 1)
  return `:${first}-${limit === undefined ? '' : first + limit - 1}`
}

function describeText(answer: ToolOutput, file: JsonObject, input: JsonObject): readonly Node[] {
  const content = text(file, 'content') ?? ''
  if (content === '') return [plain(warningOf(answer.text), 'dim')]
  return [
    code(content, languageOf(text(file, 'filePath') ?? filePathOf(input)), number(file, 'startLine')),
    ...(flag(file, 'truncatedByTokenCap')
      ? [note('info', 'Cut off where the model could take no more')]
      : []),
  ]
}

/** Why there is nothing to see: empty files and offsets behind the end are told to the model in a reminder. */
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
  return data === undefined
    ? describeBlocks(content)
    : [{kind: 'image', source: {kind: 'base64', mediaType, data}, alt}]
}

function describePages({content, structured}: ToolOutput): readonly Node[] {
  const first = number(structured, 'firstPage') ?? 1
  const pages = objects(structured, 'pages').map((page, index): Node => {
    const error = text(page, 'error')
    const data = text(page, 'base64')
    const alt = `page ${first + index}`
    if (error !== undefined || data === undefined) return note('warning', `${alt}: ${error ?? 'not shown'}`)
    return {
      kind: 'image',
      source: {kind: 'base64', mediaType: text(page, 'mediaType') ?? 'image/jpeg', data},
      alt,
    }
  })
  return pages.length > 0 ? pages : describeBlocks(content)
}

/** Old streams give only what the model saw. */
function describeUnstructured(answer: ToolOutput, input: JsonObject): readonly Node[] {
  const path = filePathOf(input)
  const cells = readCells(answer.text)
  if (cells.length > 0) return cells.map(describeCell)
  if (answer.content.some((block) => block.type !== 'text')) return describeMedia(answer, {}, path ?? 'image')
  const numbered = stripLineNumbers(answer.text)
  if (numbered) {
    const {code: source, firstLine, rest} = numbered
    return [code(source, languageOf(path), firstLine), ...(rest === '' ? [] : [plain(rest, 'dim')])]
  }
  const said = withoutReminders(answer.text).trim()
  return [said === '' ? plain(warningOf(answer.text), 'dim') : plain(said)]
}

function cellsOf(said: string): string | undefined {
  const cells = readCells(said)
  return cells.length === 0 ? undefined : formatNoun(cells.length, 'cell', 'cells')
}

/**
 * Clients count what stands behind the last line end as one more line; people do not. Of a part nobody can tell
 * whether the file ends with a line end; nearly all do.
 */
function linesOf(file: JsonObject, said: string): string | undefined {
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
  return formatFound(lines, 'line', 'lines', all > lines ? all : undefined)
}

function dimensionsOf(file: JsonObject): string | undefined {
  const dimensions = object(file, 'dimensions') ?? {}
  const width = number(dimensions, 'originalWidth')
  const height = number(dimensions, 'originalHeight')
  return width === undefined || height === undefined ? undefined : `${width} × ${height}`
}
