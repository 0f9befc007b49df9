import {spawn} from 'node:child_process'
import {once} from 'node:events'
import {cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {setTimeout as pause} from 'node:timers/promises'
import {fileURLToPath} from 'node:url'
import {afterAll, describe, expect, test} from 'vitest'
import type {ConversationStore, StoredRecord} from '../../src/store/index.ts'
import {openConversationStore, StoreError} from '../../src/store/index.ts'
import {recordings} from '../support/conversation/recordings.ts'
import {fc} from '../support/fc.ts'

const writer = fileURLToPath(new URL('../support/store/store-writer.mjs', import.meta.url))
const sample = fileURLToPath(new URL('../../samples/discount/stored', import.meta.url))
const temp = mkdtempSync(join(tmpdir(), 'recount-store-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

let stores = 0
const newStore = (): ConversationStore => {
  stores += 1
  return openConversationStore(join(temp, `store-${stores}`), {
    now: () => Date.parse('2026-01-02T03:04:05.678Z'),
    newId: () => '00000000-0000-4000-8000-000000000001',
  })
}
const place = {workspace: 'shop', agent: 'claude', conversation: 'first'}
const linesOf = (records: Iterable<StoredRecord>): readonly string[] =>
  [...records].flatMap((record) => (record.kind === 'message' ? [Buffer.from(record.line).toString()] : []))

describe('the layout of a Chorus store', () => {
  test('is written exactly', () => {
    const store = newStore()
    const line = '{"type":"result","total_cost_usd":0.0234,"duration_ms":45678,  "n": 1.0, "t":"\\u00e9"}'
    store.addWorkspace({id: 'shop', name: 'The shop', path: '/home/ada/shop'}, 'claude')
    store.append(place, [{line}])
    expect(readFileSync(join(store.folder, 'conversations/shop/claude/first.jsonl'), 'utf8')).toBe(
      `{"id":"00000000-0000-4000-8000-000000000001","conversationId":"first","agentId":"claude","timestamp":"2026-01-02T03:04:05.678Z","claudeMessage":${line},"costUSD":0.0234,"durationMs":45678}\n`,
    )
    expect(store.folder.endsWith('.chorus')).toBe(true)
    expect(store.config()).toEqual({
      version: 1,
      workspaces: [{id: 'shop', name: 'The shop', path: '/home/ada/shop', agents: ['claude']}],
    })
    expect(readdirSync(store.folder).sort()).toEqual(['config.json', 'conversations'])
  })
  test('of the bundled sample is read, listed and added up', () => {
    const store = openConversationStore(sample)
    const [conversation] = store.list()
    expect(conversation).toMatchObject({workspace: 'shop', agent: 'claude', layout: 'conversations'})
    if (!conversation) return
    const lines = linesOf(store.read(conversation))
    const stream = readFileSync(join(sample, '../stream.jsonl'), 'utf8').trimEnd().split('\n')
    expect(lines).toEqual(stream)
    const sum = store.sum(conversation)
    expect(sum.messages).toBe(stream.length)
    expect(sum.sessions).toHaveLength(1)
    expect(sum.costUSD).toBeCloseTo(Number(JSON.parse(stream.at(-1) ?? '').total_cost_usd), 6)
  })
  test('that has no such conversation says so in a sentence of its own', () => {
    const store = openConversationStore(sample)
    const nowhere = {workspace: 'shop', agent: 'claude', conversation: 'nope'}
    expect(() => [...store.read(nowhere)]).toThrow(StoreError)
    expect(() => store.sum(nowhere)).toThrow(/^Cannot read .*nope\.jsonl: no such file or folder\.$/)
  })
  test("and Chorus's own are read side by side", () => {
    const store = newStore()
    const folder = join(store.folder, 'sessions', 'ws 1', 'agent')
    mkdirSync(folder, {recursive: true})
    const row = {uuid: 'u', type: 'user', content: 'Hello', timestamp: '2026-01-01T00:00:00.000Z'}
    writeFileSync(join(folder, 'c1-messages.jsonl'), `${JSON.stringify(row)}\n`)
    writeFileSync(
      join(folder, 'conversations.json'),
      JSON.stringify([{id: 'c1', title: 'Greeting', own: {x: 1}}]),
    )
    store.append(place, [{line: '{"type":"user"}'}])
    const listed = store.list()
    expect(listed.map(({conversation, layout}) => [conversation, layout]).sort()).toEqual([
      ['c1', 'sessions'],
      ['first', 'conversations'],
    ])
    const chorus = listed.find(({layout}) => layout === 'sessions')
    expect(chorus?.index).toEqual({id: 'c1', title: 'Greeting', own: {x: 1}})
    expect(chorus && [...store.read(chorus)]).toMatchObject([{kind: 'row', row}])
  })
})

describe('a line', () => {
  test('comes back byte for byte, whatever it is', () => {
    const store = newStore()
    let conversations = 0
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.dictionary(fc.string(), fc.jsonValue()).map((value) => Buffer.from(JSON.stringify(value))),
            fc
              .dictionary(fc.string(), fc.jsonValue())
              .map((value) => Buffer.from(`${JSON.stringify(value)} \r`)),
            fc
              .uint8Array({minLength: 1, maxLength: 40})
              .map((bytes) => Buffer.from(bytes.filter((byte) => byte !== 10))),
            fc.constant(Buffer.from('{"claudeMessage":{"type":"x"},"claudeMessage":[1]}')),
          ),
          {minLength: 1, maxLength: 5},
        ),
        (lines) => {
          conversations += 1
          const own = {...place, conversation: `c${conversations}`}
          store.append(
            own,
            lines.map((line) => ({line})),
          )
          const back = [...store.read(own)].map((record) =>
            record.kind === 'message' ? Buffer.from(record.line) : 'lost',
          )
          expect(back).toEqual(lines)
        },
      ),
      {numRuns: 150},
    )
  })
  test('of every recorded stream comes back byte for byte', () => {
    const store = newStore()
    for (const [index, {path}] of recordings.flatMap(({streams}) => streams).entries()) {
      const own = {...place, conversation: `stream-${index}`}
      const lines = readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
      store.append(
        own,
        lines.map((line) => ({line})),
      )
      if (lines.length > 0) expect(linesOf(store.read(own))).toEqual(lines)
    }
  })
  test('after a torn one is kept on a line of its own', () => {
    const store = newStore()
    store.append(place, [{line: '{"type":"user"}'}])
    const path = join(store.folder, 'conversations/shop/claude/first.jsonl')
    writeFileSync(path, `${readFileSync(path, 'utf8')}{"id":"torn","claudeMe`)
    store.append(place, [{line: '{"type":"assistant"}'}])
    expect([...store.read(place)].map(({kind}) => kind)).toEqual(['message', 'broken', 'message'])
    expect(linesOf(store.read(place))).toEqual(['{"type":"user"}', '{"type":"assistant"}'])
  })
})

describe('what others wrote', () => {
  test('in the settings stays', () => {
    const store = newStore()
    mkdirSync(store.folder, {recursive: true})
    const config = {
      theme: 'dark',
      workspaces: [
        {id: 'a', color: 'red', agents: ['x']},
        {id: 'b', agents: [{id: 'y'}]},
      ],
    }
    writeFileSync(join(store.folder, 'config.json'), JSON.stringify(config))
    store.addWorkspace({id: 'a', name: 'A'}, 'claude')
    store.addWorkspace({id: 'b', name: 'B'}, 'claude')
    expect(store.config()).toEqual({
      version: 1,
      theme: 'dark',
      workspaces: [
        {id: 'a', color: 'red', agents: ['x', 'claude']},
        {id: 'b', agents: [{id: 'y'}]},
      ],
    })
  })
  test('in an envelope is given back', () => {
    const store = newStore()
    store.append(place, [{line: '{"type":"user"}', fields: {starred: true, note: {by: 'me'}}}])
    expect([...store.read(place)]).toMatchObject([{message: {starred: true, note: {by: 'me'}}}])
  })
  test('that is no settings at all is not overwritten', () => {
    const store = newStore()
    mkdirSync(store.folder, {recursive: true})
    writeFileSync(join(store.folder, 'config.json'), 'not json')
    expect(() => store.addWorkspace({id: 'a', name: 'A'}, 'claude')).toThrow(StoreError)
    expect(readFileSync(join(store.folder, 'config.json'), 'utf8')).toBe('not json')
  })
})

test.each(['..', '.', 'a/b', '', 'a\\b', 'é', `${'x'.repeat(300)}`])(
  'an id %j cannot lead out of the store',
  (id) => {
    expect(() => newStore().append({...place, agent: id}, [{line: '{}'}])).toThrow(StoreError)
  },
)

test('a conversation is followed as it grows', async () => {
  const store = newStore()
  let stop = (): void => {}
  const stopped = new Promise<void>((resolve) => {
    stop = resolve
  })
  const seen: string[] = []
  const following = (async () => {
    for await (const record of store.follow(place, stopped))
      if (record.kind === 'message') seen.push(Buffer.from(record.line).toString())
  })()
  for (let number = 0; number < 5; number += 1) {
    await pause(20)
    store.append(place, [{line: `{"n":${number}}`}])
  }
  while (seen.length < 5) await pause(10)
  stop()
  await following
  expect(seen).toEqual([0, 1, 2, 3, 4].map((number) => `{"n":${number}}`))
})

test('two writers that are killed at random lose no message that was kept, and tear no other: 12 kills', async () => {
  const store = newStore()
  const kept = new Map<string, number>()
  for (let round = 0; round < 6; round += 1) {
    await Promise.all(
      ['a', 'b'].map(async (side) => {
        const name = `${side}${round}`
        const child = spawn(process.execPath, [writer, store.folder, place.conversation, name], {
          stdio: ['ignore', 'pipe', 'inherit'],
        })
        let said = ''
        child.stdout.on('data', (data) => {
          said += data
        })
        await once(child.stdout, 'data')
        await pause(Math.random() * 60)
        child.kill('SIGKILL')
        await once(child, 'close')
        kept.set(name, said.trimEnd().split('\n').length)
      }),
    )
  }
  const found = new Map<string, number[]>()
  let broken = 0
  for (const record of store.read(place)) {
    if (record.kind !== 'message') {
      broken += 1
      continue
    }
    const [, name = '', number = ''] = /"text":"(\w+) (\d+) /.exec(Buffer.from(record.line).toString()) ?? []
    found.set(name, [...(found.get(name) ?? []), Number(number)])
  }
  for (const [name, count] of kept) {
    const numbers = found.get(name) ?? []
    // Each in its order, none twice; one more may have been kept than was reported.
    expect(numbers).toEqual(Array.from({length: numbers.length}, (_, number) => number))
    expect([count, count + 1]).toContain(numbers.length)
  }
  expect(broken).toBeLessThanOrEqual(12)
  // The settings have every workspace that was reported, and are whole.
  const listed = JSON.stringify(store.config())
  for (const [name, count] of kept)
    for (let number = 0; number < count; number += 5) expect(listed).toContain(`"id":"${name}-${number}"`)
}, 600_000)

test('a store may be copied as it is', () => {
  const store = newStore()
  store.append(place, [{line: '{"type":"user"}'}])
  const copy = join(temp, 'copy')
  cpSync(store.folder, copy, {recursive: true})
  expect(linesOf(openConversationStore(copy).read(place))).toEqual(['{"type":"user"}'])
})

test('what a writer puts beside a line cannot stand in for the line, and no time breaks it', () => {
  const store = openConversationStore(mkdtempSync(join(tmpdir(), 'recount-store-')))
  const place = {workspace: 'w', agent: 'a', conversation: 'c'}
  const fields = {claudeMessage: {type: 'other'}, id: 'other', note: 1}
  store.append(place, [{line: '{"type":"user"}', id: 'own', time: Number.MAX_VALUE, fields}])
  const [record] = store.read(place)
  rmSync(store.folder, {recursive: true})
  expect(record).toMatchObject({
    kind: 'message',
    message: {id: 'own', claudeMessage: {type: 'user'}, note: 1, timestamp: '1970-01-01T00:00:00.000Z'},
  })
})
