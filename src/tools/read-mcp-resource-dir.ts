import {objects, text} from '../model/fields.ts'
import {formatNoun, note} from '../page/index.ts'
import {resourceTable} from './shared/resource-table.ts'
import {resultFields} from './shared/result-fields.ts'
import {said} from './shared/said.ts'
import {tellFields} from './shared/tell-fields.ts'
import type {Tool} from './tool.ts'

/** What lies in a folder of an MCP server. */
export const readMcpResourceDir: Tool = {
  names: ['ReadMcpResourceDirTool', 'ReadMcpResourceDir'],
  subject: (input) => text(input, 'uri'),
  asked: tellFields(['server', 'server', 'Server'], ['uri', 'url', 'URI']),
  answered(answer) {
    const result = resultFields(answer)
    const resources = objects(result, 'resources')
    const error = text(result, 'error')
    if (error !== undefined) return [note('error', error)]
    return resources.length === 0 ? said(answer) : [resourceTable(resources)]
  },
  outcome(answer) {
    const result = resultFields(answer)
    return result['resources'] === undefined
      ? undefined
      : formatNoun(objects(result, 'resources').length, 'resource')
  },
}
