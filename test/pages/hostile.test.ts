import {readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import MarkdownIt from 'markdown-it'
import {afterAll, beforeAll, expect, test} from 'vitest'
import {describeInBrowser, openPage} from '../support/browser/browser.ts'
import {findPageDangers, triggerHandlers} from '../support/browser/trigger-handlers.ts'
import {hostileSession, writeHostileSession} from '../support/hostile/hostile-session.ts'
import {hostileStream} from '../support/hostile/hostile-stream.ts'
import {temporaryFolder} from '../support/pages/exported-page.ts'
import {recount} from '../support/program.ts'
import {toolSamples} from '../tools/tool-samples.ts'

const {folder: temp, remove} = temporaryFolder()
afterAll(remove)

/** The first round has each vector alone; the other has other vectors in other fields. */
const rounds = [0, 7]
const projects = join(temp, 'projects')
const pages = join(temp, 'pages')
const notes = join(temp, 'notes')

function exportTo(folder: string, format: string): void {
  const words = ['export', projects, '-o', folder, '--format', format, '--depth', 'all']
  const {status, stderr} = recount(words, {home: temp})
  if (status !== 0) throw new Error(stderr)
}

const filesIn = (folder: string, ending: string): readonly string[] =>
  readdirSync(folder, {recursive: true, encoding: 'utf8'})
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name))

beforeAll(async () => {
  const samples = await toolSamples()
  for (const round of rounds) writeHostileSession(projects, hostileSession(round, samples))
  writeFileSync(join(projects, '-home-dev-demo', 'stream.jsonl'), `${hostileStream(3).join('\n')}\n`)
  exportTo(pages, 'html')
  exportTo(notes, 'md')
})

describeInBrowser('pages of hostile sessions', (browser) => {
  test.each([
    ['with their policy', false],
    ['without it', true],
  ])('run nothing, %s', async (_, bypassCsp) => {
    const files = filesIn(pages, '.html')
    expect(files.length).toBeGreaterThan(4)
    for (const file of files) {
      const visited = await openPage(browser(), {file, bypassCsp})
      const {page} = visited
      await triggerHandlers(page)
      await visited.expectQuiet()
      expect(visited.requests.filter((url) => !url.startsWith('data:'))).toEqual([])
      expect(await findPageDangers(page), file).toEqual([])
      const names: readonly string[] = await page.evaluate(
        `[...document.querySelectorAll('[id]')].map(({id}) => id)`,
      )
      expect(names.length).toBe(new Set(names).size)
      expect(names.filter((name) => !/^[\w.-]+$/.test(name))).toEqual([])
      expect(await page.evaluate('document.querySelector("#search, #filter").tagName')).toBe('INPUT')
      await page.context().close()
    }
  })

  test('are searched, linked into and coloured without anything running', async () => {
    const [file = ''] = filesIn(pages, '.html').filter((name) => name.includes('session-00000007'))
    const visited = await openPage(browser(), {
      file,
      bypassCsp: true,
      hash: '#%22%3E%3Cimg%20src=x%20onerror=__canary(1)%3E',
    })
    const {page} = visited
    await page.locator('#search').fill('/<img[^>]*onerror/i')
    await expect.poll(() => page.locator('.hits').textContent()).toMatch(/^[1-9]\d*\+? found$/)
    for (let hit = 0; hit < 5; hit++) await page.keyboard.press('Enter')
    await page.evaluate(`location.hash = '#<svg onload=__canary(2)>'`)
    await page.evaluate(`location.hash = '#%'`)
    await page.keyboard.press('Escape')
    await page.keyboard.press('3')
    await page.evaluate(lookAtCode)
    const coloured = (): Promise<number> => page.locator('[class^=hljs]').count()
    await expect.poll(coloured).toBeGreaterThan(0)
    // What comes into sight is coloured a piece at a time, in idle moments.
    for (let before = 0; before !== (await coloured()); ) {
      before = await coloured()
      await page.waitForTimeout(600)
    }
    await triggerHandlers(page)
    await visited.expectQuiet()
    expect(await findPageDangers(page)).toEqual([])
  })
})

describeInBrowser('Markdown of hostile sessions', (browser) => {
  test('runs nothing where it is shown, even where HTML is let through', async () => {
    const markdown = new MarkdownIt({html: true})
    // GitHub and others take more away than this; what they are given must not need it.
    markdown.validateLink = () => true
    for (const file of filesIn(notes, '.md')) {
      const body = markdown.render(readFileSync(file, 'utf8').replace(/^---\n[\s\S]*?\n---\n/, ''))
      const html = `<!doctype html><meta charset="utf-8"><title>notes</title><body>${body}</body>`
      // Beside the pictures that it shows.
      writeFileSync(`${file}.html`, html)
      const visited = await openPage(browser(), {file: `${file}.html`, bypassCsp: true})
      await triggerHandlers(visited.page)
      await visited.expectQuiet()
      expect(await findPageDangers(visited.page), file).toEqual([])
      await visited.page.context().close()
    }
  })
})

/** Brings all code into sight, one after the other, each long enough that the page notices. */
const lookAtCode = `(async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  for (const code of document.querySelectorAll('code[class*=language-]')) {
    code.scrollIntoView({block: 'center', behavior: 'instant'})
    await frame()
    await frame()
  }
})()`

test('nothing is written but pages, into the folder that was named', () => {
  const names = [...filesIn(pages, ''), ...filesIn(notes, '')]
  expect(names.filter((name) => !/^[\w./-]+$/.test(name))).toEqual([])
  expect(readdirSync(temp).filter((name) => !['projects', 'pages', 'notes'].includes(name))).toEqual([])
})
