import {mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import {describe, expect, test} from 'vitest'
import {openConversationStore} from '../../src/store/index.ts'
import {recording} from '../support/conversation/recordings.ts'
import {jsonLines, recount} from '../support/program.ts'
import {tempFolder} from '../support/record/recorded.ts'

const temp = tempFolder('import-stored')
const session = 'abc12300-0000-4000-8000-000000000001'

/** A conversation as the document that describes them has it: only the first and the last line name the session. */
const described = [
  {
    type: 'system',
    subtype: 'init',
    session_id: session,
    tools: ['Read'],
    mcp_servers: [],
    model: 'claude-sonnet-4-20250514',
    cwd: '/work/shop',
    permissionMode: 'default',
  },
  {type: 'user', message: {role: 'user', content: [{type: 'text', text: 'Fix the discount'}]}},
  {
    type: 'assistant',
    message: {
      id: 'msg_01',
      type: 'message',
      role: 'assistant',
      content: [
        {type: 'text', text: 'I read the file.'},
        {type: 'tool_use', id: 'toolu_01', name: 'Read', input: {file_path: '/work/shop/a.ts'}},
      ],
      model: 'claude-sonnet-4-20250514',
      stop_reason: 'tool_use',
      stop_sequence: null,
      usage: {
        input_tokens: 1234,
        output_tokens: 567,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 0,
      },
    },
  },
  {
    type: 'user',
    message: {
      role: 'user',
      content: [{type: 'tool_result', tool_use_id: 'toolu_01', content: 'export {}', is_error: false}],
    },
  },
  {
    type: 'result',
    result: 'Done',
    subtype: 'success',
    session_id: session,
    total_cost_usd: 0.0234,
    duration_ms: 45678,
    duration_api_ms: 12345,
    num_turns: 2,
    is_error: false,
  },
]

const envelopes = (messages: readonly object[], fields: object = {}): string =>
  messages
    .map((claudeMessage, at) => {
      const own = at === 0 ? fields : {}
      return `${JSON.stringify({id: `m${at}`, conversationId: 'c1', agentId: 'claude', timestamp: `2026-01-01T00:00:0${at}.000Z`, claudeMessage, ...own})}\n`
    })
    .join('')

function storeWith(name: string, path: string, content: string): string {
  const file = join(temp, name, '.chorus', path)
  mkdirSync(dirname(file), {recursive: true})
  writeFileSync(file, content)
  return join(temp, name)
}

const placeOf = (name: string) => ({
  home: join(temp, `${name}-home`),
  env: {CLAUDE_CONFIG_DIR: join(temp, 'none')},
})

/** What the archive lists after an import. */
function imported(
  name: string,
  from: string,
): readonly {id: string; title?: string; turns: number; tools: number}[] {
  const place = placeOf(name)
  expect(recount(['import', from], place)).toMatchObject({stderr: '', status: 0})
  return jsonLines(recount(['ls', '--json'], place).stdout) as never
}

describe('a stored conversation whose lines do not name their session', () => {
  test('is one session, in the archive and in what is shown', () => {
    const store = storeWith('nameless', 'conversations/w/claude/c1.jsonl', envelopes(described))
    expect(imported('nameless', store)).toMatchObject([{sessionId: session, turns: 1, toolCalls: 1}])
    const place = placeOf('nameless')
    const found = jsonLines(recount(['search', '--json', 'discount'], place).stdout)
    expect(JSON.stringify(found)).toContain(session)
    expect(JSON.stringify(found)).not.toContain('"c1"')
    const file = join(store, '.chorus/conversations/w/claude/c1.jsonl')
    expect(JSON.parse(recount(['inspect', '--json', file], place).stdout)).toMatchObject({
      sessions: 1,
      unreadable: 0,
    })
  })

  test('is resumed by the session that its first and last line name', () => {
    const folder = join(
      storeWith('resumed', 'conversations/w/claude/c1.jsonl', envelopes(described)),
      '.chorus',
    )
    const store = openConversationStore(folder)
    expect(store.list().map((conversation) => store.sum(conversation).sessions)).toEqual([[session]])
  })

  test('is named after its conversation if no line names a session', () => {
    const nameless = described.map(({session_id, ...message}: {session_id?: string}) => message)
    const store = storeWith('no-session', 'conversations/w/claude/c1.jsonl', envelopes(nameless))
    expect(imported('no-session', store)).toMatchObject([{sessionId: 'c1', turns: 1, toolCalls: 1}])
    const hits = recount(['search', '--json', 'discount'], placeOf('no-session')).stdout
    expect(hits).toContain('"c1"')
    const opened = openConversationStore(join(store, '.chorus'))
    expect(opened.list().map((conversation) => opened.sum(conversation).sessions)).toEqual([[]])
  })
})

describe("a store's title", () => {
  test('comes along if the first line has it', () => {
    const content = envelopes(described, {title: 'Größe & Rabatt'})
    const store = storeWith('titled', 'conversations/w/claude/c1.jsonl', content)
    expect(imported('titled', store)).toMatchObject([{sessionId: session, title: 'Größe & Rabatt'}])
  })

  test("comes along from Chorus's own index, into the archive and into another store", () => {
    const store = storeWith('indexed', 'sessions/w/claude/c1-messages.jsonl', envelopes(described))
    storeWith(
      'indexed',
      'sessions/w/claude/conversations.json',
      JSON.stringify([{id: 'c1', title: 'Discounts'}]),
    )
    expect(imported('indexed', store)).toMatchObject([{sessionId: session, title: 'Discounts'}])
    const other = join(temp, 'other')
    expect(recount(['import', store, '--store', other], placeOf('indexed')).status).toBe(0)
    expect(imported('other', other)).toMatchObject([{sessionId: session, title: 'Discounts'}])
  })
})

describe('the times of an imported stream', () => {
  test.each(['2.1.112/parallel', '2.1.112/subagent'])('of %s are those of its messages', (name) => {
    const stream = join(recording(name).folder, 'stream.jsonl')
    const lines = readFileSync(stream, 'utf8')
    const copy = join(temp, `${name.replaceAll(/\W/g, '-')}.jsonl`)
    writeFileSync(copy, lines)
    const store = join(temp, `times-${name.replaceAll(/\W/g, '-')}`)
    expect(recount(['import', copy, '--store', store, '--workspace', 'w'], placeOf('times')).status).toBe(0)
    const folder = join(store, '.chorus/conversations/w/claude')
    const stored = join(folder, readdirSync(folder)[0] ?? '')
    const told = [...lines.matchAll(/"timestamp":"([^"]+)"/g)].map(([, time]) => time ?? '').sort()
    const kept = jsonLines(readFileSync(stored, 'utf8')).map(({timestamp}) => String(timestamp))
    expect([kept.toSorted()[0], kept.toSorted().at(-1)]).toEqual([told[0], told.at(-1)])
    const last = (path: string) =>
      recount(['show', path], placeOf('times')).stdout.trimEnd().split('\n').at(-1)
    expect(last(stored)).toBe(last(copy))
  })

  test('are when the file was written if no message has any', () => {
    const copy = join(temp, 'old.jsonl')
    writeFileSync(copy, described.map((message) => `${JSON.stringify(message)}\n`).join(''))
    utimesSync(copy, 1_760_000_000, 1_760_000_000)
    const store = join(temp, 'times-of-file')
    expect(recount(['import', copy, '--store', store, '--workspace', 'w'], placeOf('times')).status).toBe(0)
    const kept = readFileSync(join(store, '.chorus/conversations/w/claude/old.jsonl'), 'utf8')
    expect(new Set(jsonLines(kept).map(({timestamp}) => timestamp))).toEqual(
      new Set(['2025-10-09T08:53:20.000Z']),
    )
  })
})
