import type {ChildProcess} from 'node:child_process'
import {spawn} from 'node:child_process'
import {existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {setTimeout as wait} from 'node:timers/promises'
import {afterAll, expect, test} from 'vitest'
import {program, recountInProcess} from '../support/program.ts'
import {listenToEvents} from '../support/viewer/event-listener.ts'
import {growingSession} from '../support/viewer/growing-session.ts'
import type {ViewerClient} from '../support/viewer/viewer-client.ts'
import {viewerClient} from '../support/viewer/viewer-client.ts'

const temp = mkdtempSync(join(tmpdir(), 'recount-serve-'))
const running = new Set<ChildProcess>()

afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(temp, {recursive: true, force: true})
})

interface Served extends ViewerClient {
  readonly child: ChildProcess
  readonly address: string
  readonly said: string
}

/** Starts the built program as a user would, and waits for its address. */
function serve(
  home: string,
  words: readonly string[],
  input: 'ignore' | 'pipe' = 'ignore',
  env: Readonly<Record<string, string>> = {},
): Promise<Served> {
  mkdirSync(home, {recursive: true})
  const child = spawn(process.execPath, [program, 'serve', '--port', '0', ...words], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: home,
      RECOUNT_HOME: join(home, 'recount'),
      TZ: 'UTC',
      NO_COLOR: '1',
      ...env,
    },
    stdio: [input, 'pipe', 'pipe'],
  })
  running.add(child)
  return new Promise((resolve, reject) => {
    let said = ''
    const hear = (text: unknown): void => {
      said += String(text)
      const address = /http:\/\/\S+/.exec(said)?.[0]
      if (address !== undefined && said.includes('Ctrl-C'))
        resolve({child, address, said, ...viewerClient(address)})
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.on('exit', () => reject(new Error(`It ended: ${said}`)))
  })
}

/** The exit code, or the signal that ended it. */
const ended = (child: ChildProcess): Promise<number | string | null> =>
  new Promise((resolve) => child.on('exit', (code, signal) => resolve(code ?? signal)))

async function until<Value>(ask: () => Promise<Value | undefined>): Promise<Value> {
  for (let times = 0; times < 600; times += 1) {
    const value = await ask()
    if (value !== undefined) return value
    await wait(100)
  }
  throw new Error('It did not come.')
}

test('who has no sessions sees the sample, clearly marked, until the first session is there', async () => {
  const home = join(temp, 'new')
  const {child, get} = await serve(home, [])
  const html = await (await get('/')).text()
  expect(html).toContain('Sample session.')
  expect(html).toContain('Fix member discount taken twice')
  const session = growingSession(join(home, '.claude', 'projects'), 7)
  session.ask('My very first question')
  const own = await until(async () => {
    const listed = await (await get(`/api/sessions.json`)).json()
    return listed.isSample ? undefined : listed
  })
  expect(own.sessions.map(({sessionId: id}: {sessionId: string}) => id)).toEqual([session.id])
  child.kill('SIGINT')
  expect(await ended(child)).toBe(0)
})

test('a running session is followed through a real connection, on threads of its own', async () => {
  const home = join(temp, 'own')
  const began = Date.now() - 310_000
  const session = growingSession(join(home, '.claude', 'projects'), 8, undefined, began)
  session.ask('A question')
  for (let number = 0; number < 300; number += 1)
    session.say(`Words ${number}. ${'More of them. '.repeat(400)}`)
  const {child, get} = await serve(home, [])
  const page = await until(async () => {
    const response = await get(`/s/${session.id}`)
    return response.status === 200 ? response.text() : undefined
  })
  expect(page.includes('Words 299.')).toBe(true)
  const after = /data-event="([^"]+)"/.exec(page)?.[1] ?? ''
  const stream = listenToEvents(await get(`/s/${session.id}/events?after=${after}`))
  // The whole may be there before the stream is.
  if (page.includes('data-partial')) await stream.until(({event}) => event === 'ready' || event === 'reload')
  session.say('And this came later.')
  const heard = await stream.until(
    ({event, data}) => event === 'turn' && String(data['html']).includes('And this came later.'),
  )
  expect(heard.data['turn']).toBe(1)
  const whole = await (await get(`/s/${session.id}/turns?from=1`)).text()
  expect(whole.includes('Words 0.')).toBe(true)
  const hit = await until(async () => {
    const {hits} = await (await get(`/api/search.json?q=${encodeURIComponent('"came later"')}`)).json()
    return hits.length > 0 ? hits[0] : undefined
  })
  expect(hit.sessionId).toBe(session.id)
  await stream.leave()
  child.kill('SIGINT')
  expect(await ended(child)).toBe(0)
})

test('a stream that is on no disk is shown as it comes through the pipe', async () => {
  const lines = readFileSync(new URL('../../samples/discount/stream.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  const {child, get} = await serve(join(temp, 'pipe'), ['-'], 'pipe')
  child.stdin?.write(`${lines.slice(0, 10).join('\n')}\n`)
  const landed = await get('/')
  expect(new URL(landed.url).pathname).toBe('/s/pipe')
  const stream = listenToEvents(await get(`/s/pipe/events`))
  child.stdin?.write(`${lines.slice(10).join('\n')}\n`)
  child.stdin?.end()
  await stream.until(({event, data}) => event === 'header' && String(data['html']).includes('completed'))
  const {records} = await until(async () => {
    const html = await (await get(`/s/pipe`)).text()
    const anchor = /id="(toolu_\w+)"/.exec(html)?.[1]
    return anchor === undefined ? undefined : (await get(`/s/pipe/raw/${anchor}`)).json()
  })
  expect(JSON.parse(records[0].text).type).toBe('assistant')
  await stream.leave()
  child.kill('SIGINT')
  expect(await ended(child)).toBe(0)
})

test.each([
  ['on this machine', ['--read-only']],
  ['that others can reach', ['--host', '0.0.0.0', '--read-only']],
])('an address %s has a token, which is printed once', async (_, words) => {
  const {child, address, said, get} = await serve(join(temp, 'shared'), words)
  const url = new URL(address)
  const token = url.searchParams.get('token') ?? ''
  expect(token).toMatch(/^[\w-]{32}$/)
  expect(said.split(token)).toHaveLength(2)
  for (const path of ['/', '/api/sessions.json', '/search?q=a', '/events', '/usage'])
    expect((await fetch(`${url.origin}${path}`)).status, path).toBe(401)
  const entered = await fetch(address, {redirect: 'manual'})
  expect([entered.status, entered.headers.get('location')]).toEqual([303, '/'])
  const page = await get('/')
  expect(page.status).toBe(200)
  expect(page.headers.get('referrer-policy')).toBe('no-referrer')
  expect(await page.text()).not.toContain(token)
  child.kill('SIGINT')
  await ended(child)
})

test('everybody on this machine is let in with --no-token', async () => {
  const {child, address} = await serve(join(temp, 'shared'), ['--no-token', '--read-only'])
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/)
  expect((await fetch(address)).status).toBe(200)
  child.kill('SIGINT')
  await ended(child)
  const ran = recountInProcess(['serve', '--no-token', '--host', '0.0.0.0'], {home: join(temp, 'shared')})
  expect([ran.status, ran.stderr]).toEqual([
    2,
    expect.stringMatching(/^Cannot serve at 0\.0\.0\.0 without a token/),
  ])
  const both = recountInProcess(['serve', '--no-token', '--token', 'x'], {home: join(temp, 'shared')})
  expect([both.status, both.stderr]).toEqual([2, 'Cannot use --token with --no-token.\n'])
})

test('a token from the environment is used, and a browser gets a code for one visit instead', async () => {
  const home = join(temp, 'browser')
  const opened = join(home, 'opened.txt')
  const bin = join(home, 'bin')
  mkdirSync(bin, {recursive: true})
  writeFileSync(
    join(bin, 'xdg-open'),
    `#!/bin/sh\nprintf %s "$1" > ${opened}.new && mv ${opened}.new ${opened}\n`,
    {mode: 0o755},
  )
  const PATH = `${bin}:${process.env['PATH']}`
  const {child, address} = await serve(home, ['--open', '--read-only'], 'ignore', {
    PATH,
    RECOUNT_TOKEN: 'chosen',
  })
  expect(new URL(address).search).toBe('?token=chosen')
  const link = await until(async () => (existsSync(opened) ? readFileSync(opened, 'utf8') : undefined))
  expect(link).not.toContain('chosen')
  const entered = await fetch(link, {redirect: 'manual'})
  expect([entered.status, entered.headers.get('set-cookie')?.split(';')[0]]).toEqual([
    303,
    `recount-${new URL(address).port}=chosen`,
  ])
  expect((await fetch(link, {redirect: 'manual'})).status).toBe(401)
  child.kill('SIGINT')
  await ended(child)
})

test('an address that this machine does not have is an error, and leaves nothing behind', () => {
  const home = join(temp, 'elsewhere')
  const folder = join(home, 'temp')
  mkdirSync(folder, {recursive: true})
  const ran = recountInProcess(['serve', '--host', '192.0.2.1'], {home, env: {TMPDIR: folder}})
  expect([ran.stderr, ran.status]).toEqual([
    'Cannot listen on 192.0.2.1: this machine does not have that address.\n',
    1,
  ])
  expect(readdirSync(folder)).toEqual([])
})

test('an empty token is refused', () => {
  const ran = recountInProcess(['serve', '--token', ''], {home: join(temp, 'open')})
  expect([ran.stderr, ran.status]).toEqual(['Option --token needs a value: --token <text>.\n', 2])
})

test('a session that was deleted is shown out of the archive', async () => {
  const home = join(temp, 'deleted')
  const session = growingSession(join(home, '.claude', 'projects'), 9)
  session.ask('Keep this for good')
  session.say('It is kept.')
  const {child, get} = await serve(home, [])
  await until(async () => ((await get(`/s/${session.id}`)).status === 200 ? true : undefined))
  child.kill('SIGINT')
  await ended(child)
  rmSync(session.file)
  const again = await serve(home, [])
  const html = await (await again.get(`/s/${session.id}`)).text()
  expect(html.includes('It is kept.')).toBe(true)
  again.child.kill('SIGINT')
  await ended(again.child)
})
