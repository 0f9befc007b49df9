import {field, fields, note} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

const asked = fields(field('server', 'Server', 'demo'), field('url', 'URI', 'demo://'))

export const samples: readonly ToolSample[] = [
  {
    shows: 'what lies in a folder',
    name: 'ReadMcpResourceDirTool',
    input: {server: 'demo', uri: 'demo://'},
    result: {content: '', structured: {resources: [{uri: 'demo://a', name: 'a', mimeType: 'text/plain'}]}},
    subject: 'demo://',
    outcome: '1 resource',
    asked,
    answered: [{kind: 'table', head: ['Name', 'URI', 'Type'], rows: [['a', 'demo://a', 'text/plain']]}],
  },
  {
    shows: 'why it could not be read',
    name: 'ReadMcpResourceDirTool',
    input: {server: 'demo', uri: 'demo://'},
    result: {content: '{"resources":[],"error":"not a folder"}'},
    subject: 'demo://',
    outcome: '0 resources',
    asked,
    answered: [note('error', 'not a folder')],
  },
]
