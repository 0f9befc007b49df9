import {appendFileSync} from 'node:fs'
import {request} from 'node:http'
import {connect} from 'node:net'
import {setTimeout as wait} from 'node:timers/promises'
import {gzipSync} from 'node:zlib'
import {afterAll, beforeAll, describe, expect, test} from 'vitest'
import {addressFor, addressToOpen, createAccess} from '../../src/cli/commands/serve/access.ts'
import type {Listener} from '../../src/cli/commands/serve/listen.ts'
import {listen} from '../../src/cli/commands/serve/listen.ts'
import {isLoopback} from '../../src/cli/loopback.ts'
import {hostileSession, writeHostileSession} from '../support/hostile/hostile-session.ts'
import {listenToEvents} from '../support/viewer/event-listener.ts'
import {findHtmlDangers} from '../support/viewer/find-dangers.ts'
import type {GrowingSession} from '../support/viewer/growing-session.ts'
import {growingSession, sessionId} from '../support/viewer/growing-session.ts'
import {waitUntilAsync} from '../support/viewer/served-viewer.ts'
import type {TestViewer} from '../support/viewer/test-viewer.ts'
import {testViewer} from '../support/viewer/test-viewer.ts'
import {toolSamples} from '../tools/tool-samples.ts'

let viewer: TestViewer
let listener: Listener
let talker: GrowingSession
const samples = await toolSamples()
const hostile = hostileSession(0, samples)
const searched = hostileSession(1, samples)

beforeAll(async () => {
  viewer = await testViewer((projects) => {
    const session = growingSession(projects, 1)
    session.ask('hello')
    session.say('world')
    talker = growingSession(projects, 2)
    talker.ask('hello')
    writeHostileSession(projects, searched)
  })
  // It is so long that it would be indexed on other threads, which run only when the program is built.
  writeHostileSession(viewer.projects, hostile)
  const watcher = {now: Date.now, advance: async () => {}, skipped: () => {}}
  await viewer.archive.ingest([viewer.projects], watcher)
  listener = await listen(viewer.viewer.app, '127.0.0.1', 0)
})

afterAll(async () => {
  await listener.close()
  viewer.close()
})

/** Sends bytes as they are; gives the first line of what comes back, or nothing where the connection is only closed. */
const send = (text: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    const socket = connect(listener.port, '127.0.0.1')
    let heard = ''
    socket.on('error', () => {})
    socket.on('close', () => resolve(/^HTTP.*/.exec(heard)?.[0]))
    socket.on('data', (data) => {
      heard += data
      socket.destroy()
    })
    socket.write(text)
  })

/** Asks the real listener, with headers that no `fetch` would send; gives the status. */
const ask = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<number> =>
  new Promise((resolve, reject) => {
    const asked = request(
      {host: '127.0.0.1', port: listener.port, path, headers, method, agent: false},
      (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      },
    )
    asked.on('error', reject)
    asked.end()
  })

const stillServes = async (): Promise<void> => expect(await ask('/')).toBe(200)

describe('requests that are refused', () => {
  test('under a name that is not ours, as after DNS rebinding', async () => {
    for (const host of ['evil.example', 'evil.example:4680', 'localhost.evil.example', '127.0.0.1.nip.io'])
      expect(await ask('/', {host}), host).toBe(421)
    // An address that names a host counts more than the header.
    expect(await send('GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n')).toContain(' 421 ')
    expect(await send('GET http://localhost/ HTTP/1.1\r\nHost: evil.example\r\n\r\n')).toContain(' 421 ')
    expect(await send('GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n')).toContain(' 421 ')
    expect(await send('GET / HTTP/1.0\r\n\r\n')).toContain(' 400 ')
    for (const host of ['localhost', `127.0.0.1:${listener.port}`, 'LOCALHOST:80'])
      expect(await ask('/', {host}), host).toBe(200)
    await stillServes()
  })

  test('from pages of other origins, whatever they ask', async () => {
    for (const path of [
      '/',
      '/api/sessions.json',
      `/s/${sessionId(1)}/events`,
      `/s/${sessionId(1)}/export.json`,
    ]) {
      expect(await ask(path, {origin: 'http://evil.example'})).toBe(403)
      expect(await ask(path, {origin: 'null'})).toBe(403)
      expect(await ask(path, {'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors'})).toBe(403)
      // Another port of this machine is another origin, though the same site.
      expect(await ask(path, {'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors'})).toBe(403)
      expect(
        await ask(path, {
          'sec-fetch-site': 'cross-site',
          'sec-fetch-mode': 'navigate',
          'sec-fetch-dest': 'iframe',
        }),
      ).toBe(403)
    }
    expect(
      await ask('/', {
        'sec-fetch-site': 'cross-site',
        'sec-fetch-mode': 'navigate',
        'sec-fetch-dest': 'document',
      }),
    ).toBe(200)
    const response = await viewer.get('/api/sessions.json')
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    await stillServes()
  })

  test('that would change something', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'])
      expect(await ask('/', {}, method)).toBe(405)
    expect(await send('CONNECT evil.example:80 HTTP/1.1\r\nHost: localhost\r\n\r\n')).toBe(undefined)
    await stillServes()
  })

  test('for files of the machine', async () => {
    for (const path of [
      '/../../../../etc/passwd',
      '/s/../../../../etc/passwd',
      '/s/..%2f..%2f..%2fetc%2fpasswd',
      '/s/%2fetc%2fpasswd',
      '/s/%2e%2e/raw/x',
      '/assets/..%2f..%2fpackage.json',
      '/assets/%00',
      `/s/${sessionId(1)}/raw/..%2f..%2fetc%2fpasswd`,
      `/s/${sessionId(1)}/image/..%2f..%2fetc%2fpasswd`,
    ])
      expect(await ask(path), path).toBe(404)
    for (const path of [
      '/%00',
      '/s/a%00b',
      '/s/%',
      '/s/a%2fb',
      '/s/..%5c..',
      '/s/__proto__',
      '/s/%c0%ae%c0%ae',
    ])
      expect(await ask(path), path).toBe(404)
    for (const path of ['/s/\0', '*', '/s/ x'])
      expect(await send(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`), path).toContain(' 400 ')
    expect([400, 404]).toContain(await ask('/s/%ff%fe'))
    await stillServes()
  })

  test('that are too long', async () => {
    expect(await ask(`/search?q=${'a'.repeat(600)}`)).toBe(400)
    expect(await ask(`/search?q=${'a'.repeat(6000)}`)).toBe(414)
    expect(await ask(`/?q=${'a'.repeat(60_000)}`)).toBe(431)
    expect(await ask(`/s/${'a'.repeat(1000)}`)).toBe(404)
    expect(await ask('/', {x: 'a'.repeat(20_000)})).toBe(431)
    expect(await ask('/', Object.fromEntries(Array.from({length: 3000}, (_, n) => [`x${n}`, '1'])))).toBe(431)
    await stillServes()
  })

  test('with ids of events that we never gave', async () => {
    for (const id of [
      'nonsense',
      '1',
      '-',
      'boot1.1.0-',
      'boot1.1.0-99999999999999999999',
      '../x-1',
      '<x>-1',
      'a-1-2-b',
    ])
      expect(await ask(`/s/${sessionId(1)}/events`, {'last-event-id': id}), id).toBe(400)
    expect(await ask(`/s/${sessionId(1)}/events?after=%0d%0aevent:%20x`)).toBe(400)
    const stream = listenToEvents(
      await viewer.get(`/s/${sessionId(1)}/events`, {'last-event-id': 'boot0.9.9-7'}),
    )
    await stream.until(({event}) => event === 'reload')
    await stream.leave()
    await stillServes()
  })

  test('queries that would take for ever', async () => {
    expect([200, 400]).toContain(await ask(`/search?q=${encodeURIComponent('/(a+)+$/ OR /(.*)*x/')}`))
    await stillServes()
  })
})

test('bodies are not unpacked, kept or waited for', async () => {
  const bomb = gzipSync(Buffer.alloc(20e6)).toString('latin1')
  const head = `Host: localhost\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`
  expect(await send(`POST / HTTP/1.1\r\n${head}${bomb}`)).toContain(' 405 ')
  expect(await send(`GET / HTTP/1.1\r\n${head}${bomb}`)).toContain(' 200 ')
  expect(await send('GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\nx')).toContain(
    ' 200 ',
  )
  const chunked = 'POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n'
  expect(await send(`${chunked}Content-Length: 3\r\n\r\n3\r\nabc`)).toContain(' 400 ')
  expect(await send(`${chunked}\r\nFFFFFFFFFFFFFFFFF\r\nabc`)).toContain(' 400 ')
  await stillServes()
})

test('who wants another protocol gets none', async () => {
  const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n'
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n'
  expect(await send(`GET / HTTP/1.1\r\nHost: localhost\r\n${upgrade}${key}\r\n`)).not.toContain(' 101 ')
  expect(await send('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')).toContain(' 400 ')
  await stillServes()
})

describe('what is asked for and not read', () => {
  const openStreams = (): number => viewer.viewer.state.streams.open

  test('is no stream where only its head was asked for', async () => {
    for (const path of ['/events', `/s/${sessionId(1)}/events`]) expect(await ask(path, {}, 'HEAD')).toBe(200)
    expect(openStreams()).toBe(0)
  })

  test('is let go after a while, and others are served meanwhile', async () => {
    const sockets = Array.from({length: 20}, () => {
      const socket = connect(listener.port, '127.0.0.1')
      socket.on('error', () => {})
      socket.pause()
      socket.write(`GET /s/${talker.id}/events HTTP/1.1\r\nHost: localhost\r\n\r\n`)
      return socket
    })
    await waitUntilAsync(async () => openStreams() === sockets.length)
    // More than the system takes for a reader that may come yet. On a busy machine several texts may be sent as one event.
    for (let n = 0; n < 24 || (openStreams() > 0 && n < 240); n += 1) {
      talker.say(`${n} ${'much to read '.repeat(20_000)}`)
      await wait(30)
    }
    await stillServes()
    await waitUntilAsync(async () => openStreams() === 0, 60_000)
    for (const socket of sockets) socket.destroy()
    await stillServes()
  })

  test('is not made many times at once where it is a whole session', async () => {
    const path = `/s/${sessionId(1)}/export.html`
    const {documents} = viewer.viewer.state
    documents.open = documents.max
    expect((await viewer.get(path)).status).toBe(503)
    documents.open = 0
    expect((await viewer.get(path)).status).toBe(200)
    expect(documents.open).toBe(0)
  })
})

test('who asks too slowly is let go, and others are served meanwhile', async () => {
  // On a busy machine the others could be too slow for it as well: they ask the usual listener, of the same process.
  const timeouts = {
    headersTimeout: 400,
    requestTimeout: 600,
    connectionsCheckingInterval: 100,
    idleTimeout: 3000,
  }
  const impatient = await listen(viewer.viewer.app, '127.0.0.1', 0, timeouts)
  const sockets = Array.from({length: 50}, () => {
    const socket = connect(impatient.port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')
    return socket
  })
  await stillServes()
  let closed = 0
  for (const socket of sockets) socket.on('close', () => (closed += 1))
  for (let beat = 0; beat < 400 && closed < sockets.length; beat += 1) {
    for (const socket of sockets) if (!socket.destroyed) socket.write('a')
    await wait(150)
  }
  expect(closed).toBe(sockets.length)
  await stillServes()
  await impatient.close()
})

test('no more streams are opened than the server can hold', async () => {
  const {streams} = viewer.viewer.state
  const before = streams.open
  streams.open = streams.max
  const response = await viewer.get('/events')
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
  streams.open = before
})

test('every answer says that nothing but its own files may run, load, frame or read it', async () => {
  for (const path of ['/', `/s/${sessionId(1)}`, '/nothing', '/api/sessions.json', '/usage.csv']) {
    const {headers} = await viewer.get(path)
    expect(headers.get('content-security-policy')).toContain(`script-src 'self';`)
    expect(headers.get('content-security-policy')).toContain(`frame-ancestors 'none'`)
    expect(headers.get('content-security-policy')).not.toContain('unsafe')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  }
})

describe('a recording in which every text attacks', () => {
  test('runs and loads nothing on any page', async () => {
    for (const path of [
      '/',
      '/live',
      '/usage?by=session',
      '/usage?by=project',
      '/search?q=script',
      `/search?q=${encodeURIComponent('"><img src=x onerror=alert(1)>')}`,
      `/?q=${encodeURIComponent('"><script>alert(1)</script>')}&project=${encodeURIComponent('<svg onload=x>')}`,
      `/s/${searched.id}`,
      `/s/${searched.id}/turns?from=1`,
      `/s/${hostile.id}`,
      `/s/${hostile.id}/turns?from=1`,
      `/s/${encodeURIComponent('<script>alert(1)</script>')}`,
      `/usage?since=${encodeURIComponent('<img src=x>')}`,
    ]) {
      const html = await (await viewer.get(path)).text()
      expect(html.length, path).toBeGreaterThan(100)
      expect(findHtmlDangers(html), path).toEqual([])
    }
  })

  test('comes through the stream as harmless as on the page', async () => {
    const {headers} = await viewer.get(`/s/${hostile.id}/head`)
    expect(headers.get('content-type')).toContain('application/json')
    const head = await (await viewer.get(`/s/${hostile.id}/head`)).json()
    for (const part of ['header', 'outline', 'panel', 'running'])
      expect(findHtmlDangers(head[part]), part).toEqual([])
  })

  test('makes no formulas in a spreadsheet', async () => {
    const csv = await (await viewer.get('/usage.csv?by=session')).text()
    expect(
      csv
        .split('\r\n')
        .flatMap((line) => line.split(','))
        .filter((cell) => /^"?[=+@]/.test(cell)),
    ).toEqual([])
  })
})

test('a picture that is none is no mistake of ours', async () => {
  let session: GrowingSession | undefined
  const viewer = await testViewer((projects) => {
    session = growingSession(projects, 1)
    session.ask('Look at this')
    const source = {type: 'base64', media_type: 'image/png', data: 'iVBOR_=w0='}
    const content = [{type: 'image', source}]
    const id = '00000009-0000-4000-8000-000000000009'
    appendFileSync(
      session.file,
      `${JSON.stringify({type: 'user', uuid: id, sessionId: session.id, timestamp: '2026-11-16T09:00:00.000Z', message: {role: 'user', content}})}\n`,
    )
  })
  const page = await (await viewer.get(`/s/${session?.id}`)).text()
  const address = /src="(\/s\/[^"]+\/image\/[^"]+)"/.exec(page)?.[1] ?? ''
  const picture = await viewer.get(address)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
  viewer.close()
})

describe('a server', () => {
  test('has a token, made where none is given, also on this machine', () => {
    for (const host of ['127.0.0.1', 'localhost', '::1', '0.0.0.0', '192.168.1.5']) {
      expect(createAccess(host).token, host).toMatch(/^[\w-]{32}$/)
      expect(createAccess(host, {token: 'secret'}).token, host).toBe('secret')
    }
    expect(createAccess('127.0.0.1').token).not.toBe(createAccess('127.0.0.1').token)
    expect(createAccess('127.0.0.1', {open: true}).token).toBeUndefined()
    expect(() => createAccess('0.0.0.0', {open: true})).toThrow(/^Cannot serve at 0\.0\.0\.0 without a token/)
    expect([
      isLoopback('127.0.0.1'),
      isLoopback('::1'),
      isLoopback('10.0.0.1'),
      isLoopback('127.evil.example'),
    ]).toEqual([true, true, false, false])
    expect(addressFor('0.0.0.0', 80, {hosts: undefined, token: 'a b'})).toBe(
      'http://localhost:80/?token=a%20b',
    )
  })

  test('lets in who knows it, once by the address and then by a cookie', async () => {
    const shared = await testViewer((projects) => growingSession(projects, 1).ask('hello'), {
      access: {hosts: undefined, token: 'right-token'},
    })
    const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
      shared.get(path, {host: 'laptop.lan', ...headers})
    for (const path of ['/', '/api/sessions.json', '/events', '/assets/page.12345678.css'])
      expect((await get(path)).status, path).toBe(401)
    expect((await get('/?token=wrong')).status).toBe(401)
    expect((await get('/', {cookie: 'recount=wrong'})).status).toBe(401)
    const entered = await get('/?token=right-token&q=x')
    expect([entered.status, entered.headers.get('location')]).toEqual([303, '/?q=x'])
    const elsewhere = await get('//evil.example/?token=right-token')
    expect(elsewhere.headers.get('location')).toBe('/evil.example/')
    const cookie = entered.headers.get('set-cookie') ?? ''
    expect(cookie).toContain('HttpOnly')
    expect(cookie).toContain('SameSite=Strict')
    expect((await get('/', {cookie: cookie.split(';')[0] ?? ''})).status).toBe(200)
    expect((await get('/', {authorization: 'Bearer right-token'})).status).toBe(200)
    expect(await (await get('/')).text()).not.toContain('hello')
    shared.close()
  })

  test('takes any text for a token, though not every character may stand in a cookie', async () => {
    const token = 'a; Domain=evil.example, "b" ü='
    const shared = await testViewer((projects) => growingSession(projects, 1).ask('hello'), {
      access: {hosts: undefined, token},
    })
    const entered = await shared.get(`/?token=${encodeURIComponent(token)}`)
    expect(entered.status).toBe(303)
    const [pair = '', ...attributes] = (entered.headers.get('set-cookie') ?? '').split('; ')
    expect(attributes).toEqual(['Path=/', 'HttpOnly', 'SameSite=Strict', 'Max-Age=2592000'])
    expect((await shared.get('/', {cookie: pair})).status).toBe(200)
    shared.close()
  })

  test('keeps apart what is meant for another port: cookies are not', async () => {
    const shared = await testViewer((projects) => growingSession(projects, 1).ask('hello'), {
      access: {hosts: new Set(['127.0.0.1']), token: 'right'},
    })
    const ask = (path: string, port: number, cookie = ''): Promise<Response> =>
      Promise.resolve(
        shared.viewer.app.request(`http://127.0.0.1:${port}${path}`, {
          headers: {host: `127.0.0.1:${port}`, cookie},
        }),
      )
    const pair = (await ask('/?token=right', 4680)).headers.get('set-cookie')?.split(';')[0] ?? ''
    expect(pair).toBe('recount-4680=right')
    expect((await ask('/', 4680, `recount-4681=wrong; ${pair}`)).status).toBe(200)
    expect((await ask('/', 4681, pair)).status).toBe(401)
    shared.close()
  })

  test('lets a code in once', async () => {
    const access = createAccess('localhost')
    const shared = await testViewer((projects) => growingSession(projects, 1).ask('hello'), {access})
    const {search} = new URL(addressToOpen('localhost', 4680, access))
    expect(search).toMatch(/^\?once=[\w-]{32}$/)
    expect(search).not.toContain(access.token ?? '')
    const entered = await shared.get(`/live${search}&x=1`)
    expect([entered.status, entered.headers.get('location')]).toEqual([303, '/live?x=1'])
    expect((await shared.get(`/live${search}`)).status).toBe(401)
    expect((await shared.get('/?once=')).status).toBe(401)
    const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
    expect((await shared.get('/', {cookie})).status).toBe(200)
    shared.close()
  })

  test('leads who came from another site on by a page, because no strict cookie is sent behind a redirect', async () => {
    const shared = await testViewer((projects) => growingSession(projects, 1).ask('hello'), {
      access: {hosts: new Set(['localhost']), token: 'right'},
    })
    const followed = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    }
    const entered = await shared.get('/search?token=right&q="><script>', followed)
    expect([entered.status, entered.headers.get('location')]).toEqual([200, null])
    const html = await entered.text()
    expect(html).toContain('content="0;url=/search?q=%22%3E%3Cscript%3E"')
    expect(html).not.toContain('right')
    expect(findHtmlDangers(html)).toEqual([])
    expect(entered.headers.get('set-cookie')).toContain('recount=right')
    expect(entered.headers.get('referrer-policy')).toBe('no-referrer')
    shared.close()
  })
})
