import {createHash} from 'node:crypto'
import {appendFileSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {expect, test} from 'vitest'
import type {ArchivedFile, ArchiveReader} from '../../../src/archive/archive.ts'
import {restoreFile, restoreSession, restoreTargets} from '../../../src/archive/restore.ts'
import {usageGroups, usageSplits} from '../../../src/archive/usage/usage-report.ts'
import {addUsage, noUsage} from '../../../src/model/index.ts'
import type {MemberTests} from './archive-context.ts'
import {filesBelow, linksOf, now, queryOf, said, scenarios, session} from './archive-context.ts'

const freeRates = {input: 0, output: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0}
const other = '0aaaaaaa-0000-4000-8000-000000000002'

/** A response at a time. */
const used = (timestamp: string, usage: object = {input_tokens: 1, output_tokens: 1}): string =>
  `${JSON.stringify({
    type: 'assistant',
    uuid: timestamp,
    sessionId: session,
    timestamp,
    message: {
      role: 'assistant',
      id: `msg_${timestamp}`,
      model: 'claude-opus-5',
      content: [{type: 'text', text: 'x'}],
      usage,
    },
  })}\n`

/** What every archive must answer. */
export const readerTests: MemberTests<ArchiveReader> = {
  curations({home, open, openToRead}) {
    test('are those of one session and its messages, or all', async () => {
      const folder = home()
      const archive = await open(folder)
      await archive.curate({sessionId: session, messageId: 'm'}, {note: 'why'}, now)
      await archive.curate({sessionId: other, messageId: undefined}, {starred: true}, now)
      const reader = await openToRead(folder)
      expect(await reader.curations(session)).toEqual([
        {
          ...{sessionId: session, messageId: 'm', name: undefined, starred: false, hidden: false},
          ...{tags: [], note: 'why', changedAt: now},
        },
      ])
      expect((await reader.curations()).map(({sessionId}) => sessionId)).toEqual([session, other])
      expect(await reader.curations('unknown')).toEqual([])
    })
  },

  folder({home, open, openToRead}) {
    test('is the one that was opened', async () => {
      const folder = home()
      expect((await open(folder)).folder).toBe(folder)
      expect((await openToRead(folder)).folder).toBe(folder)
    })
  },

  readOnly({home, open, openToRead}) {
    test('says how it was opened', async () => {
      const folder = home()
      expect((await open(folder)).readOnly).toBe(false)
      expect((await openToRead(folder)).readOnly).toBe(true)
    })
  },

  sessions({open, add, record, write}) {
    test('are listed by id, project, branch and time, and limited', async () => {
      const archive = await open()
      write(`p/${session}.jsonl`, said('a', {cwd: '/work/Shop', gitBranch: 'main'}))
      const timestamp = '2026-02-01T00:00:00.000Z'
      write(`p/${other}.jsonl`, said('b', {cwd: '/work/bank', gitBranch: 'fix', sessionId: other, timestamp}))
      await add(archive)
      const ids = async (query: object): Promise<readonly string[]> =>
        (await archive.sessions({now, ...query})).map(({sessionId}) => sessionId)
      expect(await ids({})).toEqual([other, session])
      expect(await ids({limit: 1})).toEqual([other])
      expect(await ids({id: session})).toEqual([session])
      expect(await ids({id: session.slice(0, -1)})).toEqual([other, session])
      expect(await ids({id: '%'})).toEqual([])
      expect(await ids({project: 'shop'})).toEqual([session])
      expect(await ids({folder: '/work/Shop'})).toEqual([session])
      expect(await ids({folder: '/work'})).toEqual([])
      expect(await ids({branch: 'fix'})).toEqual([other])
      expect(await ids({after: Date.parse('2026-01-15')})).toEqual([other])
      expect(await ids({before: Date.parse('2026-01-15')})).toEqual([session])
      expect(await ids({project: 'nowhere'})).toEqual([])
    })
    test('are listed by model and tool, and sorted by cost and size', async () => {
      const archive = await open()
      for (const scenario of scenarios) record(scenario)
      await add(archive)
      const all = await archive.sessions({now})
      const [model = ''] = all.flatMap((listed) => listed.model ?? [])
      expect(await archive.sessions({now, model})).toEqual(all.filter((listed) => listed.model === model))
      expect(await archive.sessions({now, tool: 'Bash'})).toEqual(
        all.filter(({tools}) => tools.includes('Bash')),
      )
      expect((await archive.sessions({now, sort: 'cost'})).map(({costMicros}) => costMicros)).toEqual(
        all.map(({costMicros}) => costMicros).sort((a = -1, b = -1) => b - a),
      )
      expect((await archive.sessions({now, sort: 'size'})).map(({bytes}) => bytes)).toEqual(
        all.map(({bytes}) => bytes).sort((a, b) => b - a),
      )
    })
    test('are live as long as their file grew a short while ago', async () => {
      const archive = await open()
      write(`p/${session}.jsonl`, said('a'))
      await add(archive)
      expect(await archive.sessions({now: Date.now(), live: true})).toMatchObject([
        {sessionId: session, isLive: true},
      ])
      expect(await archive.sessions({now: Date.now() + 3_600_000, live: true})).toEqual([])
    })
    test('cost what usage says', async () => {
      const archive = await open()
      for (const scenario of scenarios) record(scenario)
      await add(archive)
      const {rows} = await archive.usage({group: 'session', timeZone: 'UTC'})
      const costs = new Map(rows.map(({key, costMicros}) => [key, costMicros]))
      for (const {sessionId, costMicros} of await archive.sessions({now}))
        expect([sessionId, costMicros ?? 0]).toEqual([sessionId, costs.get(sessionId) ?? 0])
    })
  },

  search({home, open, openToRead, add, record, write}) {
    test('finds what was made searchable, with a link to it', async () => {
      const folder = home()
      const archive = await open(folder)
      write(`p/${session}.jsonl`, said('the quick brown fox') + said('a slow fox') + said('nobody'))
      await add(archive)
      for (const reader of [archive, await openToRead(folder)]) {
        expect(await linksOf(reader, 'fox')).toEqual([
          `${session}#a slow fox`,
          `${session}#the quick brown fox`,
        ])
        expect(await linksOf(reader, '"quick brown"')).toEqual([`${session}#the quick brown fox`])
        expect(await linksOf(reader, 'fox -slow')).toEqual([`${session}#the quick brown fox`])
        expect(await linksOf(reader, 'badger')).toEqual([])
      }
    })
    test('says that there is more than its limit', async () => {
      const archive = await open()
      write(`p/${session}.jsonl`, said('fox one') + said('fox two'))
      await add(archive)
      expect(await archive.search(queryOf('fox'), {limit: 1, patience: 9000, now: () => 0})).toMatchObject({
        hits: [{sessionId: session}],
        more: true,
      })
    })
    test('gives what it has when its time is up', async () => {
      const archive = await open()
      write(`p/${session}.jsonl`, said('fox one') + said('fox two'))
      await add(archive)
      let time = 0
      const clock = (): number => (time += 1000)
      const found = await archive.search(queryOf('fox'), {limit: 10, patience: 1, now: clock})
      expect(found).toMatchObject({more: true, stopped: expect.stringMatching(/\.$/)})
    })
    test('finds what was added since the last search', async () => {
      const archive = await open()
      const path = write(`p/${session}.jsonl`, said('fox'))
      await add(archive)
      expect(await linksOf(archive, 'fox')).toHaveLength(1)
      appendFileSync(path, said('fox again'))
      await add(archive)
      expect(await linksOf(archive, 'fox')).toHaveLength(2)
    })
    test('knows what a session cost', async () => {
      const archive = await open()
      for (const scenario of scenarios) record(scenario)
      await add(archive)
      const sessions = await archive.sessions({now, sort: 'cost'})
      const dearest = sessions[0]
      const dollars = (dearest?.costMicros ?? 0) / 1_000_000
      const options = {limit: 10_000, patience: 60_000, now: () => 0}
      const found = await archive.search(queryOf(`cost>=${dollars}`), options)
      expect([...new Set(found.hits.map((hit) => hit.sessionId))]).toEqual([dearest?.sessionId])
      const free = {...options, overrides: new Map(sessions.map(({model = ''}) => [model, freeRates]))}
      expect((await archive.search(queryOf(`cost>=${dollars}`), free)).hits).toEqual([])
    })
  },

  usage({open, add, record, write}) {
    test('has the same total for every group', async () => {
      const archive = await open()
      for (const scenario of scenarios) record(scenario)
      await add(archive)
      const totals = await Promise.all(
        usageGroups.map(async (group) => (await archive.usage({group, timeZone: 'UTC'})).total),
      )
      expect(totals[0]?.responses).toBeGreaterThan(0)
      for (const {usage, costMicros, responses} of totals)
        expect({usage, cost: costMicros, answers: responses}).toEqual({
          usage: totals[0]?.usage,
          cost: totals[0]?.costMicros,
          answers: totals[0]?.responses,
        })
    })
    test('of parts adds up to the whole', async () => {
      const archive = await open()
      for (const scenario of scenarios) record(scenario)
      await add(archive)
      const query = {group: 'session', timeZone: 'UTC'} as const
      const {total, rows} = await archive.usage(query)
      const sum = (parts: readonly {readonly costMicros?: number | undefined}[]): number =>
        parts.reduce((all, {costMicros = 0}) => all + costMicros, 0)
      const alone = await Promise.all(rows.map(({key}) => archive.usage({...query, session: key})))
      expect(sum(alone.map((report) => report.total))).toBe(total.costMicros)
      const noon = Math.min(...(await archive.sessions({now})).map(({startedAt = now}) => startedAt)) + 1
      const [before, after] = [
        await archive.usage({...query, until: noon - (noon % 900_000)}),
        await archive.usage({...query, since: noon - (noon % 900_000)}),
      ]
      expect(sum([before.total, after.total])).toBe(total.costMicros)
      expect((await archive.usage({...query, project: 'no such folder'})).rows).toEqual([])
    })
    test('split by anything adds up to the same rows and total', async () => {
      const archive = await open()
      for (const scenario of scenarios) record(scenario)
      await add(archive)
      for (const group of usageGroups)
        for (const split of usageSplits) {
          const plain = await archive.usage({group, timeZone: 'UTC'})
          const {rows, total, parts = [], splitBy} = await archive.usage({group, split, timeZone: 'UTC'})
          expect(splitBy).toBe(split)
          expect({rows: rows.map(({parts: _, ...row}) => row), total}).toEqual({
            rows: plain.rows,
            total: plain.total,
          })
          for (const whole of [...rows, {...total, parts}]) {
            const cost = (whole.parts ?? []).reduce((sum, {costMicros = 0}) => sum + costMicros, 0)
            expect(Math.abs(cost - (whole.costMicros ?? 0))).toBeLessThanOrEqual(whole.parts?.length ?? 0)
            expect((whole.parts ?? []).map(({usage}) => usage).reduce(addUsage, noUsage)).toEqual(whole.usage)
          }
        }
      const {parts = []} = await archive.usage({group: 'daily', split: 'model', timeZone: 'UTC'})
      const models = await archive.usage({group: 'model', timeZone: 'UTC'})
      const costs = (rows: readonly {readonly key: string; readonly costMicros?: number | undefined}[]) =>
        new Map(rows.map(({key, costMicros}) => [key, costMicros]))
      expect(costs(parts)).toEqual(costs(models.rows))
      const projects = await archive.usage({group: 'project', timeZone: 'UTC'})
      const byProject = await archive.usage({group: 'monthly', split: 'project', timeZone: 'UTC'})
      expect(costs(byProject.parts ?? [])).toEqual(costs(projects.rows))
    })
    test('is grouped by the hour of the week in a time zone', async () => {
      const archive = await open()
      // 2026-01-04 is a Sunday.
      write(`p/${session}.jsonl`, used('2026-01-04T23:30:00.000Z') + used('2026-01-11T23:45:00.000Z'))
      await add(archive)
      const hours = async (timeZone: string) =>
        (await archive.usage({group: 'hours', timeZone})).rows.map(({key, name, responses}) => [
          key,
          name,
          responses,
        ])
      expect(await hours('UTC')).toEqual([['7 23:00', 'Sunday 23:00', 2]])
      expect(await hours('Europe/Berlin')).toEqual([['1 00:00', 'Monday 00:00', 2]])
      expect(await hours('America/New_York')).toEqual([['7 18:00', 'Sunday 18:00', 2]])
    })
    test('has the same five-hour windows whatever is left out', async () => {
      const archive = await open()
      // The first window is 08:00 to 13:00, the second begins at 13:00.
      const day = '2026-01-05T'
      write(
        `p/${session}.jsonl`,
        [`${day}08:20:00.000Z`, `${day}12:50:00.000Z`, `${day}13:10:00.000Z`]
          .map((time) => used(time))
          .join(''),
      )
      await add(archive)
      const keys = async (query: object) =>
        (await archive.usage({group: 'blocks', timeZone: 'UTC', ...query})).rows.map(
          ({key, firstUsedAt = 0}) => [key.slice(11, 16), new Date(firstUsedAt).toISOString().slice(11, 16)],
        )
      expect(await keys({})).toEqual([
        ['08:00', '08:15'],
        ['13:00', '13:00'],
      ])
      expect(await keys({since: Date.parse(`${day}12:00:00Z`)})).toEqual([
        ['08:00', '12:45'],
        ['13:00', '13:00'],
      ])
    })
    test('says what the cache saved', async () => {
      const archive = await open()
      const usage = {input_tokens: 0, output_tokens: 0, cache_read_input_tokens: 1_000_000}
      write(`p/${session}.jsonl`, used('2026-01-05T08:00:00.000Z', usage))
      await add(archive)
      const rates = {input: 10, output: 0, cacheRead: 1, cacheWrite5m: 12, cacheWrite1h: 20}
      const overrides = new Map([['claude-opus-5', rates]])
      const {total} = await archive.usage({group: 'daily', timeZone: 'UTC', overrides})
      expect(total).toMatchObject({costMicros: 1_000_000, cacheSavingsMicros: 9_000_000})
    })
  },

  status({open, add, record}) {
    test('has the costs that usage has, and the end of the running block', async () => {
      const archive = await open()
      await add(archive, record('hello'))
      const [listed] = await archive.sessions({now})
      const time = listed?.endedAt ?? 0
      const query = {group: 'session', timeZone: 'UTC', since: time - 86_400_000} as const
      const {total} = await archive.usage(query)
      const status = await archive.status({session: listed?.sessionId, now: time, today: time - 86_400_000})
      expect(status).toMatchObject({today: total.costMicros, session: listed?.costMicros})
      expect(status.windowEnd).toBeGreaterThan(time)
      expect(status.windowEnd).toBeLessThanOrEqual(time + 5 * 3_600_000)
      expect(await archive.status({session: undefined, now, today: now})).toEqual({
        today: 0,
        session: undefined,
        windowEnd: undefined,
      })
    })
  },

  roots({home, open, add, write, record}) {
    test('are the folders that were added, also after it was opened again', async () => {
      const folder = home()
      const archive = await open(folder)
      expect(await archive.roots()).toEqual([])
      const added = record('hello')
      await add(archive, added)
      write(`elsewhere/${session}.jsonl`, said('a'))
      expect(await (await open(folder)).roots()).toEqual([added])
    })
  },

  files({open, add, record, write}) {
    test('of a session are its own and those of its agents', async () => {
      const archive = await open()
      for (const scenario of scenarios) record(scenario)
      await add(archive)
      const listed = await archive.sessions({now, project: 'demo'})
      const id = listed.find(({agents}) => agents > 0)?.sessionId
      const paths = (await archive.files(id)).map(({path}) => path)
      expect(paths.some((path) => path.endsWith(`/${id}.jsonl`))).toBe(true)
      expect(paths.some((path) => path.includes('/subagents/'))).toBe(true)
      expect(paths.every((path) => path.includes('/subagent/'))).toBe(true)
    })
    test('have older contents of a path as well, numbered from the oldest', async () => {
      const archive = await open()
      const path = write(`p/${session}.jsonl`, said('first'))
      for (const content of [said('the second'), said('a third content')]) {
        await add(archive)
        writeFileSync(path, content)
      }
      await add(archive)
      const kept = await archive.files(session)
      expect(kept.map(({generation, size, lost}) => [generation, size, lost])).toEqual([
        [0, said('a third content').length, 0],
        [1, said('first').length, 0],
        [2, said('the second').length, 0],
      ])
    })
    test('of an unknown session are none', async () => {
      expect(await (await open()).files(session)).toEqual([])
    })
  },

  bytes({open, add, record, write, root, target}) {
    test('are those of the file, also when several are read at once', async () => {
      const archive = await open()
      for (const scenario of scenarios) record(scenario)
      await add(archive)
      const files = await archive.files()
      const read = await Promise.all(files.map((file) => bytesOf(archive, file)))
      for (const [at, file] of files.entries()) {
        expect(read[at]?.equals(readFileSync(file.path)), file.path).toBe(true)
        expect(read[at]?.length).toBe(file.size)
      }
    })
    test('are restored below a folder and where they were', async () => {
      const archive = await open()
      for (const scenario of scenarios) record(scenario)
      write(`p/${session}.jsonl`, `\ufeff${said('a')}\r\n\n{"torn`)
      write('p/empty.jsonl', '')
      await add(archive)
      const before = hashes(root())
      const folder = target()
      const files = await archive.files()
      for (const {file, path} of restoreTargets(files, folder)) await restoreFile(archive, file, path)
      expect(hashes(folder)).toEqual(before)
      rmSync(root(), {recursive: true})
      for (const file of files) expect((await restoreFile(archive, file, file.path)).there).toBe(false)
      expect(hashes(root())).toEqual(before)
      for (const file of files) expect((await restoreFile(archive, file, file.path)).there).toBe(true)
    })
    test('of one session are restored without those of others', async () => {
      const archive = await open()
      write(`p/${session}.jsonl`, said('a'))
      write(`p/${other}.jsonl`, said('b', {sessionId: other}))
      await add(archive)
      const folder = target()
      const {places, missing} = await restoreSession(archive, session, folder)
      expect({missing, files: filesBelow(folder)}).toEqual({missing: 0, files: [`p/${session}.jsonl`]})
      expect(places.map(({path}) => path)).toEqual([join(folder, 'p', `${session}.jsonl`)])
    })
    test('overwrite nothing else', async () => {
      const archive = await open()
      const path = write(`p/${session}.jsonl`, said('a'))
      await add(archive)
      writeFileSync(path, 'mine')
      const [file] = await archive.files(session)
      await expect(file && restoreFile(archive, file, file.path)).rejects.toThrow(
        /another file is in its place/,
      )
      expect(readFileSync(path, 'utf8')).toBe('mine')
    })
  },

  losses({open, add, write}) {
    test('are none in an archive that was never damaged', async () => {
      const archive = await open()
      write(`p/${session}.jsonl`, said('a'))
      await add(archive)
      expect(await archive.losses()).toEqual([])
    })
  },

  sql({home, open, openToRead}) {
    test('gives rows with the names of their columns, if the engine has it', async () => {
      const {sql} = await open()
      if (!sql) return
      expect(await rowsOf(sql("select 1 as one, 'two' as other"))).toEqual([
        [
          ['one', 1],
          ['other', 'two'],
        ],
      ])
      await expect(rowsOf(sql('select nothing from nowhere'))).rejects.toThrow(/^Cannot run the query: /)
    })
    test('refuses whatever could write, and more than one statement', async () => {
      const folder = home()
      for (const {sql} of [await open(folder), await openToRead(folder)])
        for (const statement of ['create table x (a integer)', 'select 1; select 2', 'drop table session'])
          if (sql) await expect(rowsOf(sql(statement))).rejects.toThrow(/^Cannot run the query: /)
    })
  },

  version({home, open, add, write}) {
    test('is another one after someone else has written, and stays the same otherwise', async () => {
      const folder = home()
      const path = write(`p/${session}.jsonl`, said('first'))
      const [writing, reading] = [await open(folder), await open(folder)]
      const before = await reading.version()
      expect(await reading.version()).toBe(before)
      await add(writing)
      const after = await reading.version()
      expect(after).not.toBe(before)
      expect(await reading.version()).toBe(after)
      expect(await reading.sessions({now: 0})).toHaveLength(1)
      appendFileSync(path, said('second'))
      await add(writing)
      expect(await reading.version()).not.toBe(after)
    })
  },

  isReplaced({home, open, openToRead, add, write}) {
    test('is false as long as others only add to it', async () => {
      const folder = home()
      const path = write(`p/${session}.jsonl`, said('first'))
      const writing = await open(folder)
      await add(writing)
      const readers = [await open(folder), await openToRead(folder)]
      for (const reader of readers) expect(await linksOf(reader, 'first')).toHaveLength(1)
      appendFileSync(path, said('second'))
      await add(writing)
      for (const reader of readers) expect(await reader.isReplaced()).toBe(false)
    })
  },

  close({home, open, openToRead, add, write}) {
    test('may be called twice, and ends nothing for others', async () => {
      const folder = home()
      write(`p/${session}.jsonl`, said('first'))
      const [first, second] = [await open(folder), await open(folder)]
      await add(first)
      const reading = await openToRead(folder)
      for (const archive of [first, first, reading, reading]) archive.close()
      await expect(first.sessions({now})).rejects.toThrow()
      expect(await second.sessions({now})).toHaveLength(1)
    })
  },
}

async function bytesOf(archive: ArchiveReader, file: ArchivedFile): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of archive.bytes(file)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function rowsOf<Row>(rows: AsyncIterable<Row>): Promise<readonly Row[]> {
  const all: Row[] = []
  for await (const row of rows) all.push(row)
  return all
}

const hashes = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    filesBelow(folder).map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ]),
  )
