import {execFileSync} from 'node:child_process'
import {appendFileSync, chmodSync, mkdirSync, rmSync, symlinkSync} from 'node:fs'
import {dirname, join} from 'node:path'
import {afterAll, beforeAll, expect, test} from 'vitest'
import {asNobody, canDenyAccess} from '../support/program.ts'
import {listenToEvents} from '../support/viewer/event-listener.ts'
import type {GrowingSession} from '../support/viewer/growing-session.ts'
import {growingSession} from '../support/viewer/growing-session.ts'
import type {ServedViewer} from '../support/viewer/served-viewer.ts'
import {serveViewer, waitUntilAsync} from '../support/viewer/served-viewer.ts'

const forbids = canDenyAccess()
const user = forbids ? asNobody : {}
const isWindows = process.platform === 'win32'
let viewer: ServedViewer
let sessions: readonly GrowingSession[] = []

beforeAll(async () => {
  viewer = await serveViewer((projects) => {
    sessions = Array.from({length: 8}, (_, index) => {
      const session = growingSession(projects, index + 1)
      session.ask(`Question ${index + 1}`)
      session.say(`Answer ${index + 1}`)
      return session
    })
    if (!isWindows) surround(dirname(sessions[0]?.file ?? ''))
  }, user)
  for (const {id} of sessions)
    await waitUntilAsync(async () => (await get(`/s/${id}`)).status === 200, 60_000)
}, 120_000)

afterAll(() => viewer?.close())

/** Things that are no sessions, under names that sessions have. */
function surround(folder: string): void {
  const name = (number: number): string => join(folder, `bad00000-0000-4000-8000-00000000000${number}.jsonl`)
  symlinkSync('/dev/zero', name(1))
  symlinkSync('..', join(folder, 'in-circles'))
  symlinkSync(name(3), name(3))
  execFileSync('mkfifo', [name(4)])
  mkdirSync(name(5))
}

/** Asks, and gives up where nothing comes: a thread that waits for a pipe waits for ever. */
const get = (path: string): Promise<Response> =>
  fetch(`${viewer.url}${path}`, {signal: AbortSignal.timeout(30_000)})

const pageOf = async ({id}: GrowingSession): Promise<string> => (await get(`/s/${id}`)).text()

/** The session with a number; the first stays as it is, and must be there whatever happens to others. */
function sessionOf(number: number): GrowingSession {
  const session = sessions[number - 1]
  if (!session) throw new Error(`There is no session ${number}.`)
  return session
}

async function stillServes(): Promise<void> {
  const first = sessionOf(1)
  const before = (await pageOf(first)).length
  first.say(`And on it goes after ${before}.`)
  await waitUntilAsync(async () => (await pageOf(first)).includes(`after ${before}.`))
  expect((await get('/')).status).toBe(200)
  expect((await get('/live')).status).toBe(200)
}

test.skipIf(isWindows)('what is no session in the folder of sessions is left alone', async () => {
  const listed = await (await get('/api/sessions.json')).json()
  expect(listed.sessions.map(({sessionId: id}: {sessionId: string}) => id).sort()).toEqual(
    sessions.map(({id}) => id),
  )
  await stillServes()
})

test('a session whose file is deleted while it is looked at stays as it was', async () => {
  const session = sessionOf(2)
  await pageOf(session)
  rmSync(session.file)
  await stillServes()
  expect(await pageOf(session)).toContain('Answer 2')
})

for (const [number, what, put] of [
  [3, 'a folder', (path: string) => mkdirSync(path)],
  [4, 'a pipe without a writer', (path: string) => execFileSync('mkfifo', [path])],
  [5, 'a device that never ends', (path: string) => symlinkSync('/dev/zero', path)],
  [6, 'a link to itself', (path: string) => symlinkSync(path, path)],
] as const)
  test.skipIf(isWindows)(`${what} in the place of a session that is looked at holds nothing up`, async () => {
    const session = sessionOf(number)
    const stream = listenToEvents(await get(`/s/${session.id}/events`))
    rmSync(session.file)
    put(session.file)
    await stillServes()
    expect(await pageOf(session)).toContain(`Answer ${number}`)
    await stream.leave()
    await stillServes()
  })

test.skipIf(isWindows || !forbids)(
  'a session that may not be read any more is shown from the archive',
  async () => {
    const session = sessionOf(7)
    await viewer.stop()
    chmodSync(session.file, 0o000)
    await viewer.start()
    await waitUntilAsync(async () => (await get('/')).ok)
    expect(await pageOf(session)).toContain('Answer 7')
    expect((await get(`/s/${session.id}/export.md`)).status).toBe(200)
    await stillServes()
  },
)

test('a line of twenty megabytes is shown by its beginning, and what follows it is shown, too', async () => {
  const session = sessionOf(8)
  const stream = listenToEvents(await get(`/s/${session.id}/events`))
  session.say(`It begins here ${'and goes on '.repeat(1_700_000)}`)
  session.say('After the long line.')
  await stream.until(
    ({event, data}) => event === 'turn' && String(data['html']).includes('After the long'),
    60_000,
  )
  const html = await pageOf(session)
  expect(html).toContain('It begins here')
  expect(html).toContain('more characters')
  expect(html.length).toBeLessThan(2e6)
  appendFileSync(session.file, '{"type": "assistant", torn')
  await stream.leave()
  await stillServes()
})
