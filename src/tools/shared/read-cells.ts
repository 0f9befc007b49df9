import type {JsonObject} from '../../model/index.ts'

/** The cells of the text that the model is given: `<cell id="c1">print(1)</cell id="c1">`; none if anything is off. */
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
