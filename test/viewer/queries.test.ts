import {cpSync, renameSync} from 'node:fs'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {afterAll, beforeAll, describe, expect, test} from 'vitest'
import type {Archive} from '../../src/archive/archive.ts'
import {ArchiveError} from '../../src/archive/archive-error.ts'
import {openArchiveFolder} from '../../src/archive/open-archive.ts'
import type {Query} from '../../src/archive/query/index.ts'
import {isMistake, parseQuery} from '../../src/archive/query/index.ts'
import type {QueryPool, StartProcess} from '../../src/cli/commands/serve/query-pool.ts'
import {processStarter, queryPool} from '../../src/cli/commands/serve/query-pool.ts'
import type {QueryReply, QueryRequest} from '../../src/cli/commands/serve/query-process.ts'
import {archiveQueries} from '../../src/server/archive-queries.ts'
import {tempFolder} from '../support/record/recorded.ts'
import {growingSession} from '../support/viewer/growing-session.ts'
import type {ServedViewer} from '../support/viewer/served-viewer.ts'
import {serveViewer, waitUntilAsync} from '../support/viewer/served-viewer.ts'
import {testViewer} from '../support/viewer/test-viewer.ts'
import {viewerClient} from '../support/viewer/viewer-client.ts'

/** A regular expression that takes more time than there is, on the text that it is for. */
const endless = '/(a+)+$/'
const text = `${'a'.repeat(60)}!`

const fill = (projects: string): void => {
  for (let number = 1; number <= 5; number += 1) {
    const session = growingSession(projects, number)
    session.ask(`Question ${number}`)
    session.say(text)
  }
}

function queryOf(words: string): Query {
  const query = parseQuery(words, {now: 0, zone: 'UTC'})
  if (isMistake(query)) throw new Error(query.mistake)
  return query
}

const limits = {limit: 50, patience: 4000}
const never = (): AbortSignal => new AbortController().signal

describe('a search that takes long', () => {
  let viewer: ServedViewer
  beforeAll(async () => {
    viewer = await serveViewer(fill, {words: []})
    const {get} = viewerClient(viewer.link)
    const found = async (): Promise<number> =>
      (await (await get('/api/search.json?q=Question')).json()).hits?.length
    await waitUntilAsync(async () => (await found()) === 5)
  })
  afterAll(() => viewer?.close())

  test('holds up no other request, and neither do many of them', async () => {
    const {get} = viewerClient(viewer.link)
    let isOver = false
    let ended = 0
    const searching = Array.from({length: 4}, async () => {
      while (!isOver) {
        const response = await get(`/search?q=${encodeURIComponent(endless)}`)
        await response.text()
        expect(response.status).toBe(200)
        ended += 1
      }
    })
    // Each waits for the one before it. If each waited for a search as well, as many of those would end.
    const paths = ['/', '/live', '/api/sessions.json', '/assets/none', '/search', '/?part=1']
    for (let round = 0; round < 5; round += 1) for (const path of paths) await (await get(path)).text()
    isOver = true
    const endedMeanwhile = ended
    await Promise.all(searching)
    expect(endedMeanwhile).toBeLessThan(5 * paths.length)
  })

  test('of which the reader has left makes room for others', async () => {
    const {get} = viewerClient(viewer.link)
    const isFull = async (): Promise<boolean> => {
      const {status} = await get('/usage?by=model', {signal: AbortSignal.timeout(200)}).catch(() => ({
        status: 0,
      }))
      return status === 503
    }
    // If those of the first round were still searched for, as many again would be refused in the second.
    for (let round = 0; round < 2; round += 1) {
      // All processes are busy, and as many searches wait as may.
      const leaving = new AbortController()
      const left = Array.from({length: 34}, () =>
        get(`/search?q=${encodeURIComponent(endless)}`, {signal: leaving.signal}).then(
          ({status}) => status,
          (error: Error) => error.name,
        ),
      )
      await waitUntilAsync(isFull)
      leaving.abort()
      expect(new Set(await Promise.all(left))).toEqual(new Set(['AbortError']))
      await waitUntilAsync(async () => (await get('/api/search.json?q=Question')).status === 200)
    }
  })
})

describe('processes for queries', () => {
  const temp = tempFolder('queries')
  const built = processStarter(
    fileURLToPath(new URL('../../dist/cli/commands/serve/query-process.js', import.meta.url)),
  )
  const pools: QueryPool[] = []
  const pool = (start: StartProcess = built, times = {}): QueryPool => {
    const made = queryPool({folder: () => join(temp, 'archive'), start, times})
    pools.push(made)
    return made
  }
  let archive: Archive
  beforeAll(async () => {
    const projects = join(temp, 'projects')
    fill(projects)
    archive = await openArchiveFolder(join(temp, 'archive'), Date.now)
    await archive.ingest([projects], {now: Date.now, advance: async () => {}, skipped: () => {}})
    await archive.index()
  })
  afterAll(() => {
    for (const made of pools) made.close()
    archive.close()
  })

  test('answer as the archive itself does', async () => {
    const here = archiveQueries(() => archive, {now: Date.now})
    const there = pool()
    for (const words of ['Question', 'Question cost>1000', '"no such words"', '/Question [12]/'])
      expect(await there.search(queryOf(words), limits, never())).toEqual(
        await here.search(queryOf(words), limits, never()),
      )
    const question = {group: 'session', timeZone: 'UTC'} as const
    expect(await there.usage(question, never())).toEqual(await here.usage(question, never()))
    expect(there.load()).toEqual({running: 0, waiting: 0, processes: 1})
  })

  test('end when the request is cancelled', async () => {
    const queries = pool()
    const leaving = new AbortController()
    const answers = Array.from({length: 5}, () =>
      queries.search(queryOf(endless), {...limits, patience: 600_000}, leaving.signal),
    )
    expect(queries.load()).toEqual({running: 2, waiting: 3, processes: 2})
    leaving.abort()
    for (const answer of answers) await expect(answer).rejects.toThrow('the request was cancelled')
    await expect.poll(queries.load).toEqual({running: 0, waiting: 0, processes: 0})
    expect((await queries.search(queryOf('Question'), limits, never())).hits).toHaveLength(5)
  })

  test('end when they take longer than they may, whatever they do', async () => {
    const queries = pool(built, {reserve: -599_999})
    const answer = queries.search(queryOf(endless), {...limits, patience: 600_000}, never())
    await expect(answer).rejects.toMatchObject({
      status: 503,
      message: expect.stringContaining('took too long'),
    })
    expect(queries.load()).toEqual({running: 0, waiting: 0, processes: 0})
  })

  test('are started again after they ended by themselves, and the requests they had fail', async () => {
    const ended: (() => void)[] = []
    const asked: QueryRequest[] = []
    const replies: ((reply: QueryReply) => void)[] = []
    const queries = pool((replied, end) => {
      ended.push(end)
      replies.push(replied)
      return {ask: (request) => asked.push(request), end: () => {}}
    })
    const [first, second, third] = [1, 2, 3].map(() => queries.search(queryOf('a'), limits, never()))
    expect(asked).toHaveLength(2)
    ended[0]?.()
    await expect(first).rejects.toThrow('has ended')
    expect(asked).toHaveLength(3)
    const found = {hits: [], more: false, stopped: undefined}
    replies[1]?.({kind: 'search', found})
    replies[2]?.({kind: 'failed', known: true, reason: 'Cannot search: no.'})
    expect(await second).toEqual(found)
    await expect(third).rejects.toThrow('Cannot search: no.')
  })

  test('open the archive again if it was replaced', async () => {
    const folder = join(temp, 'replaced')
    const made = async (name: string, sessions: number): Promise<string> => {
      const projects = join(temp, name, 'projects')
      for (let number = 1; number <= sessions; number += 1) growingSession(projects, number).ask('Question')
      const other = await openArchiveFolder(join(temp, name, 'archive'), Date.now)
      await other.ingest([projects], {now: Date.now, advance: async () => {}, skipped: () => {}})
      await other.index()
      other.close()
      return join(temp, name, 'archive')
    }
    cpSync(await made('one', 1), folder, {recursive: true})
    const queries = queryPool({folder: () => folder, start: built})
    pools.push(queries)
    const count = async (): Promise<number> =>
      (await queries.search(queryOf('Question'), limits, never())).hits.length
    expect(await count()).toBe(1)
    renameSync(folder, `${folder}-before`)
    cpSync(await made('three', 3), folder, {recursive: true})
    expect(await count()).toBe(3)
    expect(queries.load().processes).toBe(1)
  })
})

test('the signal of a request shows whether its client still waits', async () => {
  const signals: AbortSignal[] = []
  const viewer = await testViewer(fill, {
    queries: {
      search: async (_query, _limits, signal) => {
        signals.push(signal)
        return {hits: [], more: false, stopped: undefined}
      },
      usage: async () => {
        throw new ArchiveError('Cannot count: no.')
      },
    },
  })
  const leaving = new AbortController()
  const request = new Request('http://localhost/search?q=a', {
    signal: leaving.signal,
    headers: {host: 'localhost'},
  })
  await viewer.viewer.app.request(request)
  leaving.abort()
  expect(signals.map(({aborted}) => aborted)).toEqual([true])
  const failed = await viewer.get('/api/usage.json')
  expect([failed.status, await failed.json()]).toEqual([500, {error: 'Cannot count: no.', status: 500}])
  viewer.close()
})
