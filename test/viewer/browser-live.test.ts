import {readFileSync, writeFileSync} from 'node:fs'
import type {Page} from 'playwright-core'
import {afterAll, beforeAll, expect, test} from 'vitest'
import {describeInBrowser, openPage} from '../support/browser/browser.ts'
import type {GrowingSession} from '../support/viewer/growing-session.ts'
import {growingSession} from '../support/viewer/growing-session.ts'
import type {ServedViewer} from '../support/viewer/served-viewer.ts'
import {serveViewer, waitUntilAsync} from '../support/viewer/served-viewer.ts'

const appends = 20

describeInBrowser('a session that is running', (browser) => {
  let viewer: ServedViewer
  let number = 0
  beforeAll(async () => {
    viewer = await serveViewer()
  })
  afterAll(() => viewer?.close())

  const begin = async (turns = 1): Promise<GrowingSession> => {
    number += 1
    const session = growingSession(viewer.projects, number)
    for (let turn = 1; turn <= turns; turn += 1) {
      session.ask(`Question ${turn}`)
      session.say(`Answer ${turn}.`)
    }
    await waitUntilAsync(async () => (await fetch(`${viewer.url}/s/${session.id}`)).ok)
    return session
  }
  const open = async (session: GrowingSession, hash = '') => {
    const visited = await openPage(browser(), {url: `${viewer.url}/s/${session.id}`, hash})
    await visited.page.waitForSelector('.connection[data-link="open"]')
    return visited
  }

  test('shows each line that is written, once, in order, and without a request', async () => {
    const session = await begin()
    const {page, expectQuiet} = await open(session)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    for (let n = 0; n < appends; n += 1) {
      session.say(`Line ${n} came.`)
      await page.waitForSelector(`.message.assistant:has-text("Line ${n} came.")`, {state: 'attached'})
    }
    await expect.poll(() => linesOf(page)).toEqual(Array.from({length: appends}, (_, n) => n))
    expect(asked).toEqual([])
    await expectQuiet()
  })

  test('takes a call from running to done in its place, and counts the seconds', async () => {
    const session = await begin()
    const {page, expectQuiet} = await open(session)
    session.ask('Run the tests')
    const call = session.call('npm test')
    await page.waitForSelector(`#${call} .state:has-text("running"), #${call} .state:has-text("waiting")`)
    await page.waitForSelector('#running .took')
    session.answer(call, 'all green')
    await page.waitForSelector(`#${call} .state:has-text("completed")`)
    await waitUntilAsync(async () => (await page.locator('#running li').count()) === 0)
    expect(await page.textContent(`#${call} > .line .took`)).toBe('1.00s')
    await expectQuiet()
  })

  test('leaves open what was opened, selected what was selected, and in focus what was in focus', async () => {
    const session = await begin()
    const call = session.call('ls')
    session.answer(call, 'one\ntwo')
    const {page, expectQuiet} = await open(session)
    const fold = page.locator(`details#${call}`)
    await fold.locator('summary').click()
    await fold.locator('summary').focus()
    await page.evaluate(`getSelection().selectAllChildren(document.querySelector('#${call} .name'))`)
    await page.evaluate(`document.getElementById('${call}').kept = true`)
    session.say('And so on.')
    await page.waitForSelector('.message:has-text("And so on.")')
    expect(await fold.getAttribute('open')).toBe('')
    expect(await page.evaluate(`document.getElementById('${call}').kept`)).toBe(true)
    expect(await page.evaluate('getSelection().toString()')).toBe('Bash')
    expect(await page.evaluate(`document.activeElement.closest('details').id`)).toBe(call)
    await expectQuiet()
  })

  test('says that messages came, and goes there only when it is asked to', async () => {
    const session = await begin(40)
    const {page, expectQuiet} = await open(session)
    await page.keyboard.press('g')
    await waitUntilAsync(async () => (await page.evaluate('scrollY')) === 0)
    session.ask('Something new')
    session.say('Indeed.')
    await page.waitForSelector('.newest.has-new')
    await waitUntilAsync(async () => (await page.textContent('.newest')) === '↓ 2 new messages')
    expect(await page.evaluate('scrollY')).toBe(0)
    await page.click('.newest')
    await waitUntilAsync(async () => page.isHidden('.newest'))
    await expect.poll(() => page.isVisible('#slices >> text=Indeed.')).toBe(true)
    session.say('It follows now.')
    await page.waitForSelector('#slices >> text=It follows now.')
    await waitUntilAsync(async () =>
      page.evaluate('scrollY + innerHeight >= document.documentElement.scrollHeight - 4'),
    )
    await expectQuiet()
  })

  test('loses nothing and doubles nothing when the server is started again', async () => {
    const session = await begin()
    const {page, problems} = await open(session)
    for (let n = 0; n < 5; n += 1) session.say(`Line ${n} came.`)
    await page.waitForSelector('#slices >> text=Line 4 came.')
    await viewer.stop()
    for (let n = 5; n < 12; n += 1) session.say(`Line ${n} came.`)
    await page.waitForSelector('.connection:has-text("reconnecting")')
    await viewer.start()
    await page.waitForSelector('#slices >> text=Line 11 came.')
    for (let n = 12; n < 16; n += 1) session.say(`Line ${n} came.`)
    await page.waitForSelector('#slices >> text=Line 15 came.')
    await expect.poll(() => linesOf(page)).toEqual(Array.from({length: 16}, (_, n) => n))
    expect(problems.filter((problem) => !problem.includes('ERR_'))).toEqual([])
  })

  test('is loaded again when its file was written again', async () => {
    const session = await begin()
    const {page, expectQuiet} = await open(session)
    session.say('Line 1 came.')
    await page.waitForSelector('#slices >> text=Line 1 came.')
    const [first = '', , last = ''] = readFileSync(session.file, 'utf8').split('\n')
    writeFileSync(session.file, `${first}\n${last.replace('Line 1 came.', 'Line 2 came.')}\n`)
    await page.waitForSelector('#slices >> text=Line 2 came.')
    await expect.poll(() => linesOf(page)).toEqual([2])
    await expectQuiet()
  })

  test('shows what was written down of a message, and leads to it by its address', async () => {
    const session = await begin()
    const {page, expectQuiet} = await open(session)
    const answer = page.locator('.message.assistant').first()
    await answer.hover()
    await page.click('.entry-tools button:has-text("raw")')
    await page.waitForSelector('.raw-dialog code:has-text("claude-opus-5-5")')
    await page.keyboard.press('Escape')
    await page.waitForSelector('.raw-dialog', {state: 'detached'})
    await expectQuiet()
    const id = await answer.getAttribute('id')
    const again = await open(session, `#${id}`)
    await again.page.waitForSelector(`[id="${id}"]`)
    await again.expectQuiet()
  })
})

/** The numbers of the lines that are on the page, in their order. */
async function linesOf(page: Page): Promise<readonly number[]> {
  const texts = await page.locator('#slices .message.assistant .text').allTextContents()
  return texts.flatMap((text) => {
    const line = /Line (\d+) came/.exec(text)?.[1]
    return line === undefined ? [] : [Number(line)]
  })
}
