import {number, object, objects, text} from '../../model/fields.ts'
import type {JsonObject} from '../../model/index.ts'
import type {Node} from '../../page/index.ts'
import {ansi, code} from '../../page/index.ts'
import {cellSource} from './find-cell.ts'

/** A cell with what it gave, under its name. */
export function describeCell(cell: JsonObject): Node {
  const kind = text(cell, 'cellType') ?? text(cell, 'cell_type') ?? 'code'
  const count = number(cell, 'execution_count')
  return {
    kind: 'group',
    title: [
      `Cell ${text(cell, 'cell_id') ?? text(cell, 'id') ?? ''}`.trim(),
      ...(count ? [`[${count}]`] : []),
    ].join(' '),
    nodes: [
      code(cellSource(cell), kind === 'markdown' ? kind : text(cell, 'language')),
      ...objects(cell, 'outputs').flatMap(describeOutput),
    ],
    folded: false,
  }
}

function describeOutput(output: JsonObject): readonly Node[] {
  const printed = text(output, 'text') ?? ''
  const image = object(output, 'image')
  const data = image && text(image, 'image_data')
  return [
    ...(printed === '' ? [] : [ansi(printed, text(output, 'output_type') === 'error' ? 'error' : 'plain')]),
    ...(image && data !== undefined ? [pngOf(data, text(image, 'media_type'))] : []),
  ]
}

const pngOf = (data: string, mediaType = 'image/png'): Node => ({
  kind: 'image',
  source: {kind: 'base64', mediaType, data},
  alt: 'output of the cell',
})
