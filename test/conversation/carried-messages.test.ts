import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, expect, test} from 'vitest'
import {readLine} from '../../src/dialects/index.ts'
import {describeFile} from '../../src/sources/index.ts'
import {foldFiles} from '../support/conversation/recordings.ts'
import {jsonLines, recount} from '../support/program.ts'

const temp = mkdtempSync(join(tmpdir(), 'recount-carried-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

const session = '0aaaaaaa-0000-4000-8000-000000000001'
const usage = {
  input_tokens: 2,
  cache_creation_input_tokens: 2398,
  cache_read_input_tokens: 15_584,
  output_tokens: 7,
}
const envelope = {
  isSidechain: false,
  userType: 'external',
  cwd: '/work',
  sessionId: session,
  version: '2.1.38',
}
const answer = (id: string, ...content: readonly object[]) => ({
  model: 'claude-haiku-4-5-20251001',
  id,
  type: 'message',
  role: 'assistant',
  content,
  stop_reason: null,
  usage,
})
const call = (id: string, name: string, input: object) => ({type: 'tool_use', id, name, input})
const result = (id: string, content: string) => ({
  role: 'user',
  content: [{type: 'tool_result', tool_use_id: id, content}],
})

/** What the agent says and does, as its own file and the session's `progress` records have it. */
const work = [
  {
    type: 'user',
    uuid: 'a1',
    timestamp: '2026-02-10T21:58:15.453Z',
    message: {role: 'user', content: [{type: 'text', text: 'Look around'}]},
  },
  {
    type: 'assistant',
    uuid: 'a2',
    requestId: 'r1',
    timestamp: '2026-02-10T21:58:17.856Z',
    message: answer('msg_agent', call('toolu_read', 'Read', {file_path: '/work/mix.exs'})),
  },
  {
    type: 'user',
    uuid: 'a3',
    timestamp: '2026-02-10T21:58:17.864Z',
    message: result('toolu_read', 'defmodule Hidden'),
    toolUseResult: 'defmodule Hidden',
  },
]
const progress = (message: object, index: number, kind = 'agent_progress') => ({
  ...envelope,
  type: 'progress',
  parentUuid: index === 0 ? 'm2' : `p${index - 1}`,
  uuid: `p${index}`,
  timestamp: '2026-02-10T21:58:17.900Z',
  toolUseID: 'agent_msg_1',
  parentToolUseID: 'toolu_task',
  data: {type: kind, message, normalizedMessages: [message], prompt: 'Look around', agentId: 'afb92ff'},
})
const main = (kind?: string) => [
  {
    ...envelope,
    type: 'user',
    parentUuid: null,
    uuid: 'm1',
    timestamp: '2026-02-10T21:58:10.000Z',
    message: {role: 'user', content: 'Go'},
  },
  {
    ...envelope,
    type: 'assistant',
    parentUuid: 'm1',
    uuid: 'm2',
    timestamp: '2026-02-10T21:58:15.000Z',
    message: answer(
      'msg_main',
      call('toolu_task', 'Task', {prompt: 'Look around', subagent_type: 'Explore'}),
    ),
  },
  ...work.map((message, index) => progress(message, index, kind)),
  {
    ...envelope,
    type: 'user',
    parentUuid: 'p2',
    uuid: 'm3',
    timestamp: '2026-02-10T21:58:30.000Z',
    message: result('toolu_task', 'Found it'),
    toolUseResult: {agentId: 'afb92ff'},
  },
]
const lines = (records: readonly object[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('')

function write(folder: string, {own, kind}: {readonly own: boolean; readonly kind?: string}) {
  const file = join(temp, folder, `${session}.jsonl`)
  const agent = join(temp, folder, session, 'subagents/agent-afb92ff.jsonl')
  mkdirSync(join(agent, '..'), {recursive: true})
  writeFileSync(file, lines(main(kind)))
  if (own)
    writeFileSync(
      agent,
      lines(
        work.map((record, index) => ({
          ...envelope,
          isSidechain: true,
          agentId: 'afb92ff',
          parentUuid: work[index - 1]?.uuid ?? null,
          ...record,
        })),
      ),
    )
  return [file, ...(own ? [agent] : [])].map(describeFile)
}

const summary = (files: ReturnType<typeof write>) => {
  const {sessions, agents, branches, usage: total} = foldFiles(files).document()
  return {
    turns: sessions.map(({turns}) => turns.length),
    branches: branches.length,
    agents: agents.map(({agentId: id, prompt, state, items}) => ({
      id,
      prompt,
      state,
      kinds: items.map(({kind}) => kind),
    })),
    total,
  }
}

const once = {
  turns: [1],
  branches: 0,
  agents: [{id: 'afb92ff', prompt: 'Look around', state: 'completed', kinds: ['tool']}],
  total: expect.objectContaining({input: 4, output: 14, cacheRead: 31_168}),
}

test.each(['agent_progress', 'skill_progress'])('what a sub-agent did is read from %s records', (kind) => {
  expect(summary(write(kind, {own: false, kind}))).toEqual(once)
})

test('it is shown once if the agent has a file of its own, whichever is read first', () => {
  const files = write('both', {own: true})
  expect(summary(files)).toEqual(once)
  expect(summary([...files].reverse())).toEqual(once)
})

test('a progress record that carries something else is a sign of life and nothing more', () => {
  const odd = [{message: {model: 'x', usage}}, {type: 'user'}, {type: 'system', message: {}}, 'text', null]
  const file = join(temp, 'odd.jsonl')
  writeFileSync(
    file,
    lines([...main().slice(0, 2), ...odd.map((message, index) => progress(Object(message), index))]),
  )
  expect(summary([describeFile(file)]).agents).toMatchObject([{kinds: []}])
})

test('the archive finds and counts it, once', () => {
  for (const own of [false, true]) {
    const folder = `archive-${own}`
    write(folder, {own})
    const place = {home: join(temp, `home-${own}`)}
    expect(recount(['index', join(temp, folder)], place).status).toBe(0)
    expect(jsonLines(recount(['search', '--json', 'Hidden'], place).stdout)).toHaveLength(1)
    expect(jsonLines(recount(['ls', '--json'], place).stdout)).toMatchObject([
      {sessionId: session, turns: 1, toolCalls: 2, agents: 1},
    ])
    const [report] = jsonLines(recount(['usage', 'session', '--json'], place).stdout)
    expect(JSON.stringify(report)).toContain('31168')
  }
})

test("what a person typed while allowing a call is the person's message, in its place", () => {
  const records = [
    ...main().slice(0, 2),
    {
      ...envelope,
      type: 'user',
      parentUuid: 'm2',
      uuid: 'm3',
      timestamp: '2026-02-10T21:58:30.000Z',
      message: {
        role: 'user',
        content: [...result('toolu_task', 'Found it').content, {type: 'text', text: 'but skip the tests'}],
      },
    },
    {
      ...envelope,
      type: 'assistant',
      parentUuid: 'm3',
      uuid: 'm4',
      message: answer('msg_2', {type: 'text', text: 'Yes'}),
    },
  ]
  const folder = join(temp, 'typed')
  mkdirSync(folder)
  const file = join(folder, `${session}.jsonl`)
  writeFileSync(file, lines(records))
  const [turn, ...others] = foldFiles([describeFile(file)])
    .document()
    .sessions.flatMap(({turns}) => turns)
  expect(others).toEqual([])
  expect(turn?.items.map(({kind, text}) => [kind, text])).toEqual([
    ['prompt', 'Go'],
    ['tool', undefined],
    ['steering', 'but skip the tests'],
    ['text', 'Yes'],
  ])
  const place = {home: join(temp, 'home-typed')}
  expect(recount(['index', folder], place).status).toBe(0)
  expect(jsonLines(recount(['search', '--json', 'kind:prompt', 'skip'], place).stdout)).toHaveLength(1)
})

test.each([
  ['[Request interrupted by user for tool use]', 'interruption'],
  ['<system-reminder>Be brief.</system-reminder>', 'instruction'],
])("what the client says beside a result is not a person's message: %s", (text, kind) => {
  const record = {
    ...envelope,
    type: 'user',
    uuid: 'm3',
    message: {role: 'user', content: [...result('toolu_task', 'Found it').content, {type: 'text', text}]},
  }
  const read = readLine({text: JSON.stringify(record), number: 1, offset: 0, record: 0, tooLong: false}, 'a')
  expect(read.map((line) => line.kind === 'message' && line.message.kind)).toEqual(['tool-result', kind])
  expect(read.map(({at}) => at.record)).toEqual([0, 1])
})
