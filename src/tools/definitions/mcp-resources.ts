import {list, number, objects, text, texts} from '../../model/fields.ts'
import type {JsonObject} from '../../model/index.ts'
import type {Node} from '../../page/index.ts'
import {code, field, fields, formatCount, formatNoun, note, plain, prose} from '../../page/index.ts'
import {countObjects, indentJson, resultFields, resultList} from '../shared/json-text.ts'
import {formatTimeoutValue, knownFields} from '../shared/known-fields.ts'
import {openGroup, optional, plainOutput} from '../shared/output-nodes.ts'
import type {Tool} from '../tool.ts'

/** Lists the resources of MCP servers. */
const listMcpResources: Tool = {
  names: ['ListMcpResourcesTool', 'ListMcpResources'],
  subject: (input) => text(input, 'server'),
  asked: knownFields(['server', 'server', 'Server']),
  answered(output) {
    const resources = resultList(output) ?? []
    return resources.length === 0 ? plainOutput(output) : [resourceTable(resources)]
  },
  outcome(output) {
    const resources = resultList(output)
    return resources && formatNoun(resources.length, 'resource')
  },
}

/** Reads a resource of an MCP server. */
const readMcpResource: Tool = {
  names: ['ReadMcpResourceTool', 'ReadMcpResource'],
  subject: (input) => text(input, 'uri'),
  asked: knownFields(['server', 'server', 'Server'], ['uri', 'url', 'URI']),
  answered(output) {
    const result = resultFields(output)
    const contents = objects(result, 'contents')
    const nodes = [
      ...contents.flatMap((part) => describePart(part, contents.length > 1)),
      ...optional(text(result, 'error'), (error) => note('error', error)),
    ]
    return nodes.length === 0 ? plainOutput(output) : nodes
  },
}

function describePart(part: JsonObject, several: boolean): readonly Node[] {
  const nodes = describeContent(part)
  return several ? [openGroup(text(part, 'uri') ?? 'resource', ...nodes)] : nodes
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

/** Lists a folder of an MCP server. */
const readMcpResourceDir: Tool = {
  names: ['ReadMcpResourceDirTool', 'ReadMcpResourceDir'],
  subject: (input) => text(input, 'uri'),
  asked: knownFields(['server', 'server', 'Server'], ['uri', 'url', 'URI']),
  answered(output) {
    const result = resultFields(output)
    const resources = objects(result, 'resources')
    const error = text(result, 'error')
    if (error !== undefined) return [note('error', error)]
    return resources.length === 0 ? plainOutput(output) : [resourceTable(resources)]
  },
  outcome: (output) => countObjects(resultFields(output), 'resources', 'resource'),
}

/** Loads the tools of MCP servers again: which were added and removed. */
const refreshMcpTools: Tool = {
  names: ['RefreshMcpTools', 'RefreshMcpToolsTool'],
  subject: (input) => text(input, 'server'),
  asked: knownFields(['server', 'server', 'Server']),
  answered(output) {
    const servers = resultList(output) ?? []
    if (servers.length === 0) return plainOutput(output)
    const head = ['Server', 'Status', 'Tools', 'Added', 'Removed']
    return [{kind: 'table', head, rows: servers.map(describeServer)}]
  },
  outcome(output) {
    const servers = resultList(output)
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

/** Subscribes to changes of an MCP server's resource or of a tool's result, or ends a subscription. */
const subscribeMcpResource: Tool = {
  names: ['SubscribeMcpResource', 'UnsubscribeMcpResource', 'SubscribePolling', 'UnsubscribePolling'],
  subject: (input) => text(input, 'uri') ?? text(input, 'toolName') ?? text(input, 'subscriptionId'),
  asked: knownFields(
    ['server', 'server', 'Server'],
    ['uri', 'url', 'URI'],
    ['toolName', 'setting', 'Tool'],
    ['reason', 'description', 'Reason'],
    ['intervalMs', 'time', 'Every', formatTimeoutValue],
    ['subscriptionId', 'task', 'Subscription'],
  ),
  answered: plainOutput,
}

const columns = [
  ['Name', 'name'],
  ['URI', 'uri'],
  ['Type', 'mimeType'],
  ['Server', 'server'],
  ['Description', 'description'],
] as const

/** The resources of MCP servers in a table, without empty columns. */
function resourceTable(resources: readonly JsonObject[]): Node {
  const filled = columns.filter(([, name]) => resources.some((resource) => text(resource, name)))
  return {
    kind: 'table',
    head: filled.map(([head]) => head),
    rows: resources.map((resource) => filled.map(([, name]) => text(resource, name) ?? '')),
  }
}

/** Tools for the resources and the tools of MCP servers. */
export const mcpResourceTools: readonly Tool[] = [
  listMcpResources,
  readMcpResource,
  readMcpResourceDir,
  refreshMcpTools,
  subscribeMcpResource,
]
