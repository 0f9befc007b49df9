import {objects, text} from '../model/fields.ts'
import type {JsonObject} from '../model/index.ts'
import type {Node} from '../page/index.ts'
import {code, field, fields, note, plain, prose} from '../page/index.ts'
import {indentJson} from './shared/indent-json.ts'
import {resultFields} from './shared/result-fields.ts'
import {said} from './shared/said.ts'
import {tellFields} from './shared/tell-fields.ts'
import type {Tool} from './tool.ts'

/** A resource of an MCP server, by what it is. */
export const readMcpResource: Tool = {
  names: ['ReadMcpResourceTool', 'ReadMcpResource'],
  subject: (input) => text(input, 'uri'),
  asked: tellFields(['server', 'server', 'Server'], ['uri', 'url', 'URI']),
  answered(answer) {
    const result = resultFields(answer)
    const error = text(result, 'error')
    const contents = objects(result, 'contents')
    const told = contents.flatMap((part) => describePart(part, contents.length > 1))
    const nodes = [...told, ...(error === undefined ? [] : [note('error', error)])]
    return nodes.length === 0 ? said(answer) : nodes
  },
}

function describePart(part: JsonObject, several: boolean): readonly Node[] {
  const nodes = describeContent(part)
  return several ? [{kind: 'group', title: text(part, 'uri') ?? 'resource', nodes, folded: false}] : nodes
}

function describeContent(part: JsonObject): readonly Node[] {
  const words = text(part, 'text')
  if (words === undefined)
    return fields(
      field('setting', 'Type', text(part, 'mimeType')),
      field('file', 'Saved to', text(part, 'blobSavedTo')),
    )
  const type = text(part, 'mimeType') ?? ''
  if (type === 'text/markdown') return [prose(words)]
  const json = type.endsWith('json') ? indentJson(words) : undefined
  return [json === undefined ? plain(words) : code(json, 'json')]
}
