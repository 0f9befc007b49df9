import {cpSync} from 'node:fs'
import {basename, dirname, join} from 'node:path'
import {afterAll, beforeAll, expect, test} from 'vitest'
import {describeInBrowser, openPage} from '../support/browser/browser.ts'
import {findAxeViolations} from '../support/browser/find-axe-violations.ts'
import {recording} from '../support/conversation/recordings.ts'
import type {ServedViewer} from '../support/viewer/served-viewer.ts'
import {serveViewer, waitUntilAsync} from '../support/viewer/served-viewer.ts'

const [transcript = ''] = recording('2.1.325/tools-basic').transcripts.map(({path}) => path)
const id = basename(transcript, '.jsonl')

describeInBrowser('the changes of a session', (browser) => {
  let viewer: ServedViewer
  const get = (path: string): Promise<Response> => fetch(`${viewer.url}${path}`)
  beforeAll(async () => {
    viewer = await serveViewer((projects) =>
      cpSync(dirname(transcript), join(projects, basename(dirname(transcript))), {recursive: true}),
    )
    await waitUntilAsync(async () => (await get(`/s/${id}`)).status === 200)
  })
  afterAll(() => viewer?.close())

  test('are one click away from the session, each file with its combined diff', async () => {
    const {page, expectQuiet} = await openPage(browser(), {url: `${viewer.url}/s/${id}`})
    await page.click('.actions a:text("Changes")')
    await page.waitForURL(`**/s/${id}/changes`)
    expect(await page.locator('.changed-files li code').allTextContents()).toEqual([
      'src/app.ts',
      'src/new.ts',
      'nb.ipynb',
    ])
    expect(await page.locator('#file-1 ins').allTextContents()).toEqual(['  return a + b;'])
    expect(await page.locator('#file-1 del').allTextContents()).toEqual(['  return a - b; // BUG'])
    expect(await findAxeViolations(page)).toEqual([])
    await expectQuiet()
  })

  test('lead back to the call that made them', async () => {
    const {page} = await openPage(browser(), {url: `${viewer.url}/s/${id}/changes`})
    await page.click('#file-2 .changed-by a:nth-of-type(2)')
    await page.waitForURL(`**/s/${id}#toolu_*`)
    const anchor = decodeURIComponent(new URL(page.url()).hash.slice(1))
    await page.waitForFunction((name) => {
      const box = document.getElementById(name)?.getBoundingClientRect()
      return box !== undefined && box.height > 0 && box.top >= 0 && box.top < innerHeight
    }, anchor)
  })

  test('lead to every session that changed the same file', async () => {
    const {page} = await openPage(browser(), {url: `${viewer.url}/s/${id}/changes`})
    await page.click('#file-1 .changed-by a:text("History")')
    await page.waitForURL('**/file?path=*')
    expect(await page.locator('.changed-file h2 a').getAttribute('href')).toBe(`/s/${id}/changes`)
    expect(await page.locator('.changed-file ins').allTextContents()).toEqual(['  return a + b;'])
    expect(await findAxeViolations(page)).toEqual([])
    expect(await (await get('/file?path=app.ts')).text()).toContain('+ b;</b>')
    expect(await (await get('/file?path=p.ts')).text()).toContain('No session changed this file.')
    expect((await get('/file')).status).toBe(400)
  })

  test('can be downloaded as a patch', async () => {
    const answer = await get(`/s/${id}/changes.patch`)
    expect(await answer.text()).toContain('\n-  return a - b; // BUG\n+  return a + b;\n')
    expect((await get('/s/missing/changes')).status).toBe(404)
  })
})
