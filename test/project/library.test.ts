import {cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {afterAll, describe, expect, onTestFinished, test, vi} from 'vitest'
import {createConversation, findSessions, followSession, loadSession, openArchive} from '../../src/index.ts'

const sample = fileURLToPath(new URL('../../samples/discount', import.meta.url))
const id = '3ae4c46c-fb7c-4587-9261-0ac9ae018336'
const temp = mkdtempSync(join(tmpdir(), 'recount-library-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

const claude = join(temp, 'claude')
const archiveFolder = join(temp, 'archive')
mkdirSync(claude)
cpSync(join(sample, 'transcript'), join(claude, 'projects'), {recursive: true})
vi.stubEnv('CLAUDE_CONFIG_DIR', claude)

describe('findSessions', () => {
  const titles = async (options: Parameters<typeof findSessions>[0]) =>
    (await findSessions({archiveFolder, ...options})).map(({title}) => title)

  test('finds what is new on disk, with ISO times and dollars next to exact micro-dollars', async () => {
    expect(await findSessions({archiveFolder})).toEqual([
      expect.objectContaining({
        sessionId: id,
        title: 'Fix member discount taken twice',
        project: '/home/ada/shop',
        startedAt: '2026-03-04T09:12:00.581Z',
        costUsd: 0.27262,
        costMicros: 272620,
      }),
    ])
  })
  test('takes times as a Date, as ISO text and as words', async () => {
    const found = ['Fix member discount taken twice']
    expect(await titles({after: new Date('2026-03-04T00:00:00Z')})).toEqual(found)
    expect(await titles({before: '2026-03-05'})).toEqual(found)
    expect(await titles({before: new Date('2026-03-04T00:00:00Z')})).toEqual([])
    await expect(titles({after: 'soon'})).rejects.toThrow('Invalid time "soon". Use a Date')
    await expect(titles({after: new Date('soon')})).rejects.toThrow('Invalid time')
  })
  test('filters by project, branch, model and tool', async () => {
    expect(
      await titles({project: 'shop', gitBranch: 'fix/discount', model: 'opus', tool: 'Bash'}),
    ).toHaveLength(1)
    expect(await titles({project: 'bakery'})).toEqual([])
  })
})

describe('openArchive', () => {
  async function open() {
    const archive = await openArchive({archiveFolder})
    onTestFinished(() => archive.close())
    await archive.update()
    return archive
  }

  test('searches, and says what is wrong with a query', async () => {
    const archive = await open()
    const [hit] = await archive.search('memberDiscount tool:Grep', {limit: 1})
    expect(hit).toMatchObject({sessionId: id, tool: 'Grep', at: expect.stringMatching(/^2026-03-04T.*Z$/)})
    await expect(archive.search('tool:')).rejects.toThrow('needs a value')
  })
  test('adds up usage by day, with costs in dollars', async () => {
    const archive = await open()
    const {rows, total} = await archive.usage({groupBy: 'daily', timeZone: 'UTC', since: '2026-03-01'})
    expect(rows).toMatchObject([{key: '2026-03-04', costUsd: 0.27262, costMicros: 272620}])
    expect(total.costUsd).toBe(0.27262)
    expect((await archive.usage({until: '2026-03-03'})).rows).toEqual([])
  })
  test('gives the bytes of a file, also after the file is deleted', async () => {
    const archive = await open()
    const [file] = (await archive.files(id)).filter(({path}) => path.endsWith(`${id}.jsonl`))
    if (!file) return expect.unreachable()
    const written = readFileSync(file.path)
    rmSync(file.path)
    const chunks: Uint8Array[] = []
    for await (const chunk of archive.bytes(file)) chunks.push(chunk)
    expect(Buffer.concat(chunks).equals(written)).toBe(true)
    const session = await loadSession(id, {archiveFolder})
    expect(session.toolCalls).toHaveLength(18)
    writeFileSync(file.path, written)
  })
  test('runs SQL that reads', async () => {
    const archive = await open()
    const rows: object[] = []
    for await (const row of archive.sql('select count(*) as sessions from session')) rows.push(row)
    expect(rows).toEqual([{sessions: 1}])
    await expect(archive.sql('delete from session')[Symbol.asyncIterator]().next()).rejects.toThrow()
  })
  test('says which groupings of usage there are', async () => {
    const archive = await open()
    // @ts-expect-error: a program in JavaScript can pass any text.
    await expect(archive.usage({groupBy: 'yearly'})).rejects.toThrow(
      'Unknown grouping "yearly". Use one of daily,',
    )
  })
  test('fails after it is closed', async () => {
    const archive = await open()
    archive.close()
    const closed = 'The archive is closed. Open it again with openArchive().'
    await expect(archive.search('memberDiscount')).rejects.toThrow(closed)
    await expect(archive.usage()).rejects.toThrow(closed)
    await expect(archive.files()).rejects.toThrow(closed)
    await expect(archive.sql('select 1')[Symbol.asyncIterator]().next()).rejects.toThrow(closed)
  })
})

test('loadSession says in one sentence what it cannot find', async () => {
  await expect(loadSession('no-such-session', {archiveFolder})).rejects.toThrow(
    'Cannot find no-such-session: not a file or a session.',
  )
})

test('createConversation gives the same session, whether it gets bytes, text or records', async () => {
  const bytes = readFileSync(join(sample, 'stream.jsonl'))
  const [whole, byLine, parsed] = [createConversation(), createConversation(), createConversation()]
  whole.write(bytes)
  for (const line of bytes.toString().split(/(?<=\n)/)) byLine.write(line)
  for (const line of bytes.toString().trimEnd().split('\n')) parsed.add(JSON.parse(line))
  const sessions = [whole, byLine, parsed].map((conversation) => {
    conversation.end()
    const {title, costUsd, costMicros, toolCalls} = conversation.snapshot()
    return {title, costUsd, costMicros, states: toolCalls.map(({state}) => state)}
  })
  expect(sessions[0]).toMatchObject({costUsd: 0.27262, costMicros: 272620})
  expect(sessions[1]).toEqual(sessions[0])
  expect(sessions[2]).toEqual(sessions[0])
})

test('followSession gives what is there at once, and ends when it is aborted', async () => {
  const end = new AbortController()
  const seen: (string | null)[] = []
  for await (const {events, snapshot} of followSession(join(sample, 'stream.jsonl'), {signal: end.signal})) {
    expect(events).toEqual([])
    seen.push(snapshot().sessionId)
    end.abort()
  }
  expect(seen).toEqual([id])
})
