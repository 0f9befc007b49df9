import {text} from '../model/fields.ts'
import {formatNoun} from '../page/index.ts'
import {resourceTable} from './shared/resource-table.ts'
import {resultList} from './shared/result-list.ts'
import {said} from './shared/said.ts'
import {tellFields} from './shared/tell-fields.ts'
import type {Tool} from './tool.ts'

/** What MCP servers have to read. */
export const listMcpResources: Tool = {
  names: ['ListMcpResourcesTool', 'ListMcpResources'],
  subject: (input) => text(input, 'server'),
  asked: tellFields(['server', 'server', 'Server']),
  answered(answer) {
    const resources = resultList(answer) ?? []
    return resources.length === 0 ? said(answer) : [resourceTable(resources)]
  },
  outcome(answer) {
    const resources = resultList(answer)
    return resources && formatNoun(resources.length, 'resource')
  },
}
