import {objects, text, texts} from '../../model/fields.ts'
import type {JsonObject} from '../../model/index.ts'
import {isJsonObject} from '../../model/index.ts'

/** The source of a cell, which notebooks keep as one text or as its lines. */
export const cellSource = (cell: JsonObject): string => text(cell, 'source') ?? texts(cell, 'source').join('')

/** The cell of an id in the text of a notebook; `cell-3` is a place where cells have no ids. */
export function findCell(notebook: string, id: string | undefined): JsonObject | undefined {
  const parsed = parse(notebook)
  const cells = isJsonObject(parsed) ? objects(parsed, 'cells') : []
  const place = /^cell-(\d+)$/.exec(id ?? '')?.[1]
  return (
    cells.find((cell) => id !== undefined && text(cell, 'id') === id) ??
    (place === undefined ? undefined : cells[Number(place)])
  )
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
