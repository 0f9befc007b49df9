import {mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, expect, test} from 'vitest'
import {findFiles} from './find-files.ts'
import {hasRecords} from './has-records.ts'

const temp = mkdtempSync(join(tmpdir(), 'recount-holds-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

function fileWith(value: unknown, indent: number, name = 'a.json'): string {
  const path = join(temp, name)
  writeFileSync(path, JSON.stringify(value, null, indent))
  return path
}

const init = {type: 'system', subtype: 'init', session_id: 's', tools: []}

test.each<[string, unknown]>([
  ['messages', [init, {type: 'assistant', message: {}}]],
  ['a message without a session', [{type: 'assistant', message: {id: 'm'}}]],
  ['one result', {type: 'result', subtype: 'success', session_id: 's', result: 'Done'}],
  ['a result that names its type last', {duration_api_ms: 1, session_id: 's', result: 'x', type: 'result'}],
  [
    'a result whose type is far away',
    {duration_api_ms: 1, session_id: 's', result: 'x'.repeat(100_000), type: 'result'},
  ],
  [
    'a message whose text is far longer than its type',
    [{type: 'user', message: {content: 'x'.repeat(100_000)}, session_id: 's'}],
  ],
  ['stored messages', [{id: 'a', conversationId: 'c', claudeMessage: init}]],
])('%s is recognized', (_what, value) => {
  for (const indent of [0, 2]) expect(hasRecords(fileWith(value, indent))).toBe(true)
})

test.each<[string, unknown]>([
  ['a package', {name: 'a', type: 'module', scripts: {type: 'user', session_id: 's'}}],
  ['settings', {permissions: {allow: []}, env: {}}],
  ['a schema', {type: 'object', properties: {type: {const: 'user'}}}],
  ['an error', {type: 'error', message: 'It failed.'}],
  ['a list of users', [{type: 'user', name: 'Ann'}]],
  ['an index of sessions', {version: 1, entries: [{sessionId: 's', type: 'user'}]}],
  ['nothing', []],
  ['a text', 'type'],
])('%s is not', (_what, value) => {
  for (const indent of [0, 2]) expect(hasRecords(fileWith(value, indent))).toBe(false)
})

test('output of tools and notes on agents do not, whatever they look like', () => {
  mkdirSync(join(temp, 'tool-results'))
  expect(hasRecords(fileWith([init], 2, 'tool-results/a.json'))).toBe(false)
  expect(hasRecords(fileWith([init], 2, 'agent-a.meta.json'))).toBe(false)
})

test('a folder gives such files too, and links are not followed', () => {
  const folder = join(temp, 'folder')
  mkdirSync(folder)
  fileWith([init], 2, 'folder/claude-execution-output.json')
  fileWith({name: 'a'}, 2, 'folder/package.json')
  writeFileSync(join(folder, 'stream.jsonl'), '{}\n')
  symlinkSync(join(folder, 'claude-execution-output.json'), join(folder, 'link.json'))
  const skipped: string[] = []
  const found = findFiles(folder, ({message}) => void skipped.push(message)).map(({path}) => path)
  expect(found).toEqual([join(folder, 'claude-execution-output.json'), join(folder, 'stream.jsonl')])
  expect(skipped).toEqual([])
})
