import {mkdtempSync, readFileSync, rmSync} from 'node:fs'
import {createServer} from 'node:http'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, describe, expect, test} from 'vitest'
import type {XssVector} from '../hostile/xss-vectors.ts'
import {xssVectors} from '../hostile/xss-vectors.ts'
import {describeInBrowser, openPage} from './browser.ts'
import {findAxeViolations} from './find-axe-violations.ts'
import {launchChromium} from './launch-chromium.ts'
import {findPageDangers, triggerHandlers, triggerScript} from './trigger-handlers.ts'
import {vulnerablePages} from './vulnerable-pages.ts'

const temp = mkdtempSync(join(tmpdir(), 'recount-browser-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

const page = (body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>t</title>${head}</head><body><main><h1>h</h1>${body}</main></body></html>`

const strict = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'">`

describeInBrowser('a page in the browser', (browser) => {
  test('that does nothing is quiet', async () => {
    const visited = await openPage(browser(), {html: page('<p>hello</p>'), hash: '#p'})
    await visited.expectQuiet()
    expect(await visited.page.textContent('p')).toBe('hello')
    expect(visited.requests).toEqual([])
  })

  test.each([
    ['writes an error', '<script>console.error("oh")</script>', 'Console: oh'],
    ['throws', '<script>throw new Error("oh")</script>', 'Uncaught: oh'],
    ['rejects', '<script>Promise.reject(new Error("oh"))</script>', 'Uncaught: oh'],
    [
      'asks another host',
      '<img alt="" src="https://a.example/x.png">',
      'It asked for https://a.example/x.png',
    ],
    [
      'fetches',
      '<script>fetch("https://a.example/").catch(() => {})</script>',
      'It asked for https://a.example/',
    ],
    [
      'beacons',
      '<script>navigator.sendBeacon("https://a.example/b", "x")</script>',
      'asked for https://a.example/b',
    ],
    [
      'goes away',
      '<meta http-equiv="refresh" content="0;url=https://a.example/">',
      'asked for https://a.example/',
    ],
    ['connects', '<script>new WebSocket("wss://a.example/")</script>', 'It connected to wss://a.example/'],
    ['lacks a part', '<img alt="" src="gone.png">', 'Console: Failed to load resource'],
    ['says something', '<script>alert("oh")</script>', 'It said: oh'],
    ['runs what it must not', '<script>__canary(7)</script>', 'The code of vector 7 ran.'],
    ['sets what it must not', '<script>window.__pwned = 8</script>', 'The code of vector 8 ran.'],
    [
      'runs it in a frame',
      '<iframe srcdoc="<script>__canary(9)</script>"></iframe>',
      'The code of vector 9 ran.',
    ],
    [
      'runs it abroad',
      '<iframe src="data:text/html,<script>__canary(3)</script>"></iframe>',
      'vector 3 ran.',
    ],
  ])('that %s is not', async (_, body, problem) => {
    const visited = await openPage(browser(), {html: page(body)})
    await expect.poll(() => visited.problems.join('\n')).toContain(problem)
    await expect(visited.expectQuiet()).rejects.toThrow()
  })

  test('is not run where its policy forbids it, and that is not quiet either', async () => {
    const html = page('<img alt="" src=x onerror=__canary(1)>', strict)
    const visited = await openPage(browser(), {html})
    await expect(visited.expectQuiet()).rejects.toThrow()
    expect(visited.problems.join()).toContain('Content Security Policy')
    expect(visited.canaries).toEqual([])
    const free = await openPage(browser(), {html, bypassCsp: true})
    await expect.poll(() => free.canaries).toEqual([1])
  })

  test('is shown as its visitor likes it', async () => {
    const html = page('<noscript>no script</noscript><p id="t"></p><script>t.textContent = "script"</script>')
    const seen = async (options: Parameters<typeof openPage>[1], query: string): Promise<unknown> =>
      (await openPage(browser(), {html, ...options})).page.evaluate(query)
    const dark = 'matchMedia("(prefers-color-scheme: dark)").matches'
    const still = 'matchMedia("(prefers-reduced-motion: reduce)").matches'
    expect(await seen({}, `[${dark}, ${still}, innerWidth, t.textContent]`)).toEqual([
      false,
      false,
      1280,
      'script',
    ])
    expect(
      await seen(
        {dark: true, reducedMotion: true, width: 390, height: 700},
        `[${dark}, ${still}, innerWidth]`,
      ),
    ).toEqual([true, true, 390])
    expect(await seen({javaScript: false}, 'document.body.innerText.trim()')).toContain('no script')
    expect(await seen({hash: '#t'}, 'location.hash')).toBe('#t')
  })

  test('of a server may ask that server and no other', async () => {
    const server = createServer((request, response) => {
      if (request.url !== '/events')
        return void response.setHeader('content-type', 'text/html').end(page(listens))
      response.setHeader('content-type', 'text/event-stream').write('data: live\n\n')
    })
    const listens =
      '<p id="t"></p><script>new EventSource("/events").onmessage = (e) => {t.textContent = e.data}</script>'
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    try {
      const visited = await openPage(browser(), {url: `http://127.0.0.1:${port}/`})
      await expect.poll(() => visited.page.textContent('#t')).toBe('live')
      await visited.expectQuiet()
      await visited.page.evaluate('fetch("http://127.0.0.1:1/").catch(() => {})')
      expect(visited.problems.join()).toContain('It asked for http://127.0.0.1:1/')
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })

  test('can be kept as a picture', async () => {
    const visited = await openPage(browser(), {
      html: page('<p style="height:3000px">tall</p>'),
      width: 400,
      height: 300,
    })
    const size = (file: string): readonly number[] => {
      const png = readFileSync(file)
      return [png.readUInt32BE(16), png.readUInt32BE(20)]
    }
    await visited.screenshot(join(temp, 'part.png'))
    await visited.screenshot(join(temp, 'whole.png'), {whole: true})
    expect(size(join(temp, 'part.png'))).toEqual([400, 300])
    expect(size(join(temp, 'whole.png'))[1]).toBeGreaterThan(3000)
  })

  test('is read by axe, whatever its policy', async () => {
    const bad = page('<img src="data:,"><p style="color:#ccc">faint</p><button></button>', strict)
    const faults = await findAxeViolations((await openPage(browser(), {html: bad, bypassCsp: true})).page)
    expect(faults.map((fault) => fault.split(':')[0])).toEqual([
      'critical button-name',
      'serious color-contrast',
      'critical image-alt',
    ])
    expect(
      await findAxeViolations((await openPage(browser(), {html: page('<p>fine</p>', strict)})).page),
    ).toEqual([])
  })

  test('that waits for its reader is provoked', async () => {
    const html = page(
      '<details><p onmouseover="__canary(1)">x</p><a href="javascript:__canary(2)">y</a></details>',
    )
    const visited = await openPage(browser(), {html})
    await visited.expectQuiet()
    await triggerHandlers(visited.page)
    expect(visited.canaries).toEqual([1, 2])
  })

  test('has no dangers in it, or has them named', async () => {
    const fine = page(
      '<p id="a"><a href="https://a.example/">x</a> <a href="#a">y</a> <a href="s/x.html#b">z</a></p>',
    )
    expect(await findPageDangers((await openPage(browser(), {html: fine})).page)).toEqual([])
    const bad = page(
      '<a href="javascript:1">x</a><p onclick="1">y</p><svg><script></script></svg><img alt="" src="//a.example/x">',
    )
    expect(
      (await findPageDangers((await openPage(browser(), {html: bad})).page)).map(
        (danger) => danger.split(' ')[0],
      ),
    ).toEqual(['element:', 'address', 'handler', 'part'])
  })
})

test('without a browser, what is missing is said', async () => {
  const launched = await launchChromium({RECOUNT_CHROMIUM: '/not/there'})
  expect(launched).toMatchObject({missing: expect.stringMatching(/^There is no Chromium .*RECOUNT_CHROMIUM/)})
})

describe('the vectors', () => {
  test('are many, and no two alike', () => {
    expect(xssVectors.length).toBeGreaterThan(300)
    expect(new Set(xssVectors.map(({text}) => text)).size).toBe(xssVectors.length)
    expect(xssVectors.filter(({does}) => does === 'run').length).toBeGreaterThan(200)
  })
})

describeInBrowser('on careless pages', (browser) => {
  test('every vector does what it says', async () => {
    const visited = await openPage(browser(), {html: '<!doctype html><title>careless</title><p>frames</p>'})
    const left = new Map(
      xssVectors.flatMap((vector) => (vector.does === 'nothing here' ? [] : [[vector.id, vector]])),
    )
    // Some act a little later than their page was loaded; on a busy machine that may be much later.
    for (const patience of [1, 4, 16, 64, 256]) {
      for (const place of vulnerablePages) {
        const made = [...left.values()].filter(({family}) => place.families?.includes(family) ?? true)
        for (const batch of batches(made, 100)) {
          const pages = batch.map(({text}) => place.page(text))
          await visited.page.evaluate(frames(pages, patience))
          const asked = visited.requests.map((request) => Number(/abroad\.example\/(\d+)/.exec(request)?.[1]))
          for (const id of [...visited.canaries, ...asked]) left.delete(id)
        }
      }
    }
    expect([...left.values()]).toEqual([])
  })
})

describeInBrowser('on a careful page', (browser) => {
  test('no vector does anything', async () => {
    const escaped = (text: string): string =>
      text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
    const body = xssVectors.map(
      ({text}) => `<p title="${escaped(text)}" data-x='${escaped(text)}'>${escaped(text)}</p>`,
    )
    const visited = await openPage(browser(), {html: page(body.join('')), bypassCsp: true})
    await triggerHandlers(visited.page)
    await visited.expectQuiet()
    expect(await findPageDangers(visited.page)).toEqual([])
  })
})

const batches = (vectors: readonly XssVector[], size: number): readonly (readonly XssVector[])[] =>
  Array.from({length: Math.ceil(vectors.length / size)}, (_, at) => vectors.slice(at * size, (at + 1) * size))

/** Opens pages in frames, provokes them all, and takes them away. */
const frames = (pages: readonly string[], patience: number): string => `(async () => {
  const frames = ${JSON.stringify(pages)}.map((html) => {
    const frame = document.createElement('iframe')
    frame.srcdoc = html
    return frame
  })
  const wait = (ms) => new Promise((done) => setTimeout(done, ms * ${patience}))
  const loaded = Promise.all(frames.map((frame) => new Promise((done) => frame.addEventListener('load', done))))
  document.body.append(...frames)
  await Promise.race([loaded, wait(1000)])
  await wait(60)
  for (const frame of frames) {
    window.provoked = frame.contentDocument;
    if (window.provoked) ${triggerScript}
  }
  await wait(80)
  for (const frame of frames) frame.remove()
})()`
