import {describe, expect, test} from 'vitest'
import type {JsonValue} from '../../model/index.ts'
import {joinText, readBlocks} from './read-blocks.ts'

describe('every type of block', () => {
  test.each<[JsonValue, object]>([
    [
      {type: 'text', text: 'The actual text content...'},
      {type: 'text', text: 'The actual text content...'},
    ],
    [
      {type: 'thinking', thinking: 'Let me analyze this problem step by step...'},
      {
        type: 'thinking',
        text: 'Let me analyze this problem step by step...',
        redacted: false,
        signature: undefined,
      },
    ],
    [
      {type: 'thinking', thinking: '', signature: 'EqQBCg'},
      {type: 'thinking', text: '', redacted: false, signature: 'EqQBCg'},
    ],
    [
      {type: 'redacted_thinking', data: 'EmwKAh'},
      {type: 'thinking', text: '', redacted: true, signature: 'EmwKAh'},
    ],
    [
      {type: 'tool_use', id: 'toolu_01ABC...', name: 'Read', input: {file_path: '/path/to/file'}},
      {
        type: 'tool-call',
        id: 'toolu_01ABC...',
        name: 'Read',
        input: {file_path: '/path/to/file'},
        server: false,
      },
    ],
    [
      {type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {query: 'x'}},
      {type: 'tool-call', id: 'srvtoolu_1', name: 'web_search', input: {query: 'x'}, server: true},
    ],
    [
      {type: 'mcp_tool_use', id: 'mcptoolu_1', name: 'echo', server_name: 'demo', input: {}},
      {type: 'tool-call', id: 'mcptoolu_1', name: 'echo', input: {}, server: true},
    ],
    [
      {
        type: 'tool_result',
        tool_use_id: 'toolu_01ABC...',
        content: 'Result of the tool execution...',
        is_error: false,
      },
      {
        type: 'tool-result',
        callId: 'toolu_01ABC...',
        content: [{type: 'text', text: 'Result of the tool execution...'}],
        isError: false,
        server: false,
      },
    ],
    [
      {
        type: 'mcp_tool_result',
        tool_use_id: 'mcptoolu_1',
        is_error: true,
        content: [{type: 'text', text: 'no'}],
      },
      {
        type: 'tool-result',
        callId: 'mcptoolu_1',
        content: [{type: 'text', text: 'no'}],
        isError: true,
        server: true,
      },
    ],
    [
      {
        type: 'web_search_tool_result',
        tool_use_id: 'srvtoolu_1',
        content: [{type: 'web_search_result', title: 'T', url: 'https://a.example', encrypted_content: 'x'}],
      },
      {
        type: 'tool-result',
        callId: 'srvtoolu_1',
        content: [{type: 'search-result', title: 'T', url: 'https://a.example', content: []}],
        isError: false,
        server: true,
      },
    ],
    [
      {
        type: 'web_search_tool_result',
        tool_use_id: 'srvtoolu_1',
        content: {type: 'web_search_tool_result_error', error_code: 'max_uses_exceeded'},
      },
      {
        type: 'tool-result',
        isError: true,
        server: true,
        content: [{wireType: 'web_search_tool_result_error'}],
      },
    ],
    [
      {
        type: 'released_tomorrow_tool_result',
        tool_use_id: 'srvtoolu_1',
        content: {type: 'text', text: 'one block'},
      },
      {type: 'tool-result', server: true, content: [{type: 'text', text: 'one block'}]},
    ],
    [
      {type: 'image', source: {type: 'base64', media_type: 'image/png', data: 'base64-encoded-data...'}},
      {type: 'image', source: {kind: 'base64', mediaType: 'image/png', data: 'base64-encoded-data...'}},
    ],
    [
      {type: 'image', source: {type: 'url', url: 'https://a.example/b.png'}},
      {type: 'image', source: {kind: 'url', url: 'https://a.example/b.png'}},
    ],
    [
      {type: 'image', source: {type: 'file', file_id: 'file_1'}},
      {type: 'image', source: {kind: 'file', fileId: 'file_1'}},
    ],
    [{type: 'image'}, {type: 'image', source: {kind: 'unknown', value: null}}],
    [
      {type: 'document', title: 'Notes', source: {type: 'text', media_type: 'text/plain', data: 'hi'}},
      {type: 'document', title: 'Notes', source: {kind: 'text', mediaType: 'text/plain', text: 'hi'}},
    ],
    [
      {type: 'document', source: {type: 'content', content: []}},
      {type: 'document', title: undefined, source: {kind: 'unknown', value: {type: 'content', content: []}}},
    ],
    [
      {
        type: 'search_result',
        title: 'T',
        source: 'https://a.example',
        content: [{type: 'text', text: 'found'}],
      },
      {type: 'search-result', title: 'T', url: 'https://a.example', content: [{type: 'text', text: 'found'}]},
    ],
    [
      {type: 'tool_reference', tool_name: 'WebFetch'},
      {type: 'tool-reference', name: 'WebFetch'},
    ],
    ['just a text', {type: 'text', text: 'just a text'}],
    [
      {type: 'container_upload', file_id: 'file_1'},
      {type: 'unknown', wireType: 'container_upload', value: {type: 'container_upload', file_id: 'file_1'}},
    ],
    [{no: 'type'}, {type: 'unknown', wireType: 'object', value: {no: 'type'}}],
    [7, {type: 'unknown', wireType: 'number', value: 7}],
  ])('%j', (block, wanted) => {
    expect(readBlocks([block])).toMatchObject([wanted])
  })

  test('may be without its mandatory fields', () => {
    expect(readBlocks([{type: 'text'}, {type: 'tool_use'}, {type: 'tool_result'}])).toMatchObject([
      {type: 'text', text: ''},
      {type: 'tool-call', id: '', name: '', input: {}},
      {type: 'tool-result', callId: '', content: []},
    ])
  })

  test('keeps an input that is not an object', () => {
    expect(readBlocks([{type: 'tool_use', id: 'x', name: 'X', input: 'raw'}])).toMatchObject([{input: 'raw'}])
  })
})

describe('content', () => {
  test('is a text, a list, one block, or nothing', () => {
    expect(readBlocks('hi')).toEqual([{type: 'text', text: 'hi'}])
    expect(readBlocks([{type: 'text', text: 'hi'}])).toEqual([{type: 'text', text: 'hi'}])
    expect(readBlocks({type: 'text', text: 'hi'})).toEqual([{type: 'text', text: 'hi'}])
    expect([undefined, null, '', []].map(readBlocks)).toEqual([[], [], [], []])
  })

  test('has the text of its text blocks', () => {
    expect(joinText(readBlocks(['one', {type: 'image'}, {type: 'text', text: 'two'}]))).toBe('one\ntwo')
  })

  test('inside content inside content does not exhaust the stack', () => {
    let content: JsonValue = 'bottom'
    for (let depth = 0; depth < 100_000; depth++) content = [{type: 'tool_result', tool_use_id: 'x', content}]
    expect(readBlocks(content)).toMatchObject([{content: [{content: [{type: 'tool-result'}]}]}])
  })

  test('inside content is read as deep as any tool nests it', () => {
    const content = [
      {type: 'tool_result', tool_use_id: 'x', content: [{type: 'search_result', content: ['deep']}]},
    ]
    expect(readBlocks(content)).toMatchObject([{content: [{content: [{type: 'text', text: 'deep'}]}]}])
  })
})
