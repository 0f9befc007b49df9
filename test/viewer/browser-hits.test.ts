import {cpSync, existsSync, mkdirSync, readdirSync} from 'node:fs'
import {basename, dirname, join} from 'node:path'
import {fileURLToPath} from 'node:url'
import type {Page} from 'playwright-core'
import {afterAll, beforeAll, expect, test} from 'vitest'
import {describeInBrowser, openPage} from '../support/browser/browser.ts'
import type {ServedViewer} from '../support/viewer/served-viewer.ts'
import {serveViewer, waitUntilAsync} from '../support/viewer/served-viewer.ts'

const folderAt = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const recordings = folderAt('../recordings')
/** Published transcripts, if they are next to the repository. */
const corpus = folderAt('../../../shared/corpus')

/** Every kind of thing that can be found, and words that are everywhere. */
const queries = [
  'kind:prompt',
  'kind:answer',
  'kind:thinking',
  'kind:call',
  'kind:result',
  'kind:command',
  'kind:output',
  'kind:summary',
  'kind:notice',
  'kind:hook',
  'kind:other',
  'kind:system',
  'error:yes',
  'tool:Bash error',
  'tool:Task',
  'agent:* file',
  'the test',
  '"to the"',
  '/func\\w+/i',
  'TODO OR README',
]

/** All hits are followed with this set; a few of each query otherwise. */
const isComplete = process.env['RECOUNT_ALL_HITS'] === '1'

interface FoundHit {
  readonly sessionId: string
  readonly messageId: string | null
  readonly link: string
  readonly kind: string
}

describeInBrowser('a hit of a search', (browser) => {
  const sources = [
    {name: 'recordings', folder: recordings, followed: 2},
    // They take minutes.
    ...(isComplete ? [{name: 'published transcripts', folder: corpus, followed: 3}] : []),
  ]
  for (const {name, folder, followed} of sources.filter(({folder}) => existsSync(folder))) {
    let viewer: ServedViewer
    beforeAll(async () => {
      viewer = await serveViewer((projects) => copySessions(folder, projects))
      await indexed(viewer)
    }, 240_000)
    afterAll(() => viewer?.close())

    test(`is known to the page of its session: ${name}`, async () => {
      const missing: string[] = []
      for (const q of queries) {
        for (const hit of await search(viewer, q)) {
          for (const at of new Set([hit.messageId, hit.link.slice(hit.link.indexOf('#') + 1)])) {
            if (at === null) continue
            const url = `${viewer.url}/s/${encodeURIComponent(hit.sessionId)}/find?name=${encodeURIComponent(at)}`
            await waitUntilAsync(async () => (await fetch(url)).status !== 202)
            if (!(await fetch(url)).ok) missing.push(`${q}: ${hit.kind} ${hit.link}`)
          }
        }
      }
      expect(missing).toEqual([])
    }, 240_000)

    test(
      `is on the screen after a click, with its words marked: ${name}`,
      async () => {
        const {page, expectQuiet} = await openPage(browser(), {url: viewer.url})
        const lost: string[] = []
        for (const q of queries) {
          const address = `${viewer.url}/search?q=${encodeURIComponent(q)}&most=300`
          await page.goto(address)
          const links = await page
            .locator('#results .hit h3 a')
            .evaluateAll((all) => all.map((link) => (link instanceof HTMLAnchorElement ? link.href : '')))
          const step = isComplete ? 1 : Math.max(1, Math.floor(links.length / followed))
          for (const link of links.filter((_, index) => index % step === 0)) {
            await page.goto(link)
            const seen = await landing(page)
            if (seen !== 'on the screen') lost.push(`${q}: ${link} is ${seen}`)
          }
        }
        expect(lost).toEqual([])
        await expectQuiet()
      },
      isComplete ? 3_600_000 : 240_000,
    )
  }
})

/** Where the target of the link is, once it was reached. */
async function landing(page: Page): Promise<string> {
  let seen = ''
  await waitUntilAsync(async () => {
    seen = await page.evaluate<string>(`(() => {
      if (document.querySelector('.missing-note')) return 'missing'
      const entry = document.querySelector('.flash')
      if (!entry) return ''
      const [range] = CSS.highlights.get('found-now') ?? []
      const {top, bottom} = (range ?? entry).getBoundingClientRect()
      return bottom > 0 && top < innerHeight && top >= 0 ? 'on the screen' : 'off the screen by ' + top
    })()`)
    return seen === 'on the screen' || seen === 'missing'
  }, 20_000).catch(() => {})
  return seen === '' ? 'not reached' : seen
}

async function search({url}: ServedViewer, q: string): Promise<readonly FoundHit[]> {
  const response = await fetch(`${url}/api/search.json?q=${encodeURIComponent(q)}&most=300`)
  const {hits}: {hits: readonly FoundHit[]} = JSON.parse(await response.text())
  return hits
}

/** Waits until everything is listed and searchable. */
async function indexed(viewer: ServedViewer): Promise<void> {
  let before = ''
  await waitUntilAsync(async () => {
    const count = (await (await fetch(`${viewer.url}/api/sessions.json`)).text()).length
    const hits = await search(viewer, 'the')
    const now = `${count} ${hits.length} ${hits.at(-1)?.link}`
    const isSame = now === before && hits.length > 0
    before = now
    await new Promise((resolve) => setTimeout(resolve, 500))
    return isSame
  })
}

/** Copies each session once: a page shows one of several copies. */
function copySessions(from: string, projects: string): void {
  const known = new Set<string>()
  const names = readdirSync(from, {recursive: true, encoding: 'utf8'}).sort()
  for (const name of names.filter((path) => /[\\/][\da-f-]{36}\.jsonl$/.test(path))) {
    const id = basename(name, '.jsonl')
    // A page shows nothing of sessions with an unknown command only, so it has no entry to go to.
    if (known.has(id) || /[\\/]slash[\\/]/.test(name)) continue
    known.add(id)
    const target = join(projects, dirname(name))
    mkdirSync(target, {recursive: true})
    cpSync(join(from, name), join(target, basename(name)))
    const companions = join(from, dirname(name), id)
    if (existsSync(companions)) cpSync(companions, join(target, id), {recursive: true})
  }
}
