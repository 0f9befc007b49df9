import {emptyObject, number, object, objects, parseJson, text, texts} from '../../model/fields.ts'
import {isJsonObject, type JsonObject} from '../../model/index.ts'
import {ansi, code, formatNoun, type Node} from '../../page/index.ts'
import {embeddedMedia, openGroup, optional} from './output-nodes.ts'

/** A cell with its output, under its name. */
export function describeCell(cell: JsonObject): Node {
  const kind = text(cell, 'cellType') ?? text(cell, 'cell_type') ?? 'code'
  const count = number(cell, 'execution_count')
  const name = `Cell ${text(cell, 'cell_id') ?? text(cell, 'id') ?? ''}`.trim()
  return openGroup(
    count ? `${name} [${count}]` : name,
    code(cellSource(cell), kind === 'markdown' ? kind : text(cell, 'language')),
    ...objects(cell, 'outputs').flatMap(describeCellOutput),
  )
}

function describeCellOutput(output: JsonObject): readonly Node[] {
  const printed = text(output, 'text')
  const image = object(output, 'image') ?? emptyObject
  const mediaType = text(image, 'media_type') ?? 'image/png'
  return [
    ...optional(printed, (words) => ansi(words, text(output, 'output_type') === 'error' ? 'error' : 'plain')),
    ...optional(text(image, 'image_data'), (data) => embeddedMedia(mediaType, data, 'output of the cell')),
  ]
}

/** The source of a cell, which notebooks keep as one text or as its lines. */
export const cellSource = (cell: JsonObject): string => text(cell, 'source') ?? texts(cell, 'source').join('')

/** The cell of an id in the text of a notebook; `cell-3` is an index if cells have no ids. */
export function findCell(notebook: string, id: string | undefined): JsonObject | undefined {
  const value = parseJson(notebook)
  const cells = isJsonObject(value) ? objects(value, 'cells') : []
  const place = /^cell-(\d+)$/.exec(id ?? '')?.[1]
  return (
    cells.find((cell) => id !== undefined && text(cell, 'id') === id) ??
    (place === undefined ? undefined : cells[Number(place)])
  )
}

/** How many cells there are; nothing if there are none. */
export const formatCells = (cells: readonly JsonObject[]): string | undefined =>
  cells.length === 0 ? undefined : formatNoun(cells.length, 'cell')

/**
 * The cells of the text that the model is given: `<cell id="c1">print(1)</cell id="c1">`; none if anything is
 * malformed.
 */
export function readCells(said: string): readonly JsonObject[] {
  const cells: JsonObject[] = []
  let at = 0
  for (;;) {
    const opening = /\s*<cell id="([^"]{0,200})">/y
    opening.lastIndex = at
    const match = opening.exec(said)
    if (!match) return said.slice(at).trim() === '' ? cells : []
    const [tag, id = ''] = match
    const closing = `</cell id="${id}">`
    const end = said.indexOf(closing, at + tag.length)
    if (end < 0) return []
    const inside = said.slice(at + tag.length, end)
    const cellType = /^<cell_type>(\w+)<\/cell_type>/.exec(inside)
    const rest = inside.slice(cellType?.[0].length ?? 0)
    const language = /^<language>([\w+#-]+)<\/language>/.exec(rest)
    cells.push({
      cell_id: id,
      cellType: cellType?.[1] ?? 'code',
      language: language?.[1],
      source: rest.slice(language?.[0].length ?? 0),
    })
    at = end + closing.length
  }
}
