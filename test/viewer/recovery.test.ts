import type {ChildProcess} from 'node:child_process'
import {spawnSync} from 'node:child_process'
import {mkdirSync, rmSync, statSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {afterAll, afterEach, describe, expect, test} from 'vitest'
import {openFile} from '../../src/archive/sqlite/database/driver.ts'
import {recountInProcess, startRecount} from '../support/program.ts'
import {tempFolder} from '../support/record/recorded.ts'
import {listenToEvents} from '../support/viewer/event-listener.ts'
import {growingSession} from '../support/viewer/growing-session.ts'
import type {ViewerClient} from '../support/viewer/viewer-client.ts'
import {viewerClient} from '../support/viewer/viewer-client.ts'

const temp = tempFolder('recovers')
const running = new Set<ChildProcess>()
const mounted: string[] = []
afterEach(async () => {
  for (const child of running) {
    const gone = new Promise((resolve) => child.once('close', resolve))
    if (child.kill('SIGKILL')) await gone
  }
  running.clear()
})
afterAll(() => {
  // Lazily: what the killed viewer had started may still have a file open.
  for (const folder of mounted) spawnSync('umount', ['--lazy', folder])
})

interface Served extends ViewerClient {
  /** All that it has printed. */
  said(): string
}

/** Starts the viewer of a home, and waits for its address. */
async function serve(home: string, user: string, words: readonly string[] = []): Promise<Served> {
  const child = startRecount(['serve', '--port', '0', ...words], {home, env: {HOME: user}})
  running.add(child)
  let said = ''
  for (const output of [child.stdout, child.stderr])
    output?.on('data', (text) => {
      said += String(text)
    })
  await expect.poll(() => said, {timeout: 30_000}).toContain('Ctrl-C')
  return {said: () => said, ...viewerClient(/http:\S+/.exec(said)?.[0] ?? '')}
}

const newUser = (name: string): {readonly home: string; readonly user: string; readonly projects: string} => {
  const user = join(temp, name)
  const projects = join(user, '.claude', 'projects')
  mkdirSync(projects, {recursive: true})
  return {home: join(user, 'recount'), user, projects}
}

const idsIn = async ({get}: ViewerClient): Promise<readonly string[]> => {
  const {sessions, isSample} = await (await get('/api/sessions.json')).json()
  return isSample ? [] : (sessions ?? []).map(({sessionId: id}: {sessionId: string}) => id)
}

const has = (viewer: ViewerClient, id: string) =>
  expect.poll(() => idsIn(viewer), {timeout: 60_000, interval: 200}).toContain(id)

const noticeOn = async ({get}: ViewerClient): Promise<string> =>
  /<p id="notice"[^>]*>([^<]*)<\/p>/.exec(await (await get('/')).text())?.[1] ?? 'no place for it'

const isHealthy = (home: string): string => {
  const database = openFile(join(home, 'archive.db'), {readOnly: true})
  const [row] = database.prepare('pragma integrity_check').all()
  database.close()
  return String(row?.['integrity_check'])
}

describe('what passes does not end indexing', () => {
  /** A disk of its own, as small as it may be; nothing without the right to mount one. */
  const smallDisk = (name: string): string | undefined => {
    const folder = join(temp, name)
    mkdirSync(folder)
    const {status} = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', folder])
    if (status !== 0) return undefined
    mounted.push(folder)
    return folder
  }

  test('every page and the terminal report a full disk, and sessions written meanwhile are indexed once there is room', async (context) => {
    const {user, projects} = newUser('full')
    const disk = smallDisk('disk')
    if (disk === undefined) return context.skip('No file system can be mounted here.')
    const first = growingSession(projects, 1)
    first.ask('Before')
    const viewer = await serve(join(disk, 'recount'), user)
    await has(viewer, first.id)
    expect(await noticeOn(viewer)).toBe('')
    const events = listenToEvents(await viewer.get('/events'))
    const session = listenToEvents(await viewer.get(`/s/${first.id}/events`))
    // Whatever was free is taken.
    spawnSync('dd', ['if=/dev/zero', `of=${join(disk, 'filler')}`, 'bs=4096'])
    expect(statSync(join(disk, 'filler')).size).toBeGreaterThan(1e6)
    const second = growingSession(projects, 2)
    for (let number = 0; number < 50; number += 1)
      second.ask(`Meanwhile ${number} ${Math.random().toString(36).repeat(200)}`)
    for (const stream of [events, session])
      await stream.until(
        ({event, data}) => event === 'notice' && String(data['text']).includes('Cannot index'),
      )
    expect(await noticeOn(viewer)).toMatch(/^Cannot index new sessions: .*full.* recount will retry\.$/)
    expect(viewer.said()).toContain('Cannot index new sessions: ')
    // A later request gets the message as well.
    const late = listenToEvents(await viewer.get('/events'))
    await late.until(({event}) => event === 'notice')
    rmSync(join(disk, 'filler'))
    await has(viewer, second.id)
    for (const stream of [events, session, late])
      await stream.until(({event, data}) => event === 'notice' && data['text'] === '')
    expect(await noticeOn(viewer)).toBe('')
    expect(viewer.said().match(/Cannot index new sessions/g)).toHaveLength(1)
    expect(viewer.said()).toContain('Indexing works again.')
    const third = growingSession(projects, 3)
    third.ask('After')
    await has(viewer, third.id)
    await Promise.all([events, session, late].map((stream) => stream.leave()))
    expect(isHealthy(join(disk, 'recount'))).toBe('ok')
  })

  test.each([
    ['its log was deleted', ['archive.db-wal']],
    ['its log and its shared memory were deleted', ['archive.db-wal', 'archive.db-shm']],
    [
      'all of it was deleted',
      ['archive.db', 'archive.db-wal', 'archive.db-shm', 'search-0.db', 'search-1.db'],
    ],
    ['its index was deleted', ['search-0.db', 'search-1.db', 'search-0.db-wal', 'search-1.db-wal']],
  ])('an archive is taken up again after %s', async (name, files) => {
    const {home, user, projects} = newUser(name.replaceAll(' ', '-'))
    const first = growingSession(projects, 1)
    first.ask('Before')
    const viewer = await serve(home, user)
    await has(viewer, first.id)
    await expect
      .poll(async () => (await (await viewer.get('/api/search.json?q=Before')).json()).hits)
      .toHaveLength(1)
    for (const file of files) rmSync(join(home, file), {force: true})
    const second = growingSession(projects, 2)
    second.ask('Meanwhile')
    await has(viewer, second.id)
    const third = growingSession(projects, 3)
    third.ask('After')
    await has(viewer, third.id)
    expect(await idsIn(viewer)).toContain(first.id)
    await expect
      .poll(async () => (await (await viewer.get('/api/search.json?q=After')).json()).hits, {timeout: 30_000})
      .toHaveLength(1)
    await expect.poll(() => noticeOn(viewer)).toBe('')
    // Others read what this one wrote.
    const listed = recountInProcess(['ls', '--json'], {home, env: {HOME: user}})
    expect([listed.status, listed.stdout.split('\n').length - 1]).toEqual([0, 3])
    expect(isHealthy(home)).toBe('ok')
  })
})

describe('what another process has indexed is shown', () => {
  test('by two viewers of one archive, of which one does not index', async () => {
    const {home, user, projects} = newUser('two')
    growingSession(projects, 1).ask('Before')
    const writing = await serve(home, user)
    const reading = await serve(home, user, ['--read-only'])
    const other = await serve(home, user)
    const lists = await Promise.all(
      [writing, reading, other].map(async ({get}) => listenToEvents(await get('/events'))),
    )
    for (const viewer of [writing, reading, other]) await has(viewer, growingSession(projects, 1).id)
    const second = growingSession(projects, 2)
    second.ask('Told to all of them')
    for (const list of lists)
      await list.until(({event, data}) => event === 'sessions' && JSON.stringify(data).includes(second.id))
    for (const viewer of [writing, reading, other]) expect(await idsIn(viewer)).toContain(second.id)
    await Promise.all(lists.map((list) => list.leave()))
  })

  test('beside "index" and "index --watch" of folders that the viewer does not know', async () => {
    const {home, user, projects} = newUser('beside')
    growingSession(projects, 1).ask('Before')
    const viewer = await serve(home, user, ['--read-only'])
    const list = listenToEvents(await viewer.get('/events'))
    const elsewhere = join(temp, 'elsewhere')
    const second = growingSession(elsewhere, 2)
    second.ask('Indexed by hand')
    expect(recountInProcess(['index', elsewhere], {home, env: {HOME: user}}).status).toBe(0)
    await has(viewer, second.id)
    const watching = startRecount(['index', '--watch', elsewhere], {home, env: {HOME: user}})
    running.add(watching)
    await new Promise((resolve) => watching.stdout?.once('data', resolve))
    const third = growingSession(elsewhere, 3)
    third.ask('Indexed as it came')
    await list.until(({event, data}) => event === 'sessions' && JSON.stringify(data).includes(third.id))
    await has(viewer, third.id)
    await list.leave()
  })
})

test('an archive that was repaired by another process is opened again', async () => {
  const {home, user, projects} = newUser('repaired')
  const first = growingSession(projects, 1)
  first.ask('Before')
  expect(recountInProcess(['index'], {home, env: {HOME: user}}).status).toBe(0)
  const viewer = await serve(home, user, ['--read-only'])
  await has(viewer, first.id)
  for (const ending of ['-wal', '-shm']) rmSync(join(home, `archive.db${ending}`), {force: true})
  writeFileSync(join(home, 'archive.db'), 'this is no database'.repeat(1000))
  const second = growingSession(projects, 2)
  second.ask('After')
  expect(recountInProcess(['ls'], {home, env: {HOME: user}}).status).toBe(0)
  await has(viewer, second.id)
})
