import {list, number, text, texts} from '../model/fields.ts'
import type {JsonObject} from '../model/index.ts'
import {formatCount} from '../page/index.ts'
import {resultList} from './shared/result-list.ts'
import {said} from './shared/said.ts'
import {tellFields} from './shared/tell-fields.ts'
import type {Tool} from './tool.ts'

/** A new look at the tools of MCP servers: what came and what went. */
export const refreshMcpTools: Tool = {
  names: ['RefreshMcpTools', 'RefreshMcpToolsTool'],
  subject: (input) => text(input, 'server'),
  asked: tellFields(['server', 'server', 'Server']),
  answered(answer) {
    const servers = resultList(answer) ?? []
    if (servers.length === 0) return said(answer)
    const head = ['Server', 'Status', 'Tools', 'Added', 'Removed']
    return [{kind: 'table', head, rows: servers.map(describeServer)}]
  },
  outcome(answer) {
    const servers = resultList(answer)
    const sum = (key: string): number =>
      servers?.reduce((all, server) => all + list(server, key).length, 0) ?? 0
    return servers && `${formatCount(sum('added'))} added, ${formatCount(sum('removed'))} removed`
  },
}

const describeServer = (server: JsonObject): readonly string[] => [
  text(server, 'server') ?? '',
  text(server, 'error') ?? text(server, 'status') ?? '',
  String(number(server, 'toolCount') ?? ''),
  texts(server, 'added').join(', '),
  texts(server, 'removed').join(', '),
]
