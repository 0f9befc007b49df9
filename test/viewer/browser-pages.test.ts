import type {Page} from 'playwright-core'
import {afterAll, beforeAll, expect, test} from 'vitest'
import {describeInBrowser, openPage} from '../support/browser/browser.ts'
import {findAxeViolations} from '../support/browser/find-axe-violations.ts'
import {growingSession, sessionId} from '../support/viewer/growing-session.ts'
import type {ServedViewer} from '../support/viewer/served-viewer.ts'
import {serveViewer, waitUntilAsync} from '../support/viewer/served-viewer.ts'

const countOf = (page: Page, selector: string): Promise<number> => page.locator(selector).count()

describeInBrowser('the viewer', (browser) => {
  let viewer: ServedViewer
  beforeAll(async () => {
    viewer = await serveViewer((projects) => {
      for (let number = 1; number <= 12; number += 1) {
        const project = number % 2 === 0 ? '-home-ada-shop' : '-home-ada-mill'
        const session = growingSession(projects, number, project, Date.now() - 300_000 + number * 10_000)
        session.ask(
          `Story ${number}: why does the ${number % 2 === 0 ? 'discount' : 'windmill'} stand still?`,
        )
        session.say('I look into it.')
        const call = session.call('npm test')
        session.answer(call, 'all green')
        session.say('It **turns** again.')
      }
    })
    await listed(viewer, 12)
  })
  afterAll(() => viewer?.close())

  test('lists all sessions, and follows what is typed without loading the page again', async () => {
    const {page, expectQuiet} = await openPage(browser(), {url: viewer.url})
    expect(await countOf(page, '.session')).toBe(12)
    await page.fill('#filter', 'discount')
    await expect.poll(() => countOf(page, '.session')).toBe(6)
    await expect.poll(() => page.textContent('main > header .count')).toBe('6 sessions')
    await expect.poll(() => new URL(page.url()).search).toBe('?q=discount')
    await page.reload()
    expect(await countOf(page, '.session')).toBe(6)
    expect(await page.inputValue('#filter')).toBe('discount')
    await expectQuiet()
  })

  test('is chosen from by tool, and what it can be chosen by follows what is typed', async () => {
    const {page, expectQuiet} = await openPage(browser(), {url: viewer.url})
    await page.fill('#filter', 'discount')
    await page.waitForSelector('#facet-tool a[href="/?q=discount&tool=Bash"]')
    expect(await page.textContent('#facet-tool .count')).toBe('6')
    await page.click('#facet-tool a')
    await page.waitForURL('**/?q=discount&tool=Bash')
    expect(await countOf(page, '.session')).toBe(6)
    expect(await page.inputValue('#filter')).toBe('discount')
    await page.click('#facet-tool a[aria-current="true"]')
    await page.waitForURL('**/?q=discount')
    await expectQuiet()
  })

  test('has one edge on each side: for heads, lines and names, cut or not', async () => {
    const {page} = await openPage(browser(), {url: viewer.url})
    const edges = (side: 'left' | 'right', selector: string): Promise<readonly number[]> =>
      page.evaluate(
        `[...new Set([...document.querySelectorAll('${selector}')].map((element) => Math.round(element.getBoundingClientRect().${side})))]`,
      )
    expect(await edges('left', '.day > h2, .session, .session h3, .session .about')).toHaveLength(1)
    expect(await edges('right', '.day > h2, .session, .session .sums')).toHaveLength(1)
    await page.evaluate(`document.getElementById('facets').style.width = '110px'`)
    const way = '#facet-project .way'
    expect(await page.evaluate(`document.querySelector('${way}').scrollWidth`)).toBeGreaterThan(
      Number(await page.evaluate(`document.querySelector('${way}').clientWidth`)),
    )
    expect(await edges('left', '.facet > summary, .facet .way, .facet .end:only-child')).toHaveLength(1)
    expect(await page.textContent('#facet-project a')).toBe('/home/ada/shop')
  })

  test('draws all bars of a chart to one scale, whatever follows them', async () => {
    const {page} = await openPage(browser(), {url: `${viewer.url}/usage?by=tool`})
    const ends = `[...new Set([...document.querySelectorAll('.rows-chart svg')].map((bar) => { const {left, right} = bar.getBoundingClientRect(); return Math.round(left) + ' ' + Math.round(right) }))]`
    await page.evaluate(
      `document.querySelector('.rows-chart .amount').textContent = '136 calls, 19 of which failed'`,
    )
    expect(await page.locator('.rows-chart li').count()).toBeGreaterThan(1)
    expect(await page.evaluate(ends)).toHaveLength(1)
  })

  test('names every model in full in its table of usage', async () => {
    const {page} = await openPage(browser(), {url: `${viewer.url}/usage?by=session`})
    await page.evaluate(
      `for (const cell of document.querySelectorAll('td.models')) cell.innerHTML = (cell.innerHTML + ', ').repeat(6)`,
    )
    const cut = `[...document.querySelectorAll('table.usage .models')].filter((cell) => cell.scrollWidth > cell.clientWidth).length`
    expect(await page.evaluate(cut)).toBe(0)
    const box = `(({scrollWidth, clientWidth}) => scrollWidth - clientWidth)(document.querySelector('.table-box'))`
    expect(await page.evaluate(box)).toBe(0)
  })

  test('is worked with the keys: j, k, Enter, slash and the list of keys', async () => {
    const {page, expectQuiet} = await openPage(browser(), {url: viewer.url})
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    const first = await page.locator('.session h3 a').first().getAttribute('href')
    await expect.poll(() => page.evaluate('document.activeElement.getAttribute("href")')).toBe(first)
    await page.keyboard.press('/')
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('filter')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('?')
    await expect.poll(() => page.isVisible('#keys')).toBe(true)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.isVisible('#keys')).toBe(false)
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/s/*')
    await expectQuiet()
  })

  test('marks sessions that changed since they were looked at, and running ones', async () => {
    const {page} = await openPage(browser(), {url: viewer.url})
    await page.clock.setFixedTime('2030-01-01')
    await page.evaluate(`localStorage.setItem('recount-since', '1')`)
    await page.reload()
    await expect.poll(() => countOf(page, '.session.unread')).toBe(12)
    await page.goto(`${viewer.url}/s/${sessionId(3)}`)
    await page.waitForSelector('.connection[data-link="open"]')
    await page.goto(viewer.url)
    await expect.poll(() => countOf(page, '.session.unread')).toBe(11)
    await expect.poll(() => countOf(page, '.session [data-state="waiting"]')).toBe(12)
    await expect.poll(() => page.title()).toBe('(12) Sessions · recount')
  })

  test('shows a session that is begun while the list is open', async () => {
    const {page, expectQuiet} = await openPage(browser(), {url: `${viewer.url}/?q=lantern`})
    expect(await page.textContent('.empty')).toContain('No sessions match')
    const session = growingSession(viewer.projects, 40, '-home-ada-lamp')
    session.ask('Where is the lantern?')
    await page.waitForSelector('.session:has-text("lantern")')
    await expectQuiet()
  })

  test('finds as one types, and only what was typed last', async () => {
    const {page, expectQuiet} = await openPage(browser(), {url: `${viewer.url}/search`})
    await page.waitForSelector('.help')
    await page.locator('#query').pressSequentially('windmill', {delay: 15})
    // What was found for a part of the word may stand there before.
    await expect.poll(() => page.locator('.hit mark').first().textContent()).toBe('windmill')
    await expect.poll(() => countOf(page, '.hit')).toBeGreaterThanOrEqual(6)
    await expect.poll(() => new URL(page.url()).search).toBe('?q=windmill')
    await page.click('.chips button:has-text("tool:Bash")')
    await page.waitForSelector('.empty')
    await page.fill('#query', 'tool:')
    await page.waitForSelector('.mistake')
    await page.fill('#query', 'windmill')
    await page.waitForSelector('.hit')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/s/*')
    await page.waitForSelector('.turn-head:has-text("windmill")')
    await expectQuiet()
  })

  test('narrows what was found down without loading the page again', async () => {
    const {page, expectQuiet} = await openPage(browser(), {url: `${viewer.url}/search?q=windmill`})
    await page.click('.hit-facets a:has-text("prompt")')
    await page.waitForSelector('.hit-facets a[aria-current="true"]:has-text("prompt")')
    expect(await page.inputValue('#query')).toBe('windmill kind:prompt')
    expect(new URL(page.url()).searchParams.get('q')).toBe('windmill kind:prompt')
    await expectQuiet()
  })

  test('draws usage by tool, by cost, tokens and calls', async () => {
    const {page, expectQuiet} = await openPage(browser(), {url: `${viewer.url}/usage?by=tool`})
    await page.click('.measures a:has-text("Calls")')
    await page.waitForURL('**/usage?by=tool&show=calls')
    await page.hover('.chart .bin[data-label="Bash"]')
    expect(await page.textContent('.chart-tip')).toMatch(/^Bash: \d+ calls, <?\$0\.\d+, [\d.]+k? tokens$/)
    expect(await page.textContent('table.usage tbody tr[data-key="Bash"] td')).toMatch(/^\d+$/)
    await expectQuiet()
  })

  test('draws usage, says what is under the pointer, and has tables and files below', async () => {
    const {page, expectQuiet} = await openPage(browser(), {url: `${viewer.url}/usage?by=project`})
    await page.hover('.chart .fill >> nth=0')
    await expect.poll(() => page.textContent('.chart-tip')).toMatch(/\$\d+\.\d\d/)
    expect(await countOf(page, 'table.usage tbody tr')).toBeGreaterThanOrEqual(1)
    const csv = await page.request.get(new URL(await hrefOf(page, 'CSV'), viewer.url).href)
    expect(csv.headers()['content-type']).toContain('text/csv')
    await expectQuiet()
  })

  test('shows running sessions on one board, as they change', async () => {
    const {page, expectQuiet} = await openPage(browser(), {url: `${viewer.url}/live`})
    await page.waitForSelector('.connection[data-link="open"]')
    const session = growingSession(viewer.projects, 41, '-home-ada-lamp', Date.now())
    session.ask('Light the beacon')
    session.call('make beacon')
    await page.waitForSelector('.card:has-text("make beacon")')
    await expectQuiet()
  })

  test('is dark where it is asked to be, and stays so', async () => {
    const {page} = await openPage(browser(), {url: viewer.url})
    const paper = (): Promise<string> => page.evaluate('getComputedStyle(document.body).backgroundColor')
    const light = await paper()
    await page.keyboard.press('t')
    await expect.poll(paper).not.toBe(light)
    const dark = await paper()
    await page.goto(`${viewer.url}/usage`)
    expect(await paper()).toBe(dark)
  })

  const places = [
    '/',
    `/s/${sessionId(2)}`,
    '/search?q=windmill',
    '/usage',
    '/usage?by=tool',
    '/live',
    '/nowhere',
  ]
  for (const dark of [false, true])
    for (const width of [1440, 390])
      test(`is accessible, and fits: ${dark ? 'dark' : 'light'}, ${width} wide`, async () => {
        for (const place of places) {
          const {page, expectQuiet} = await openPage(browser(), {
            url: viewer.url + (place === '/nowhere' ? '/' : place),
            dark,
            width,
          })
          if (place === '/nowhere') await page.goto(`${viewer.url}${place}`)
          expect(await findAxeViolations(page)).toEqual([])
          const over = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
          expect(over, `${place} is wider than the screen`).toBeLessThanOrEqual(0)
          if (place !== '/nowhere') await expectQuiet()
          await page.context().close()
        }
      })

  test('moves nothing for those who want nothing to move', async () => {
    const {page} = await openPage(browser(), {url: `${viewer.url}/s/${sessionId(2)}`, reducedMotion: true})
    expect(await page.evaluate('document.getAnimations().length')).toBe(0)
  })
})

describeInBrowser('the viewer for someone new', (browser) => {
  let viewer: ServedViewer
  beforeAll(async () => {
    viewer = await serveViewer()
  })
  afterAll(() => viewer?.close())

  test('shows the sample, says that it is one, and makes way for what is real', async () => {
    const {page, expectQuiet} = await openPage(browser(), {url: viewer.url})
    expect(await page.textContent('.sample-note')).toContain('Sample session')
    await page.click('.session h3 a')
    await page.waitForSelector('.message.assistant')
    await page.goto(viewer.url)
    const session = growingSession(viewer.projects, 1)
    session.ask('My own first question')
    await page.waitForSelector('.session:has-text("My own first question")')
    await expectQuiet()
  })
})

async function hrefOf(page: Page, words: string): Promise<string> {
  return (await page.locator('.actions a', {hasText: words}).getAttribute('href')) ?? ''
}

/** Waits until so many sessions were taken in and can be found. */
async function listed(viewer: ServedViewer, sessions: number): Promise<void> {
  await waitUntilAsync(async () => {
    const answer = await (await fetch(`${viewer.url}/api/sessions.json`)).text()
    const found = await (await fetch(`${viewer.url}/api/search.json?q=story`)).text()
    return answer.includes(`"total":${sessions}`) && found.includes('"sessionId"')
  })
}
