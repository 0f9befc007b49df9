import {readFileSync} from 'node:fs'
import {beforeAll, describe, expect, test} from 'vitest'
import {memoryArchive, throwSkipped} from '../../../../test/support/archive/memory-archive.ts'
import {recording, recordings} from '../../../../test/support/conversation/recordings.ts'
import {priceOf} from '../../../prices/index.ts'
import {rereadFiles} from '../../ingest/reread-files.ts'
import {reconcile} from '../../usage/reconcile.ts'
import {usageGroups} from '../../usage/usage-report.ts'
import type {Database} from '../database/driver.ts'
import {querySessions} from '../sessions/query-sessions.ts'
import {refreshTouched} from '../sessions/refresh-touched.ts'
import {queryStatus} from './query-status.ts'
import {queryUsage} from './query-usage.ts'

let database: Database

beforeAll(async () => {
  const files = recordings.flatMap(({streams, transcripts}) => [...streams, ...transcripts])
  database = await memoryArchive(files.map(({path}) => path))
})

const timeZone = 'Europe/Berlin'

describe('usage', () => {
  test('every way to group it has the same total', () => {
    const [first, ...others] = usageGroups.map((group) => queryUsage(database, {group, timeZone}).total)
    expect(first?.costMicros).toBeGreaterThan(0)
    for (const total of others) expect({...total, models: []}).toEqual({...first, models: []})
  })
  test('rows add up to the total', () => {
    for (const group of usageGroups) {
      const {rows, total} = queryUsage(database, {group, timeZone})
      const sum = rows.reduce((output, {usage}) => output + usage.output, 0)
      expect(sum).toBe(total.usage.output)
      const cost = rows.reduce((micros, row) => micros + (row.costMicros ?? 0), 0)
      expect(Math.abs(cost - (total.costMicros ?? 0))).toBeLessThanOrEqual(rows.length)
    }
  })
  test('each row costs what its rows of the table cost, one by one', () => {
    const spent = database.prepare('select * from spent').all()
    const exact = new Map<string, number>()
    for (const row of spent) {
      const usage = {
        input: Number(row['input']),
        output: Number(row['output']),
        cacheRead: Number(row['cache_read']),
        cacheWrite5m: Number(row['cache_write_5m']),
        cacheWrite1h: Number(row['cache_write_1h']),
      }
      const use = {
        modes: Number(row['modes']),
        band: Number(row['band']),
        time: Number(row['quarter']) * 900_000,
        webSearches: Number(row['web_searches']),
      }
      const model = String(row['model'])
      exact.set(model, (exact.get(model) ?? 0) + (priceOf({usage, model, ...use}) ?? 0))
    }
    for (const {key, costMicros} of queryUsage(database, {group: 'model', timeZone}).rows)
      expect(Math.abs((costMicros ?? 0) - (exact.get(key) ?? Number.NaN))).toBeLessThanOrEqual(spent.length)
  })
  test('a span of time takes in its first moment and leaves out its last', () => {
    const {rows} = queryUsage(database, {group: 'daily', timeZone: 'UTC'})
    const day = rows.find(({responses}) => responses > 0)?.key ?? ''
    const since = Date.parse(`${day}T00:00:00Z`)
    const only = queryUsage(database, {group: 'daily', timeZone: 'UTC', since, until: since + 86_400_000})
    expect(only.rows.map(({key}) => key)).toEqual([day])
  })
  test('an unknown model is marked as unknown until its price is given', () => {
    const question = {group: 'model', timeZone, overrides: new Map()} as const
    const known = queryUsage(database, question).rows.find(({key}) => key === 'claude-opus-5-5')
    expect(known?.unpricedTokens).toBe(0)
    const rates = {input: 1, output: 1, cacheRead: 1, cacheWrite5m: 1, cacheWrite1h: 1}
    const flat = queryUsage(database, {...question, overrides: new Map([['claude-opus-5-5', rates]])})
    const row = flat.rows.find(({key}) => key === 'claude-opus-5-5')
    const {input, output, cacheRead, cacheWrite5m, cacheWrite1h} = row?.usage ?? {...rates}
    expect(row?.costMicros).toBe(input + output + cacheRead + cacheWrite5m + cacheWrite1h)
  })
})

describe('usage by tool', () => {
  const namesOf = (line: string): readonly (readonly [string, string])[] => {
    const {type, message} = JSON.parse(line)
    const blocks = type === 'assistant' && Array.isArray(message.content) ? message.content : []
    return blocks.map((block: {type: string; name: string}) => [
      String(message.id),
      block.type === 'tool_use' ? block.name : '',
    ])
  }

  test('a response is listed under what it called, and nowhere else', async () => {
    const {transcripts} = recording('2.1.325/parallel')
    const one = await memoryArchive(transcripts.map(({path}) => path))
    const called = new Map<string, Set<string>>()
    for (const {path} of transcripts)
      for (const line of readFileSync(path, 'utf8').trim().split('\n'))
        for (const [id, name] of namesOf(line)) called.set(id, (called.get(id) ?? new Set()).add(name))
    const expected = new Map<string, number>()
    for (const names of called.values()) {
      const [first = '(none)', ...others] = [...names].filter(Boolean)
      const key = others.length > 0 ? '(several)' : first
      expected.set(key, (expected.get(key) ?? 0) + 1)
    }
    const {rows} = queryUsage(one, {group: 'tool', timeZone})
    const listed = rows
      .filter(({responses}) => responses > 0)
      .map(({key, responses}) => [key, responses] as const)
    expect(new Map(listed)).toEqual(expected)
    expect([...expected.keys()].length).toBeGreaterThan(1)
  })
  test('each call counts once, however many sessions have a copy of it', () => {
    const {rows, calls} = queryUsage(database, {group: 'tool', timeZone})
    const distinct = database.prepare('select count(distinct id) as n from call where tool is not null').get()
    const all = database.prepare('select count(*) as n from call where tool is not null').get()
    expect(calls?.calls).toBe(distinct?.['n'])
    expect(Number(all?.['n'])).toBeGreaterThan(calls?.calls ?? 0)
    expect(rows.reduce((sum, row) => sum + (row.calls?.failed ?? 0), 0)).toBe(calls?.failed)
    expect(calls?.durationMs).toBeGreaterThan(0)
    expect(calls?.characters).toBeGreaterThan(0)
  })
  test('calls that an older recount has kept are read again from the kept bytes', async () => {
    const {streams, transcripts} = recording('2.1.325/subagents-parallel')
    const one = await memoryArchive([...streams, ...transcripts].map(({path}) => path))
    const tables = ['call', 'spent_on', 'used', 'session']
    const dump = () => tables.map((table) => one.prepare(`select * from ${table}`).all())
    const before = dump()
    one.exec(`update call set message = null, ended = null, characters = null;
      delete from by_tool; update session set called = '[]';
      insert into behind select id from file where kind = 'lines'`)
    expect(dump()).not.toEqual(before)
    await rereadFiles(one)
    refreshTouched(one, throwSkipped)
    expect(dump()).toEqual(before)
    expect(one.prepare('select * from behind').all()).toEqual([])
  })
})

describe('reconciling', () => {
  test('a difference has its reason', async () => {
    const reasonsOf = async (name: string) => {
      const {streams, transcripts} = recording(name)
      const one = await memoryArchive([...streams, ...transcripts].map(({path}) => path))
      return reconcile(queryUsage(one, {group: 'session', timeZone})).map(({reason}) => reason)
    }
    expect(await reasonsOf('2.1.325/parallel')).toEqual(['same'])
    expect(await reasonsOf('2.1.112/interrupt')).toEqual(['more-than-reported'])
    expect(await reasonsOf('1.0.128/compact-manual')).toEqual(['hidden-calls'])
    expect(new Set(await reasonsOf('1.0.128/tui-interactive'))).toEqual(new Set(['not-reported']))
  })
})

describe('lists', () => {
  const now = Date.now()
  test('sessions are found by what is known of them', () => {
    const all = querySessions(database, {now})
    expect(querySessions(database, {now, project: 'no-such-project'})).toEqual([])
    expect(querySessions(database, {now, model: 'HAIKU'}).length).toBeLessThan(all.length)
    const sonnet = querySessions(database, {now, model: 'sonnet-4-6'})
    expect(sonnet.length).toBeGreaterThan(0)
    for (const {clientVersion} of sonnet) expect(clientVersion ?? '2.1.112').toBe('2.1.112')
    expect(querySessions(database, {now, before: 0})).toEqual([])
    const bash = querySessions(database, {now, tool: 'Bash'})
    expect(bash.map(({sessionId}) => sessionId)).toEqual(
      all.filter(({tools: called}) => called.includes('Bash')).map(({sessionId}) => sessionId),
    )
    expect(bash.length).toBeGreaterThan(0)
    expect(bash.length).toBeLessThan(all.length)
    expect(all.every(({tools: called, toolCalls}) => called.length <= toolCalls)).toBe(true)
    expect(querySessions(database, {now, branch: 'main', limit: 3})).toHaveLength(3)
  })
  test('they are sorted by time, by size, by cost', () => {
    const falls = (numbers: readonly number[]) =>
      numbers.every((value, at) => value <= (numbers[at - 1] ?? value))
    expect(falls(querySessions(database, {now}).map(({endedAt}) => endedAt ?? 0))).toBe(true)
    expect(falls(querySessions(database, {now, sort: 'size'}).map(({bytes}) => bytes))).toBe(true)
    const dear = querySessions(database, {now, sort: 'cost', limit: 5}).map(({costMicros}) => costMicros ?? 0)
    expect(falls(dear)).toBe(true)
    expect(dear[0]).toBe(Math.max(...querySessions(database, {now}).map(({costMicros}) => costMicros ?? 0)))
  })
  test('a session is live by its records, whatever the time of its file', () => {
    const asked = querySessions(database, {now: 0, id: '68dd2db7'})
    const now = asked[0]?.endedAt ?? 0
    const live = querySessions(database, {now, live: true})
    expect(live.length).toBeGreaterThan(0)
    expect(live.every(({state}) => state === 'working' || state === 'waiting')).toBe(true)
    expect(querySessions(database, {now, live: true, limit: 1})).toEqual(live.slice(0, 1))
    // The files were written just now.
    expect(querySessions(database, {now: Date.now(), live: true})).toEqual([])
    const later = querySessions(database, {now: now + 86_400_000})
    expect(later.some(({state}) => state === 'working' || state === 'waiting')).toBe(false)
  })
})

test('the status line has the cost of today and of the session', () => {
  const session = querySessions(database, {now: 0, sort: 'cost', limit: 1})[0]
  const now = session?.endedAt ?? 0
  const status = queryStatus(database, {session: session?.sessionId, now, today: now - (now % 86_400_000)})
  expect(status.session).toBe(session?.costMicros)
  expect(status.today).toBeGreaterThanOrEqual(session?.costMicros ?? 0)
  expect((status.windowEnd ?? 0) - now).toBeGreaterThan(0)
})
