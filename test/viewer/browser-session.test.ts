import {afterAll, beforeAll, expect, test} from 'vitest'
import {describeInBrowser, openPage} from '../support/browser/browser.ts'
import {growingSession, sessionId} from '../support/viewer/growing-session.ts'
import type {ServedViewer} from '../support/viewer/served-viewer.ts'
import {serveViewer, waitUntilAsync} from '../support/viewer/served-viewer.ts'

describeInBrowser('the page of a session', (browser) => {
  let viewer: ServedViewer
  beforeAll(async () => {
    viewer = await serveViewer((projects) => {
      const session = growingSession(projects, 1)
      session.ask('Please mend the windmill')
      session.say('I look at the **sails**.')
      session.answer(session.call('ls sails'), 'four of them')
      session.answer(session.call('make turn'), 'the shaft is stuck', true)
      session.say('The shaft is stuck.')
      session.ask('Then oil the shaft')
      session.say('It turns.')
    })
    await waitUntilAsync(async () => (await fetch(`${viewer.url}/s/${sessionId(1)}`)).ok)
  }, 60_000)
  afterAll(() => viewer?.close())

  const open = async (query = '', width = 1280) => {
    const visited = await openPage(browser(), {url: `${viewer.url}/s/${sessionId(1)}${query}`, width})
    await visited.page.waitForSelector('.connection[data-link="open"]')
    return visited
  }

  test('writes what a turn took and used beside its heading, and over nothing else', async () => {
    const {page} = await open()
    const notes = `[...document.querySelectorAll('.turn-head > .margin')].map((margin) => Math.round(Math.max(...[...margin.children].map((note) => note.getBoundingClientRect().bottom))))`
    const firsts = `[...document.querySelectorAll('.turn-head ~ .inside')].map((inside) => Math.round(inside.querySelector('.message').getBoundingClientRect().top))`
    const [tops, bottoms] = [await page.evaluate<number[]>(firsts), await page.evaluate<number[]>(notes)]
    expect(bottoms).toHaveLength(2)
    bottoms.forEach((bottom, turn) => {
      expect(bottom).toBeLessThanOrEqual(tops[turn] ?? 0)
    })
  })

  test('keeps in its address what is hidden, and is so again when it is opened again', async () => {
    const {page, expectQuiet} = await open()
    expect(await page.isVisible('.g-tool >> nth=0')).toBe(true)
    await page.click('[popovertarget="filters"]')
    await page.uncheck('#show-tool')
    await page.uncheck('#show-assistant')
    expect(new URL(page.url()).search).toBe('?hide=assistant,tool')
    await page.reload()
    expect(await page.isVisible('.g-tool >> nth=0')).toBe(false)
    expect(await page.isVisible('.message.assistant >> nth=0')).toBe(false)
    await page.click('[popovertarget="filters"]')
    await page.check('#show-tool')
    await page.check('#show-assistant')
    expect(new URL(page.url()).search).toBe('')
    await expectQuiet()
  })

  test('shows only what went wrong, with what was asked', async () => {
    const {page, expectQuiet} = await open('?only=errors')
    const seen = async (words: string): Promise<boolean> => page.isVisible(`#slices :text("${words}")`)
    expect(await page.isChecked('#only-errors')).toBe(true)
    expect(await seen('make turn')).toBe(true)
    expect(await seen('Please mend the windmill')).toBe(true)
    expect(await seen('ls sails')).toBe(false)
    expect(await seen('Then oil the shaft')).toBe(false)
    await page.click('[popovertarget="filters"]')
    await page.uncheck('#only-errors')
    expect(await seen('ls sails')).toBe(true)
    expect(new URL(page.url()).search).toBe('')
    await expectQuiet()
  })

  test('keeps in its address what is looked for, how far all is open, and what is beside it', async () => {
    const {page, expectQuiet} = await open()
    await page.fill('#search', 'shaft')
    await waitUntilAsync(async () => (await page.textContent('.hits')) !== '')
    await page.keyboard.press('Enter')
    await page.locator('#conversation').focus()
    await page.keyboard.press('3')
    await page.keyboard.press('d')
    await page.waitForURL((url) => url.search === '?find=shaft&open=all&panel=hidden')
    const other = await open(new URL(page.url()).search)
    expect(await other.page.inputValue('#search')).toBe('shaft')
    expect(await other.page.textContent('.hits')).toMatch(/^\d+ found$/)
    expect(await other.page.locator('#slices details:not([open])').count()).toBe(0)
    expect(await other.page.isVisible('#details')).toBe(false)
    // The address of another reader does not change one's own settings.
    await other.page.goto(`${viewer.url}/s/${sessionId(1)}`)
    expect(await other.page.isVisible('#details')).toBe(true)
    await expectQuiet()
    await other.expectQuiet()
  })

  test('opens what comes as far as all the rest, and leaves closed what the reader closed', async () => {
    const session = growingSession(viewer.projects, 2)
    session.ask('Count the sails')
    session.answer(session.call('ls'), 'one')
    await waitUntilAsync(async () => (await fetch(`${viewer.url}/s/${sessionId(2)}`)).ok)
    const {page, expectQuiet} = await openPage(browser(), {url: `${viewer.url}/s/${sessionId(2)}?open=all`})
    await page.waitForSelector('.connection[data-link="open"]')
    await page.click('#slices details.message > summary')
    session.answer(session.call('ls -a'), 'two')
    await page.waitForSelector('#slices details.message[open]:has-text("ls -a")')
    expect(await page.locator('#slices details.message').first().getAttribute('open')).toBeNull()
    await expectQuiet()
  })

  test('copies one message as Markdown', async () => {
    const {page, expectQuiet} = await open()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const copied = (): Promise<string> => page.evaluate('navigator.clipboard.readText()')
    await page.hover('.message.assistant >> nth=0')
    await page.click('.entry-tools button:has-text("copy")')
    await page.waitForSelector('.entry-tools button:has-text("copied")')
    expect(await copied()).toBe('I look at the **sails**.\n')
    await page.hover('.message:has-text("make turn") >> nth=-1')
    await page.keyboard.press('c')
    await waitUntilAsync(async () => (await copied()).includes('the shaft is stuck'))
    expect(await copied()).toContain('`make turn`')
    await expectQuiet()
  })

  test('says in its address that a record is shown, and shows it again', async () => {
    const {page, expectQuiet} = await open()
    await page.hover('.message.assistant >> nth=0')
    await page.keyboard.press('r')
    await page.waitForSelector('.raw-dialog code:has-text("claude-opus-5-5")')
    const {search} = new URL(page.url())
    expect(search).toMatch(/^\?raw=/)
    const other = await open(search)
    await other.page.waitForSelector('.raw-dialog code:has-text("claude-opus-5-5")')
    await other.page.keyboard.press('Escape')
    await other.page.waitForURL((url) => url.search === '')
    await expectQuiet()
  })

  test('offers to hide what comes later, with how many there are', async () => {
    const session = growingSession(viewer.projects, 3)
    session.ask('Say something')
    await waitUntilAsync(async () => (await fetch(`${viewer.url}/s/${sessionId(3)}`)).ok)
    const {page, expectQuiet} = await openPage(browser(), {url: `${viewer.url}/s/${sessionId(3)}`})
    await page.waitForSelector('.connection[data-link="open"]')
    await page.click('[popovertarget="filters"]')
    expect(await page.isVisible('.only-tool')).toBe(false)
    session.answer(session.call('ls'), 'one')
    session.answer(session.call('ls -a'), 'two')
    await page.waitForSelector('.only-tool:has-text("2")')
    await expectQuiet()
  })
})
