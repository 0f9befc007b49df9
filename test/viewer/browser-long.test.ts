import {afterAll, beforeAll, expect, test} from 'vitest'
import {describeInBrowser, openPage} from '../support/browser/browser.ts'
import {writeLongSession} from '../support/viewer/long-session.ts'
import type {ServedViewer} from '../support/viewer/served-viewer.ts'
import {serveViewer, waitUntilAsync} from '../support/viewer/served-viewer.ts'

const messages = 25_000
/** However long the session is, no more elements than these are on the page. */
const mostElements = 60_000

describeInBrowser(`a session of ${messages} messages`, (browser) => {
  let viewer: ServedViewer
  let longSession = ''
  beforeAll(async () => {
    viewer = await serveViewer((projects) => {
      longSession = writeLongSession(projects, messages)
    })
    await waitUntilAsync(async () => (await fetch(`${viewer.url}/s/${longSession}/head`)).ok)
  })
  afterAll(() => viewer?.close())

  test('is at its end at once, and at its beginning when it is asked for', async () => {
    const {page, expectQuiet} = await openPage(browser(), {url: `${viewer.url}/s/${longSession}`})
    await page.waitForSelector(`#slices >> text=Message ${messages - 1} says`)
    await page.keyboard.press('g')
    await page.waitForSelector('#slices >> text=Message 1 says')
    await page.keyboard.press('G')
    await page.waitForSelector(`#slices >> text=Message ${messages - 1} says`)
    await expectQuiet()
  })

  test('has its own title at once, and a complete outline without a reload', async () => {
    await viewer.stop()
    await viewer.start()
    await waitUntilAsync(async () => (await fetch(viewer.url)).ok)
    const {page, requests, expectQuiet} = await openPage(browser(), {url: `${viewer.url}/s/${longSession}`})
    // The mark of its state may be before it.
    expect(await page.title()).toContain('Question 0: what comes next? · recount')
    expect(await page.textContent('.facts')).toContain(`Turns${messages / 100}`)
    expect(await page.textContent('#outline')).toContain('Loading earlier turns…')
    await waitUntilAsync(async () => (await page.$$('#outline .turn-item')).length === messages / 100)
    expect(await page.textContent('#outline')).not.toContain('Loading')
    expect(await page.textContent('#filters .only-user .count')).toBe(String(messages / 100))
    expect(requests.filter((url) => url.endsWith(`/s/${longSession}`))).toEqual([])
    await expectQuiet()
  })

  test('leads to its beginning though that was asked for before it was there', async () => {
    await viewer.stop()
    await viewer.start()
    await waitUntilAsync(async () => (await fetch(viewer.url)).ok)
    const url = `${viewer.url}/s/${longSession}`
    // In a window so tall that it shows all that is there at first.
    const {page, expectQuiet} = await openPage(browser(), {url, height: 9000})
    await page.keyboard.press('g')
    await page.waitForSelector('#slices >> text=Message 1 says')
    await expectQuiet()
  })

  test('leads to its beginning though that was asked for while all of it came', async () => {
    await viewer.stop()
    await viewer.start()
    await waitUntilAsync(async () => (await fetch(viewer.url)).ok)
    const context = await browser().newContext()
    const page = await context.newPage()
    page.setDefaultTimeout(120_000)
    let asked = false
    await page.route('**/head', async (route) => {
      // Everything is requested again: just then the reader goes to the beginning.
      asked = true
      await page.keyboard.press('g')
      await route.continue()
    })
    await page.goto(`${viewer.url}/s/${longSession}`)
    await page.waitForSelector('#slices >> text=Message 1 says')
    expect(asked).toBe(true)
    await context.close()
  })

  test('says that only what is here was searched, and where all of it can be', async () => {
    const {page, expectQuiet} = await openPage(browser(), {url: `${viewer.url}/s/${longSession}`})
    await page.waitForSelector(`#slices >> text=Message ${messages - 1} says`)
    await page.keyboard.press('/')
    await page.keyboard.type(`Message ${messages - 2} says`)
    await page.waitForSelector('.bar .hits:has-text("1 found")')
    expect(await page.textContent('.find-note')).toMatch(
      new RegExp(`^Searching turns \\d+–${messages / 100} only`),
    )
    await page.click('.find-note a')
    await page.waitForURL('**/search?q=session**')
    await expectQuiet()
  })

  test('leads to a message in its middle, though the server has only begun to read', async () => {
    await viewer.stop()
    await viewer.start()
    await waitUntilAsync(async () => (await fetch(viewer.url)).ok)
    const middle = `10095e55-0000-4000-9000-${String(12_777).padStart(12, '0')}`
    const {page, expectQuiet} = await openPage(browser(), {
      url: `${viewer.url}/s/${longSession}?at=${middle}`,
    })
    await page.waitForSelector('#slices >> text=Message 12777 says')
    await waitUntilAsync(async () =>
      page.evaluate(`(() => {
        const {top} = document.getElementById('${middle}').getBoundingClientRect()
        return top > 0 && top < innerHeight
      })()`),
    )
    await expectQuiet()
  })

  test('has no gap if the reader goes elsewhere while more is loaded', async () => {
    const {page, expectQuiet} = await openPage(browser(), {url: `${viewer.url}/s/${longSession}`})
    await page.waitForSelector(`#slices >> text=Message ${messages - 1} says`)
    await waitUntilAsync(async () => (await page.$('#partial-note')) === null)
    let release = (): void => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/turns?before=*', async (route) => {
      await held
      await route.continue()
    })
    const asked = page.waitForRequest('**/turns?before=*')
    await page.evaluate(`document.getElementById('slices').scrollIntoView()`)
    const request = await asked
    await page.evaluate(`location.hash = '10095e55-0000-4000-9000-${String(12_345).padStart(12, '0')}'`)
    await page.waitForSelector('#slices >> text=Message 12345 says')
    release()
    await (await request.response())?.finished()
    await page.evaluate('new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))')
    const numbers = await page.evaluate<readonly number[]>(
      `[...new Set([...document.getElementById('slices').textContent.matchAll(/(?:Message|Question) (\\d+)[: ]/g)].map(([, n]) => Number(n)))]`,
    )
    expect(numbers.length).toBeGreaterThan(100)
    expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index))
    await expectQuiet()
  })

  test('scrolls from its top to its end, past every message, with few elements on the page', async () => {
    const {page, expectQuiet} = await openPage(browser(), {
      url: `${viewer.url}/s/${longSession}`,
      height: 6000,
    })
    await page.waitForSelector(`#slices >> text=Message ${messages - 1} says`)
    await page.keyboard.press('g')
    await page.waitForSelector('#slices >> text=Message 1 says')
    const {seen, elements} = await page.evaluate<{seen: number; elements: number}>(scroll)
    expect(seen).toBe(messages)
    expect(elements).toBeLessThan(mostElements)
    await expectQuiet()
  }, 600_000)
})

/** Goes on by most of a screen whenever there is no gap in sight, and counts the messages that were in sight. */
const scroll = `(async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const seen = new Set()
  let elements = 0
  let steps = 0
  for (;;) {
    const inSight = (element) => {
      const {top, bottom} = element.getBoundingClientRect()
      return bottom > 0 && top < innerHeight
    }
    const gaps = [...document.querySelectorAll('.gap')]
    for (let tries = 0; tries < 600 && gaps.some((gap) => gap.offsetHeight > 0 && inSight(gap)); tries += 1) await frame()
    for (const message of document.querySelectorAll('#slices .message[id]'))
      if (!seen.has(message.id) && inSight(message)) seen.add(message.id)
    elements = Math.max(elements, document.getElementsByTagName('*').length)
    steps += 1
    const before = scrollY
    scrollBy({top: innerHeight * 0.8, behavior: 'instant'})
    await frame()
    if (scrollY === before && scrollY + innerHeight >= document.documentElement.scrollHeight - 2) break
    if (steps > 20000) break
  }
  return {seen: seen.size, elements}
})()`
