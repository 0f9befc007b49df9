import {describe, expect, test} from 'vitest'
import {fc} from '../../test/support/fc.ts'
import {readRecord} from '../dialects/index.ts'
import {isJsonObject, type JsonObject, type JsonValue} from '../model/index.ts'
import {ansi, code, field, fields, formatJson, type Node, note, plain} from '../page/index.ts'
import {describeBlocks} from './describe-blocks.ts'
import {describeFields, genericTool} from './generic-tool.ts'

const anyJson = fc.jsonValue({maxDepth: 4}).map((value): JsonValue => JSON.parse(JSON.stringify(value)))
const anyInput = fc
  .dictionary(fc.string(), fc.oneof(anyJson, fc.string({minLength: 100, maxLength: 300}), fc.constant('')))
  .map((value): JsonObject => JSON.parse(JSON.stringify(value)))

/** Every string a reader of the nodes can see. */
function seen(nodes: readonly Node[]): string {
  return nodes
    .map((node) => {
      if (node.kind === 'group') return `${node.title}\n${seen(node.nodes)}`
      if (node.kind === 'fields') return node.fields.map(({label, value}) => `${label}\n${value}`).join('\n')
      if (node.kind === 'raw') return formatJson(node.value)
      return node.kind === 'text' ? node.text : expect.unreachable(node.kind)
    })
    .join('\n')
}

/** Every name and every scalar, with the forms in which it may be written. */
function scalars(value: JsonValue): readonly (readonly string[])[] {
  if (Array.isArray(value)) return value.flatMap(scalars)
  if (isJsonObject(value))
    return Object.entries(value).flatMap(([key, item]) => [written(key), ...scalars(item ?? null)])
  return [written(value)]
}

const written = (value: JsonValue): readonly string[] =>
  typeof value === 'string' ? [value, JSON.stringify(value).slice(1, -1)] : [JSON.stringify(value)]

describe('the description of any tool', () => {
  test('shows every name and every value of the input', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const text = seen(describeFields(input))
        for (const forms of scalars(input)) expect(forms.some((form) => text.includes(form))).toBe(true)
      }),
    )
  })

  test('has empty, missing and false apart', () => {
    expect(describeFields({empty: '', none: null, no: false, zero: 0, list: [], object: {}})).toEqual([
      {
        kind: 'fields',
        fields: [
          {role: 'setting', label: 'empty', value: '""'},
          {role: 'setting', label: 'none', value: 'null'},
          {role: 'setting', label: 'no', value: 'false'},
          {role: 'setting', label: 'zero', value: '0'},
          {role: 'setting', label: 'list', value: '[]'},
          {role: 'setting', label: 'object', value: '{}'},
        ],
      },
    ])
  })

  test('shows long texts and nested values under their names', () => {
    expect(describeFields({note: 'a\nb', tree: {a: {b: 1}}})).toEqual([
      {kind: 'group', title: 'note', nodes: [plain('a\nb')], isCollapsed: false},
      {kind: 'group', title: 'tree', nodes: [{kind: 'raw', value: {a: {b: 1}}}], isCollapsed: false},
    ])
  })

  test('takes the most informative argument for its subject', () => {
    expect(genericTool.subject({type: 'png', filename: 'home.png'})).toBe('home.png')
    expect(genericTool.subject({n: 21, text: 'hi'})).toBe('hi')
    expect(genericTool.subject({n: 21, text: 'a\nb', query: ''})).toBe('n: 21')
    expect(genericTool.subject({text: 'a\nb', query: '', yes: true})).toBeUndefined()
  })

  test('keeps fields with the names of an object’s own', () => {
    const input: JsonObject = JSON.parse('{"__proto__": {"a": [1]}, "constructor": "x"}')
    expect(seen(describeFields(input))).toContain('__proto__')
  })
})

describe('any result', () => {
  test('that is JSON is indented, with its digits unchanged', () => {
    expect(answer('{"id":12345678901234567890,"a":[1.0,{}],"a":[]}')).toEqual([
      code('{\n  "id": 12345678901234567890,\n  "a": [\n    1.0,\n    {}\n  ],\n  "a": []\n}', 'json'),
    ])
    expect(answer('[INFO] started')).toEqual([ansi('[INFO] started')])
    expect(answer('42')).toEqual([ansi('42')])
  })

  test('is set as JSON.stringify sets it', () => {
    fc.assert(
      fc.property(fc.oneof(fc.array(anyJson), fc.dictionary(fc.string(), anyJson)), (given) => {
        const value: JsonValue = JSON.parse(JSON.stringify(given))
        const wanted = [code(JSON.stringify(value, null, 2), 'json')]
        expect(answer(JSON.stringify(value))).toEqual(wanted)
        expect(answer(JSON.stringify(value, null, 3))).toEqual(wanted)
      }),
    )
  })

  test('shows every block', () => {
    const source = {type: 'base64', media_type: 'image/png', data: 'iVBO'}
    expect(
      answer([
        {type: 'text', text: 'a screenshot'},
        {type: 'image', source},
        {type: 'resource_link', uri: 'demo://a', name: 'a', description: 'the first'},
        {type: 'resource', resource: {uri: 'demo://b', mimeType: 'text/plain', text: 'body'}},
        {type: 'search_result', title: '', source: 'https://a.example', content: [{type: 'text', text: 'x'}]},
        {type: 'tool_use', id: 't', name: 'Inner', input: {a: 1}},
        {type: 'web_fetch_tool_result_error', error_code: 'url_not_allowed'},
        {type: 'released_tomorrow', x: 1},
      ]),
    ).toEqual([
      ansi('a screenshot'),
      {kind: 'image', source: {kind: 'base64', mediaType: 'image/png', data: 'iVBO'}, alt: 'image'},
      {kind: 'link', url: 'demo://a', text: 'a'},
      plain('the first', 'dim'),
      {kind: 'group', title: 'demo://b', nodes: [ansi('body')], isCollapsed: false},
      {kind: 'link', url: 'https://a.example', text: 'https://a.example'},
      ansi('x'),
      {kind: 'group', title: 'Inner', nodes: [{kind: 'raw', value: {a: 1}}], isCollapsed: false},
      ansi('url_not_allowed', 'error'),
      {kind: 'raw', value: {type: 'released_tomorrow', x: 1}},
    ])
  })

  test('says where an image was saved', () => {
    expect(describeBlocks([{type: 'text', text: '[Image: source: /home/dev/shot.png]'}])).toEqual(
      fields(field('file', 'Saved to', '/home/dev/shot.png')),
    )
    expect(describeBlocks([{type: 'text', text: 'See [Image: source: a]'}])).toEqual([
      ansi('See [Image: source: a]'),
    ])
  })
  test('of an MCP server shows its other content, once', () => {
    const same = {structuredContent: {ok: true, n: 3}, _meta: {trace: 'abc'}}
    expect(answer('{"ok":true,"n":3}', same)).toEqual([
      code('{\n  "ok": true,\n  "n": 3\n}', 'json'),
      {kind: 'group', title: 'metadata', nodes: [{kind: 'raw', value: {trace: 'abc'}}], isCollapsed: true},
    ])
    expect(answer('fine', {structuredContent: {n: 3}})).toEqual([
      ansi('fine'),
      {kind: 'group', title: 'structured content', nodes: [{kind: 'raw', value: {n: 3}}], isCollapsed: true},
    ])
  })

  test('that was too large says so, and where it is', () => {
    expect(
      answer(
        'Error: result (322,889 characters across 9,000 lines) exceeds maximum allowed tokens. Output has been saved to /tmp/big.txt.\nFormat: Plain text\n',
      ),
    ).toEqual([
      note('warning', 'Too large for the conversation: 322,889 characters across 9,000 lines'),
      ...fields(field('file', 'Saved to', '/tmp/big.txt')),
      {
        kind: 'group',
        title: 'Instructions for the model',
        nodes: [plain('Format: Plain text\n')],
        isCollapsed: true,
      },
    ])
  })

  test('without blocks shows the fields of its structured output', () => {
    expect(answer([], {n: 3})).toEqual(describeFields({n: 3}))
  })
})

function answer(content: string | JsonObject[], structured: JsonObject = {}): readonly Node[] {
  const block = {type: 'tool_result', tool_use_id: 'x', content}
  const message = readRecord({type: 'user', message: {content: [block]}})
  const [result] = message?.kind === 'tool-result' ? message.results : []
  return genericTool.answered({
    text: typeof content === 'string' ? content : '',
    content: result?.content ?? [],
    structured,
  })
}
