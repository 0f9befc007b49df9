import {code, field, fields, plain, prose} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

const asked = fields(field('server', 'Server', 'demo'), field('url', 'URI', 'demo://a'))
const input = {server: 'demo', uri: 'demo://a'}

export const samples: readonly ToolSample[] = [
  {
    shows: 'what a resource says',
    name: 'ReadMcpResourceTool',
    input,
    result: {
      content: '{"contents":[{"uri":"demo://a","mimeType":"text/plain","text":"resource A body"}]}',
      structured: {contents: [{uri: 'demo://a', mimeType: 'text/plain', text: 'resource A body'}]},
    },
    subject: 'demo://a',
    asked,
    answered: [plain('resource A body')],
  },
  {
    shows: 'the same from the text where there is nothing else',
    name: 'ReadMcpResourceTool',
    input,
    result: {content: '{"contents":[{"uri":"demo://a","mimeType":"text/plain","text":"resource A body"}]}'},
    subject: 'demo://a',
    asked,
    answered: [plain('resource A body')],
  },
  {
    shows: 'each of several parts by its type',
    name: 'ReadMcpResourceTool',
    input,
    result: {
      content: '',
      structured: {
        contents: [
          {uri: 'demo://a/1', mimeType: 'application/json', text: '{"a":1}'},
          {uri: 'demo://a/2', mimeType: 'text/markdown', text: '# A'},
          {uri: 'demo://a/3', mimeType: 'image/png', blobSavedTo: '/tmp/a.png'},
        ],
      },
    },
    subject: 'demo://a',
    asked,
    answered: [
      {kind: 'group', title: 'demo://a/1', nodes: [code('{\n  "a": 1\n}', 'json')], isCollapsed: false},
      {kind: 'group', title: 'demo://a/2', nodes: [prose('# A')], isCollapsed: false},
      {
        kind: 'group',
        title: 'demo://a/3',
        nodes: fields(field('setting', 'Type', 'image/png'), field('file', 'Saved to', '/tmp/a.png')),
        isCollapsed: false,
      },
    ],
  },
]
