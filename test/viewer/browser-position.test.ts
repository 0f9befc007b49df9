import {utimesSync} from 'node:fs'
import {join} from 'node:path'
import type {Page} from 'playwright-core'
import {afterAll, beforeAll, expect, test} from 'vitest'
import {describeInBrowser, openPage} from '../support/browser/browser.ts'
import {writeLongSession} from '../support/viewer/long-session.ts'
import type {ServedViewer} from '../support/viewer/served-viewer.ts'
import {serveViewer, waitUntilAsync} from '../support/viewer/served-viewer.ts'

const messages = 2000
const yesterday = new Date(Date.now() - 86_400_000)

describeInBrowser('the start position of a session', (browser) => {
  let viewer: ServedViewer
  let [ended, running] = ['', '']
  beforeAll(async () => {
    viewer = await serveViewer((projects) => {
      ended = writeLongSession(projects, messages, yesterday.getTime())
      utimesSync(join(projects, '-home-ada-long', `${ended}.jsonl`), yesterday, yesterday)
      running = writeLongSession(projects, messages - 1)
    })
    for (const session of [ended, running])
      await waitUntilAsync(async () => (await fetch(`${viewer.url}/s/${session}/head`)).ok)
  })
  afterAll(() => viewer?.close())

  const isInSight = (page: Page, text: string): Promise<boolean> =>
    page.evaluate<boolean>(`[...document.querySelectorAll('#slices .message')].some((message) => {
      const {top, bottom} = message.getBoundingClientRect()
      return message.textContent.includes(${JSON.stringify(text)}) && bottom > 0 && top < innerHeight
    })`)

  test('a running session opens at its end', async () => {
    const {page, expectQuiet} = await openPage(browser(), {url: `${viewer.url}/s/${running}`})
    await waitUntilAsync(() => isInSight(page, `Message ${messages - 2} says`))
    await expectQuiet()
  })

  test('a session that has ended opens at its top, and later where it was left', async () => {
    const url = `${viewer.url}/s/${ended}`
    const {page, expectQuiet} = await openPage(browser(), {url})
    await waitUntilAsync(() => isInSight(page, 'Message 1 says'))
    expect(await page.evaluate('scrollY')).toBe(0)
    const middle = `10095e55-0000-4000-9000-${String(777).padStart(12, '0')}`
    await page.evaluate(`location.hash = '${middle}'`)
    await waitUntilAsync(() => isInSight(page, 'Message 777 says'))
    await waitUntilAsync(() =>
      page.evaluate<boolean>(`localStorage.getItem('recount-read')?.includes('${ended}') ?? false`),
    )
    await page.goto(`${viewer.url}/`)
    await page.goto(url)
    await waitUntilAsync(() => isInSight(page, 'Message 777 says'))
    await expectQuiet()
  })
})
