import {text} from '../../model/fields.ts'
import type {JsonObject} from '../../model/index.ts'
import type {Node} from '../../page/index.ts'

const columns = [
  ['Name', 'name'],
  ['URI', 'uri'],
  ['Type', 'mimeType'],
  ['Server', 'server'],
  ['Description', 'description'],
] as const

/** The resources of MCP servers in a table of the columns that any of them fills. */
export function resourceTable(resources: readonly JsonObject[]): Node {
  const filled = columns.filter(([, name]) => resources.some((resource) => text(resource, name)))
  return {
    kind: 'table',
    head: filled.map(([head]) => head),
    rows: resources.map((resource) => filled.map(([, name]) => text(resource, name) ?? '')),
  }
}
