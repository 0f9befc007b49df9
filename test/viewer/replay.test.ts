import type {ChildProcess} from 'node:child_process'
import {spawn} from 'node:child_process'
import {mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, afterEach, expect, test} from 'vitest'
import {readLines} from '../../src/dialects/index.ts'
import {openStreamSession} from '../../src/server/disk/stream-session.ts'
import {describeInBrowser, openPage} from '../support/browser/browser.ts'
import {recording} from '../support/conversation/recordings.ts'
import {program, recount} from '../support/program.ts'
import {listenToEvents} from '../support/viewer/event-listener.ts'
import {waitUntilAsync} from '../support/viewer/served-viewer.ts'
import {testViewer} from '../support/viewer/test-viewer.ts'
import type {ViewerClient} from '../support/viewer/viewer-client.ts'
import {viewerClient} from '../support/viewer/viewer-client.ts'

const temp = mkdtempSync(join(tmpdir(), 'recount-replay-web-'))
afterAll(() => rmSync(temp, {recursive: true, force: true, maxRetries: 3}))

const place = {home: join(temp, 'home')}
const running = new Set<ChildProcess>()
afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
  running.clear()
})

interface Served extends ViewerClient {
  readonly child: ChildProcess
  readonly address: string
  /** How it ended: its exit code or its signal, and all that it said. */
  readonly ended: Promise<readonly [number | string | null, string]>
}

/** Starts the program with a page, and waits for its address. */
function served(words: readonly string[]): Promise<Served> {
  const child = spawn(process.execPath, [program, ...words, '--port', '0'], {
    env: {PATH: process.env['PATH'], HOME: temp, RECOUNT_HOME: place.home, TZ: 'UTC', NO_COLOR: '1'},
  })
  running.add(child)
  let said = ''
  const ended = new Promise<readonly [number | string | null, string]>((resolve) =>
    child.on('close', (code, signal) => resolve([code ?? signal, said])),
  )
  return new Promise((resolve, reject) => {
    const hear = (text: unknown): void => {
      said += String(text)
      const address = /http:\/\/\S+/.exec(said)?.[0]
      if (address !== undefined) resolve({child, address, ended, ...viewerClient(address)})
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    void ended.then(([, all]) => reject(new Error(`It ended: ${all}`)))
  })
}

const headOf = async (get: ViewerClient['get']): Promise<string> =>
  (await (await get(`/s/replay/head`)).json()).header

const transcriptOf = (name: string): string =>
  recording(name).transcripts.find(({agent}) => !agent)?.path ?? ''

test('a session is played on the page with its time, from when it is opened', async () => {
  const stream = join(recording('2.1.325/parallel').folder, 'stream.jsonl')
  const {child, get, ended} = await served(['replay', stream, '--web', '--real-time', '--speed', '0.5'])
  const landed = await get('/')
  expect(new URL(landed.url).pathname).toBe('/s/replay')
  expect(await landed.text()).toContain('No messages yet.')
  const events = listenToEvents(await get(`/s/replay/events`))
  await events.until(({event, data}) => event === 'header' && String(data['html']).includes('completed'))
  // It does not come all at once: the same slices are drawn again as they grow.
  expect(events.events.filter(({event}) => event === 'turn').length).toBeGreaterThan(2)
  await events.leave()
  child.kill('SIGINT')
  expect((await ended)[0]).toBe(0)
})

test('a transcript is played with its agents, each line with its record', async () => {
  const path = transcriptOf('2.1.325/subagents-parallel')
  const {get} = await served(['replay', path, '--web', '--speed', 'max'])
  await get('/')
  await waitUntilAsync(async () => (await headOf(get)).includes('completed'))
  const html = await (await get(`/s/replay/turns?from=1`)).text()
  const anchors = [...html.matchAll(/id="(toolu_\w+)"/g)].map(([, anchor]) => anchor)
  const calls = JSON.parse(recount(['show', path, '--format', 'json'], place).stdout).toolCalls
  expect([...anchors].sort()).toEqual(calls.map(({toolCallId}: {toolCallId: string}) => toolCallId).sort())
  for (const anchor of anchors) {
    const {records} = await (await get(`/s/replay/raw/${anchor}`)).json()
    expect(records[0].text).toContain(anchor)
  }
})

test('a part is played from where it begins: what came before is there', async () => {
  const path = transcriptOf('2.1.325/tools-basic')
  const {child, get, ended} = await served(['replay', path, '--web', '--from', '1s', '--speed', '0.001'])
  await get('/')
  await waitUntilAsync(async () => (await (await get(`/s/replay`)).text()).includes('tool_use'))
  expect(await headOf(get)).not.toContain('completed')
  // A pause of minutes does not keep it from ending.
  child.kill('SIGINT')
  expect((await ended)[0]).toBe(0)
})

test('what cannot be played ends it with a sentence', async () => {
  const empty = join(temp, 'empty.jsonl')
  writeFileSync(empty, '')
  const {get, ended} = await served(['replay', empty, '--web'])
  await get('/').catch(() => undefined)
  const [status, said] = await ended
  expect(status).toBe(1)
  expect(said).toContain(`Nothing to show: ${empty} is empty.`)
})

test.each([
  [['--web', '--format', 'stream-json'], 'Cannot use --web with --format stream-json'],
  [['--port', '1'], 'Cannot use --port without --web'],
])('%s is refused', (words, reason) => {
  const ran = recount(['replay', transcriptOf('2.1.325/hello'), ...words], place)
  expect(ran).toMatchObject({status: 2, stdout: ''})
  expect(ran.stderr).toContain(reason)
})

test('a pipe that is shown on the page is recorded all the same', async () => {
  const bytes = readFileSync(join(recording('2.1.325/mcp').folder, 'stream.jsonl'))
  const tee = join(temp, 'tee.jsonl')
  const {child, get, ended} = await served(['print', '--web', '--record', '--tee', tee])
  child.stdin?.end(bytes)
  await waitUntilAsync(async () => (await (await get(`/s/pipe/head`)).json()).header.includes('completed'))
  child.kill('SIGINT')
  const [status, said] = await ended
  expect(status).toBe(0)
  expect(said).toMatch(/Recorded in .*stream\.jsonl\./)
  const [folder = ''] = readdirSync(join(place.home, 'recordings'))
  expect(readFileSync(join(place.home, 'recordings', folder, 'stream.jsonl')).equals(bytes)).toBe(true)
  expect(readFileSync(tee).equals(bytes)).toBe(true)
})

test('the page of a stream is alive after it was closed for long', async () => {
  const asset = {text: '', hash: ''}
  const plan = {
    incarnation: 'a',
    address: '/s/pipe',
    zone: 'UTC',
    depth: 'hook',
    assets: {style: asset, script: asset},
  } as const
  const pipe = openStreamSession(plan, Date.now)
  let now = Date.now()
  const viewer = await testViewer(() => {}, {piped: {id: 'pipe', live: pipe.session}, now: () => now})
  try {
    await viewer.get('/s/pipe')
    now += 3_600_000
    viewer.viewer.state.liveSessions.sweep()
    const events = listenToEvents(await viewer.get('/s/pipe/events'))
    const stream = readFileSync(join(recording('2.1.325/hello').folder, 'stream.jsonl'))
    pipe.fold(readLines('-').push(stream), now)
    await events.until(({event}) => event === 'turn')
    await events.leave()
  } finally {
    pipe.finish()
    viewer.close()
  }
})

describeInBrowser('in a browser', (browser) => {
  test('a replay fills an empty page line by line, and ends as the session did', async () => {
    const path = transcriptOf('2.1.325/tools-basic')
    const {address} = await served(['replay', path, '--web', '--speed', '2'])
    const {page, expectQuiet, screenshot} = await openPage(browser(), {url: address})
    await page.waitForSelector('.message.tool_use')
    await page.waitForSelector('#session-head:has-text("completed")')
    expect(await page.locator('.empty').count()).toBe(0)
    await expectQuiet()
    const picture = process.env['RECOUNT_PICTURE']
    if (picture !== undefined) await screenshot(picture)
  })
})
