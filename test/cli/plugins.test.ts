import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, expect, test} from 'vitest'
import {recountInProcess} from '../support/program.ts'

const temp = mkdtempSync(join(tmpdir(), 'recount-plugins-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

const put = (name: string, text: string): string => {
  const path = join(temp, name)
  mkdirSync(join(path, '..'), {recursive: true})
  writeFileSync(path, text)
  return path
}

const call = (id: string, name: string, input: object, result: string): string =>
  [
    {
      type: 'assistant',
      session_id: 's1',
      message: {id: `m-${id}`, role: 'assistant', content: [{type: 'tool_use', id, name, input}]},
    },
    {
      type: 'user',
      session_id: 's1',
      message: {role: 'user', content: [{type: 'tool_result', tool_use_id: id, content: result}]},
    },
  ]
    .map((record) => `${JSON.stringify(record)}\n`)
    .join('')

const stream = put(
  'stream.jsonl',
  call('t1', 'mcp__shop__deploy', {target: 'staging'}, 'up') + call('t2', 'Odd', {path: 'a.txt'}, 'fine'),
)
const tools = put(
  'tools.mjs',
  `export const tools = [
  {names: ['mcp__shop__deploy'], subject: (input) => 'to ' + input.target, answered: ({text}) => [{kind: 'note', level: 'success', text: 'Deployed: ' + text}]},
  {names: ['Odd'], subject: () => { throw new Error('no subject') }, answered: () => [{kind: 'hologram'}]},
]`,
)
const show = (...words: readonly string[]) => recountInProcess(['show', stream, ...words], {home: temp})

test('a plugin describes a tool', () => {
  const {stdout} = show('--plugin', tools)
  expect(stdout).toContain('to staging')
  expect(stdout).toContain('Deployed: up')
  expect(show().stdout).not.toContain('to staging')
})

test('a description that fails is reported once, and the generic one is used', () => {
  const {stdout, stderr, status} = show('--plugin', tools)
  expect(stdout).toContain('Odd  a.txt')
  expect(stdout).toContain('fine')
  expect(stderr).toBe("The plugin's tool Odd failed: no subject. The generic description is used instead.\n")
  expect(status).toBe(0)
})

test('the environment names plugins by absolute paths alone', () => {
  const run = (path: string) =>
    recountInProcess(['show', stream], {home: temp, cwd: temp, env: {RECOUNT_PLUGINS: path}})
  expect(run(tools).stdout).toContain('to staging')
  expect(run('./tools.mjs').stdout).not.toContain('to staging')
  expect(run('./tools.mjs').stderr).toBe(
    'RECOUNT_PLUGINS: ./tools.mjs is ignored, because it is not an absolute path.\n',
  )
})

test('a plugin beside a transcript or in the current folder is not loaded', () => {
  put('.recount/plugins.mjs', 'throw new Error("loaded")')
  expect(recountInProcess(['show', stream], {home: temp, cwd: temp}).stderr).toBe('')
})

test('a plugin that cannot be used ends the command', () => {
  const empty = put('empty.mjs', 'export const other = 1')
  const {stderr, status} = show('--plugin', empty)
  expect(stderr).toMatch(
    /^Cannot use the plugin .*empty\.mjs: it does not export "tools", "dialects" or "outputs"\.\n$/,
  )
  expect(status).toBe(1)
  expect(show('--plugin', join(temp, 'missing.mjs')).stderr).toMatch(
    /^Cannot use the plugin .*missing\.mjs: there is no such file\.\n$/,
  )
  expect(recountInProcess(['sql', 'select 1', '--plugin', tools], {home: temp}).status).toBe(2)
})

test.each([
  ['tools = [null]', '"tools" contains something that is not an object'],
  ['tools = {}', '"tools" is not a list'],
  ['tools = [{names: ["A"], asked: "x"}]', '"asked" of the tool A is not a function'],
  ['dialects = [{recognizes() {}, translate() {}}]', 'each dialect needs a "name"'],
  ['outputs = [{name: "x"}]', 'the output x needs the function "render"'],
  ['outputs = [{name: "html", render() {}}]', 'the output "html" has the name of a built-in format'],
])('a plugin that exports %s is refused', (text, reason) => {
  const {stderr, status} = show('--plugin', put('refused.mjs', `export const ${text}`))
  expect(stderr).toContain(`refused.mjs: ${reason}.`)
  expect(status).toBe(1)
})

test.each([
  ['[{kind: "code", code: "x", firstLine: "<b>"}]', '"firstLine" of a code node is not a number'],
  ['[{kind: "text", text: "x"}]', '"tone" of a text node is not one of plain, dim, error'],
  ['[{kind: "raw", value: loop}]', 'Converting circular structure to JSON'],
  ['[loop]', 'its groups are nested too deeply'],
  ['[{kind: "image", alt: "", source: {kind: "url"}}]', '"url" of a url source is not a string'],
  ['[null]', 'a node is not an object'],
  ['Promise.reject(new Error("late"))', 'it returned a promise, but functions of plugins cannot be async'],
])('a tool that returns %s is described by the generic description', (nodes, reason) => {
  const plugin = put(
    'nodes.mjs',
    `const loop = {kind: 'group', title: '', isCollapsed: false, nodes: []}
loop.nodes.push(loop)
export const tools = [{names: ['Odd'], answered: () => ${nodes}}]`,
  )
  const {stdout, stderr, status} = show('--plugin', plugin)
  expect(stdout).toContain('fine')
  expect(stderr).toBe(`The plugin's tool Odd failed: ${reason}. The generic description is used instead.\n`)
  expect(status).toBe(0)
})

const chat = put(
  'chat.jsonl',
  '{"speaker":"ada","words":"Is it up?","room":"r1"}\n{"speaker":"bot","words":"Yes, since noon.","room":"r1"}\n',
)
const dialect = put(
  'dialect.mjs',
  `const role = (speaker) => speaker === 'bot' ? 'assistant' : 'user'
export const dialects = [{name: 'chat', recognizes: (record) => 'speaker' in record,
  translate: ({speaker, words, room}) => ({type: role(speaker), session_id: room, message: {id: words, role: role(speaker), content: words}})}]`,
)

test('a plugin reads the records of another program, in the threads that index them too', () => {
  const home = mkdtempSync(join(temp, 'home-'))
  const {stdout} = recountInProcess(['show', chat, '--plugin', dialect], {home})
  expect(stdout).toContain('Is it up?')
  expect(stdout).toContain('Yes, since noon.')
  const folder = join(temp, 'chats')
  for (let number = 0; number < 40; number += 1)
    put(
      `chats/c${number}.jsonl`,
      `{"speaker":"ada","words":"Question ${number} ${'long '.repeat(9000)}","room":"c${number}"}\n`,
    )
  recountInProcess(['index', folder, '--plugin', dialect], {home})
  const found = recountInProcess(['search', 'Question', '--limit', '100', '--json', '--plugin', dialect], {
    home,
  })
  expect(found.stdout.trim().split('\n')).toHaveLength(40)
})

test.each([
  [
    '(record) => { record.type = "changed"; return {type: "new"} }',
    'it returned a record that is not of a format of Claude Code',
  ],
  ['() => 5', 'it did not return an object'],
  ['async (record) => record', 'it returned a promise, but functions of plugins cannot be async'],
])('a dialect that claims every record and translates it with %s changes nothing', (translate, reason) => {
  const plugin = put(
    'claims.mjs',
    `export const dialects = [{name: 'all', recognizes: () => true, translate: ${translate}}]`,
  )
  const {stdout, stderr} = show('--plugin', plugin)
  expect(stdout).toBe(show().stdout)
  expect(stderr).toBe(
    `The plugin's dialect all failed: ${reason}. Such records are read with recount's own formats instead.\n`,
  )
})

test('a plugin adds a format to export', () => {
  const output = put(
    'output.mjs',
    'export const outputs = [{name: "ids", render: ({sessions}) => sessions.map(({sessionId}) => sessionId).join() + "\\n"}]',
  )
  const run = (...words: readonly string[]) => recountInProcess(['export', stream, ...words], {home: temp})
  expect(run('--plugin', output, '--format', 'ids', '-o', '-').stdout).toBe('s1\n')
  expect(run('--format', 'ids', '-o', '-')).toMatchObject({status: 2})
  expect(run('--plugin', output, '--format', 'ids').stderr).toContain('one document')
  expect(run('--plugin', output, '--format', 'ids', '-o', join(temp, 'ids.txt')).stdout).toMatch(
    /^Wrote 1 page \(3 bytes\) to .*ids\.txt\n$/,
  )
  const number = put('number.mjs', 'export const outputs = [{name: "ids", render: () => 42}]')
  expect(run('--plugin', number, '--format', 'ids', '-o', '-')).toMatchObject({
    status: 1,
    stderr: "Cannot export: the plugin's output ids failed: it did not return a string.\n",
  })
})
