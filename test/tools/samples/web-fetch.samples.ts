import {field, fields, plain, prose} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

const url = 'https://127.0.0.1/page'
const asked = fields(field('url', 'URL', url), field('prompt', 'Prompt', 'Summarise'))

export const samples: readonly ToolSample[] = [
  {
    shows: 'what was found on a page, with its status and size',
    name: 'WebFetch',
    input: {url, prompt: 'Summarise'},
    result: {
      content: 'Side reply.',
      structured: {bytes: 62, code: 200, codeText: 'OK', result: 'Side reply.', durationMs: 100, url},
    },
    subject: url,
    outcome: '200 OK · 62 bytes',
    durationMs: 100,
    asked,
    answered: [prose('Side reply.')],
  },
  {
    shows: 'the answer where an old stream gave nothing else',
    name: 'WebFetch',
    input: {url, prompt: 'Summarise'},
    result: {content: 'Side reply.'},
    subject: url,
    asked,
    answered: [prose('Side reply.')],
  },
  {
    shows: 'where a redirect led',
    name: 'WebFetch',
    input: {url, prompt: 'Summarise'},
    result: {content: 'Moved.', structured: {code: 200, result: 'Moved.', url: 'https://a.example/page'}},
    subject: url,
    outcome: '200',
    asked,
    answered: [...fields(field('url', 'Fetched from', 'https://a.example/page')), prose('Moved.')],
  },
  {
    shows: 'a page the provider fetched, as it stands',
    name: 'web_fetch',
    input: {url: 'https://a.example/page'},
    result: {
      content: [
        {
          type: 'web_fetch_result',
          url: 'https://a.example/page',
          retrieved_at: '2026-01-01T00:00:00Z',
          content: {
            type: 'document',
            title: 'A',
            source: {type: 'text', media_type: 'text/plain', data: 'the page'},
          },
        },
      ],
    },
    subject: 'https://a.example/page',
    asked: fields(field('url', 'URL', 'https://a.example/page')),
    answered: [
      ...fields(
        field('url', 'Fetched from', 'https://a.example/page'),
        field('description', 'Title', 'A'),
        field('time', 'Retrieved', '2026-01-01T00:00:00Z'),
      ),
      plain('the page'),
    ],
  },
]
