import {field, fields, note, plain, prose} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

const url = 'https://a.example/artifacts/1'

export const samples: readonly ToolSample[] = [
  {
    shows: 'a page that was published, and where it is',
    name: 'Artifact',
    input: {action: 'publish', file_path: 'report.html', title: 'Report', favicon: 'R'},
    result: {
      content: `Published to ${url}`,
      structured: {url, path: 'report.html', title: 'Report', version: 'v1', warnings: ['No description']},
    },
    subject: 'Report',
    outcome: 'published',
    asked: [
      ...fields(
        field('setting', 'Action', 'publish'),
        field('description', 'Title', 'Report'),
        field('file', 'File', 'report.html'),
      ),
      ...fields(field('setting', 'favicon', 'R')),
    ],
    answered: [
      {kind: 'link', url, text: 'Report'},
      ...fields(field('file', 'File', 'report.html'), field('setting', 'Version', 'v1')),
      note('warning', 'No description'),
    ],
  },
  {
    shows: 'the pages there are',
    name: 'Artifact',
    input: {action: 'list'},
    result: {content: '1 artifact', structured: {artifacts: [{title: 'Report', url}], truncated: true}},
    subject: 'list',
    outcome: '1 artifact',
    asked: fields(field('setting', 'Action', 'list')),
    answered: [{kind: 'link', url, text: 'Report'}, note('info', 'More are available')],
  },
  {
    shows: 'what a page says',
    name: 'Artifact',
    input: {action: 'read', url},
    result: {
      content: 'It says hello.',
      structured: {
        read: {url, bytes: 12, code: 200, codeText: 'OK', result: 'It says hello.', durationMs: 250},
      },
    },
    subject: url,
    asked: fields(field('setting', 'Action', 'read'), field('url', 'URL', url)),
    answered: [
      ...fields(
        field('url', 'URL', url),
        field('number', 'Status', 200),
        field('number', 'Size', '12 bytes'),
        field('time', 'Duration', '0.25s'),
      ),
      prose('It says hello.'),
    ],
  },
  {
    shows: 'the fields of what any other action gave',
    name: 'Artifact',
    input: {action: 'unwatch', url},
    result: {content: 'Stopped.', structured: {unwatch: {url, was_watching: true}}},
    subject: url,
    asked: fields(field('setting', 'Action', 'unwatch'), field('url', 'URL', url)),
    answered: fields(field('url', 'url', url), field('setting', 'was_watching', true)),
  },
  {
    shows: 'the text where there is nothing else',
    name: 'Artifact',
    input: {action: 'list'},
    result: {content: 'No artifacts.'},
    subject: 'list',
    asked: fields(field('setting', 'Action', 'list')),
    answered: [plain('No artifacts.')],
  },
]
