import {createServer} from 'node:http'
import {afterAll, beforeAll, expect, test} from 'vitest'
import {describeInBrowser, openPage} from '../support/browser/browser.ts'
import {growingSession} from '../support/viewer/growing-session.ts'
import type {ServedViewer} from '../support/viewer/served-viewer.ts'
import {serveViewer, waitUntilAsync} from '../support/viewer/served-viewer.ts'
import {viewerClient} from '../support/viewer/viewer-client.ts'

describeInBrowser('the printed address', (browser) => {
  let viewer: ServedViewer
  beforeAll(async () => {
    viewer = await serveViewer((projects) => growingSession(projects, 1).ask('Hello'), {words: []})
    const {get} = viewerClient(viewer.link)
    await waitUntilAsync(async () => (await (await get('/')).text()).includes('Hello'))
  })
  afterAll(() => viewer?.close())

  test('lets a browser in, which then has no token in its address', async () => {
    const {page, expectQuiet} = await openPage(browser(), {url: viewer.link})
    await page.waitForSelector('.connection[data-link="open"]')
    expect(page.url()).toBe(`${viewer.url}/`)
    await page.goto(`${viewer.url}/usage`)
    expect(await page.locator('h1').first().textContent()).toContain('Usage')
    expect(await page.evaluate('document.cookie')).toBe('')
    await expectQuiet()
  })

  test('lets a browser in that comes from a page of another site', async () => {
    const site = createServer((_, response) => {
      response.setHeader('content-type', 'text/html')
      response.end(`<!doctype html><a href="${viewer.link}">open</a>`)
    })
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    const address = site.address()
    const page = await (await browser().newContext()).newPage()
    // Another name is another site, though it is the same machine.
    await page.goto(`http://localhost:${typeof address === 'object' ? address?.port : ''}/`)
    await page.click('a')
    await page.waitForURL(`${viewer.url}/`, {timeout: 20_000})
    await page.waitForSelector('.connection[data-link="open"]')
    site.closeAllConnections()
    site.close()
  })

  test('of an earlier start is good for nothing, and the page says so', async () => {
    const {page} = await openPage(browser(), {url: viewer.link})
    await page.waitForSelector('.connection[data-link="open"]')
    await viewer.stop()
    await viewer.start()
    await page.waitForSelector('.connection[data-link="refused"]')
    expect(await page.textContent('.connection')).toContain('open the address it printed')
    await page.goto(viewer.link)
    await page.waitForSelector('.connection[data-link="open"]')
  })
})
