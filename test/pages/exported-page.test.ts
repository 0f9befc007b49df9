import {cpSync, mkdirSync, readdirSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'
import type {Page} from 'playwright-core'
import {afterAll, beforeAll, describe, expect, test} from 'vitest'
import {walkEntries} from '../../src/page/index.ts'
import {renderHtmlSession} from '../../src/render/html/index.ts'
import type {OpenedPage, OpenOptions} from '../support/browser/browser.ts'
import {describeInBrowser, openPage} from '../support/browser/browser.ts'
import {findAxeViolations} from '../support/browser/find-axe-violations.ts'
import {
  exportedPageOptions,
  firstSession,
  temporaryFolder,
  writeParts,
} from '../support/pages/exported-page.ts'
import {callOf, sessionPageOf, turnOf} from '../support/pages/session-page.ts'
import {recount} from '../support/program.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const sample = join(root, 'samples/discount/transcript')
const recorded = (name: string): string => join(root, 'test/recordings/2.1.325', name)

const {folder: temp, remove} = temporaryFolder()
afterAll(remove)

/** What the program makes of two projects. */
const pages = {index: '', project: '', sample: '', terminal: ''}
beforeAll(() => {
  const projects = join(temp, 'projects')
  mkdirSync(projects)
  cpSync(sample, projects, {recursive: true})
  cpSync(join(recorded('tui-interactive'), 'transcript'), projects, {recursive: true})
  const out = join(temp, 'pages')
  const {status, stderr} = recount(['export', projects, '-o', out, '--format', 'html'], {home: temp})
  if (status !== 0) throw new Error(stderr)
  const folders = readdirSync(out, {withFileTypes: true}).filter((found) => found.isDirectory())
  for (const {name} of folders) {
    const files = readdirSync(join(out, name))
    const [session = ''] = files.filter((file) => file.startsWith('session-'))
    if (name === 'home-ada-shop') pages.sample = join(out, name, session)
    else pages.terminal = join(out, name, session)
    if (files.includes('combined.html')) pages.project = join(out, name, 'combined.html')
  }
  pages.index = join(out, 'index.html')
})

/** How many elements fit, and are to be seen. */
const shown = (page: Page, selector: string): Promise<number> =>
  page.locator(selector).filter({visible: true}).count()

const isShown = (page: Page, selector: string): Promise<boolean> => page.locator(selector).first().isVisible()

/** Whether an element is where a reader sees it, below the bar. */
const isInSight = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate(
    `(() => { const {top, bottom, height} = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect()
      return height > 0 && bottom > 0 && top < innerHeight })()`,
  )

describeInBrowser('an exported page', (browser) => {
  const open = (visit: OpenOptions): Promise<OpenedPage> => openPage(browser(), visit)

  test('holds everything it needs', async () => {
    for (const file of Object.values(pages)) {
      const visited = await open({file})
      await visited.expectQuiet()
      expect(visited.requests).toEqual([])
      await visited.page.context().close()
    }
  })

  test('sets prose in lines of 68 to 76 characters, as wide as they are in the reader’s font', async () => {
    const {page} = await open({file: pages.sample, width: 1440})
    const characters = await page.evaluate(`(() => {
      const text = document.querySelector('.message.assistant .prose > p')
      const words = 'The quick answer is that the cart only adds up while the checkout takes what is due. '
      text.textContent = words.repeat(20)
      const range = document.createRange()
      const tops = new Map()
      for (let at = 0; at < text.firstChild.length; at += 1) {
        range.setStart(text.firstChild, at)
        range.setEnd(text.firstChild, at + 1)
        const {top} = range.getBoundingClientRect()
        tops.set(top, (tops.get(top) ?? 0) + 1)
      }
      const lines = [...tops.values()].slice(0, -1)
      return lines.reduce((sum, length) => sum + length, 0) / lines.length
    })()`)
    expect(characters).toBeGreaterThan(66)
    expect(characters).toBeLessThan(77)
  })

  test('has on one line what work in the background took, where its end begins a turn', async () => {
    const file = join(temp, 'background.html')
    const recording = join(root, 'test/recordings/2.1.112/subagent-background/transcript')
    expect(recount(['export', recording, '-o', file], {home: temp}).status).toBe(0)
    const {page} = await open({file})
    const took = page.locator('.turn-head .task_notification .took')
    expect(await took.textContent()).toBe('2.70s')
    expect((await took.boundingBox())?.height).toBeLessThan(30)
  })

  test('says in its filter which kinds it holds, and hooks that went well are none of them', async () => {
    const {page} = await open({file: pages.sample})
    expect(await page.locator('#show-hook').count()).toBe(0)
  })

  describe('folds', () => {
    test('go through three states, one click each', async () => {
      const visited = await open({file: pages.sample})
      const {page} = visited
      const bar = page.locator('.inside.of-prompt > summary').first()
      const answers = '.turn:first-of-type .message.assistant:not(.sidechain)'
      const calls = '.turn:first-of-type .of-answer .message.tool_use:not(.sidechain)'
      expect(await bar.textContent()).toBe('8 replies · 2 thinking · 16 tool calls · 1 agent')
      expect(await isShown(page, answers)).toBe(true)
      await bar.click()
      expect(await isShown(page, answers)).toBe(false)
      await bar.click()
      expect([await isShown(page, answers), await isShown(page, calls)]).toEqual([true, false])
      await bar.click()
      expect([await isShown(page, answers), await isShown(page, calls)]).toEqual([true, true])
      expect(await page.locator('.turn:first-of-type details.message:not([open])').count()).toBe(0)
      await visited.expectQuiet()
    })

    test('of all of the page are set by three buttons and by three keys', async () => {
      const visited = await open({file: pages.sample})
      const {page} = visited
      const all = await page.locator('main :is(.inside, .lane, .calls, details.message)').count()
      const opened = (): Promise<number> =>
        page.locator('main :is(.inside, .lane, .calls, details.message)[open]').count()
      await page.getByRole('button', {name: 'Expand all'}).click()
      expect(await opened()).toBe(all)
      await page.getByRole('button', {name: 'Collapse all'}).click()
      expect(await opened()).toBe(0)
      expect(await shown(page, '.turn-head')).toBe(2)
      expect(await shown(page, '.landmark')).toBe(1)
      await page.getByRole('button', {name: 'Expand one level'}).click()
      expect(await isShown(page, '.message.assistant')).toBe(true)
      expect(await isShown(page, '.message.tool_use')).toBe(false)
      await page.keyboard.press('3')
      expect(await opened()).toBe(all)
      await page.keyboard.press('1')
      expect(await opened()).toBe(0)
      await page.keyboard.press('2')
      expect(await isShown(page, '.message.assistant')).toBe(true)
      await visited.expectQuiet()
    })

    test('of a call hold markup, which is coloured too', async () => {
      const file = join(temp, 'markup.html')
      const code = '<!-- why -->\n<p class="a">Hello</p>'
      const session = sessionPageOf([
        turnOf(1, [
          callOf({prominent: 'asked', asked: [{kind: 'code', code, language: 'xml', firstLine: undefined}]}),
        ]),
      ])
      writeFileSync(file, renderHtmlSession(session, exportedPageOptions()).join(''))
      const visited = await open({file})
      const marked = visited.page.locator('code.language-xml')
      await marked.locator('.hljs-comment').waitFor()
      expect(await marked.textContent()).toBe(code)
      await visited.expectQuiet()
    })

    test('of a call hold its code, which is coloured when it is seen, and is the same text', async () => {
      const visited = await open({file: pages.sample})
      const {page} = visited
      const code = page.locator('.calls code.language-typescript').first()
      const text = await code.textContent()
      expect(await page.locator('[class^=hljs]').count()).toBe(0)
      await page.locator('.calls > summary').first().click()
      await page.locator('.calls details.message > summary').first().click()
      await code.locator('.hljs-keyword').first().waitFor()
      expect(await code.textContent()).toBe(text)
      await visited.expectQuiet()
    })

    test('hold paths that were left, and say what was asked there', async () => {
      const visited = await open({file: pages.terminal})
      const {page} = visited
      const left = page.locator('details.branch')
      expect(await left.locator('> summary').textContent()).toContain('Rewound: “Write a secret”')
      expect(await left.locator('.turn').first().isVisible()).toBe(false)
      await left.locator('> summary').click()
      expect(await left.locator('.turn').first().isVisible()).toBe(true)
      await visited.expectQuiet()
    })
  })

  describe('filters', () => {
    test('say how many there are of each type, and hide it', async () => {
      const visited = await open({file: pages.sample})
      const {page} = visited
      await page.keyboard.press('3')
      await page.getByRole('button', {name: 'Filter'}).click()
      for (const box of await page.locator('#filters fieldset label').all()) {
        const name = (await box.locator('input').getAttribute('id'))?.replace('show-', 'g-')
        const messages = `main .message.${name}`
        expect(Number(await box.locator('.count').textContent())).toBe(await page.locator(messages).count())
        expect(await shown(page, messages)).toBeGreaterThan(0)
        await box.locator('input').uncheck()
        expect(await shown(page, messages)).toBe(0)
        await box.locator('input').check()
        expect(await shown(page, messages)).toBeGreaterThan(0)
      }
      await visited.expectQuiet()
    })
  })

  describe('the search', () => {
    /** Types words, and waits until all of the page was searched: what was marked before is then marked no more. */
    const find = async (page: Page, words: string): Promise<string> => {
      await page.evaluate('CSS.highlights.set("found", window.before = new Highlight())')
      await page.locator('#search').fill(words)
      await expect.poll(() => page.evaluate('CSS.highlights.get("found") === window.before')).toBe(false)
      return (await page.locator('.hits').textContent()) ?? ''
    }
    const current = 'getSelection() && [...CSS.highlights.get("found-now")].map(String).join()'

    test('finds text wherever it is, jumps from hit to hit, and opens what they are in', async () => {
      const visited = await open({file: pages.sample})
      const {page} = visited
      const words = 'memberDiscount|couponDiscount'
      expect(await find(page, words)).toMatch(/^[1-9]\d* found$/)
      expect(await page.locator('.lane').first().getAttribute('open')).toBeNull()
      await page.keyboard.press('Enter')
      expect(await page.locator('.hits').textContent()).toMatch(/^1 of \d+$/)
      expect(await page.evaluate(current)).toBe(words)
      expect(await page.locator('.lane').first().getAttribute('open')).toBe('')
      expect(await find(page, 'SUBTOTAL')).toMatch(/^\d+ found$/)
      const hits = Number(/\d+/.exec((await page.locator('.hits').textContent()) ?? '')?.[0])
      expect(hits).toBeGreaterThan(5)
      for (let hit = 1; hit <= hits; hit++) {
        await page.getByRole('button', {name: 'Next hit'}).click()
        expect(await page.locator('.hits').textContent()).toBe(`${hit} of ${hits}`)
        expect(String(await page.evaluate(current)).toLowerCase()).toBe('subtotal')
        const isSeen = (): Promise<boolean> =>
          page.evaluate(
            `(() => { const box = [...CSS.highlights.get("found-now")][0].getBoundingClientRect()
              return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight })()`,
          )
        await expect.poll(isSeen, {message: `hit ${hit}`}).toBe(true)
      }
      await page.getByRole('button', {name: 'Next hit'}).click()
      expect(await page.locator('.hits').textContent()).toBe(`1 of ${hits}`)
      await page.getByRole('button', {name: 'Previous hit'}).click()
      expect(await page.locator('.hits').textContent()).toBe(`${hits} of ${hits}`)
      await visited.expectQuiet()
    })

    test('takes a regular expression between slashes, and says when it is none', async () => {
      const visited = await open({file: pages.sample})
      const {page} = visited
      expect(await find(page, '/expected \\d+ to be \\d+/')).toMatch(/^[1-9]\d* found$/)
      await page.keyboard.press('Enter')
      expect(await page.evaluate(current)).toBe('expected 8100 to be 9000')
      expect(await find(page, '/(/')).toBe('Invalid regex')
      expect(await find(page, 'there is no such text')).toBe('0 found')
      await page.keyboard.press('Escape')
      expect(await page.locator('#search').inputValue()).toBe('')
      expect(await page.evaluate('CSS.highlights.size')).toBe(0)
      await visited.expectQuiet()
    })

    test('does not find what is filtered away', async () => {
      const visited = await open({file: pages.sample})
      const {page} = visited
      expect(await find(page, 'vitest run')).not.toBe('0 found')
      await page.getByRole('button', {name: 'Filter'}).click()
      await page.locator('#show-tool').uncheck()
      await page.keyboard.press('Escape')
      expect(await find(page, 'vitest run --')).toBe('0 found')
      await visited.expectQuiet()
    })
  })

  describe('links', () => {
    const deep = firstSession(sample)
      .turns.flatMap((turn) => [...walkEntries(turn.entries)])
      .find(({lane, tool}) => lane !== undefined && tool === 'Grep')?.anchor

    test('into a page open all folds around their target, and it, and lead there', async () => {
      const visited = await open({file: pages.sample, hash: `#${deep}`})
      const {page} = visited
      expect(await page.locator(`#${deep}`).getAttribute('open')).toBe('')
      expect(await page.locator(`#${deep} .body`).isVisible()).toBe(true)
      await expect.poll(() => isInSight(page, `#${deep} > summary`)).toBe(true)
      await visited.expectQuiet()
    })

    test('lead there again when they are followed again', async () => {
      const visited = await open({file: pages.sample})
      const {page} = visited
      const link = page.locator('#outline .mark-error a').first()
      const target = String(await link.getAttribute('href'))
      for (const _ of ['once', 'again']) {
        await page.keyboard.press('1')
        await page.evaluate('scrollTo(0, 0)')
        await link.click()
        await expect.poll(() => isInSight(page, `${target} > summary`)).toBe(true)
        expect(await page.locator(`${target} .body`).first().isVisible()).toBe(true)
      }
      await visited.expectQuiet()
    })

    test('of the outline, the timeline and the details all lead somewhere', async () => {
      for (const file of [pages.sample, pages.terminal, pages.project]) {
        const visited = await open({file})
        const lost = await visited.page.evaluate(
          `[...document.querySelectorAll('a[href^="#"]')].map((link) => link.getAttribute('href'))
            .filter((href) => !document.getElementById(href.slice(1)))`,
        )
        expect(lost).toEqual([])
        await visited.expectQuiet()
      }
    })

    test('of the timeline lead to what they stand for', async () => {
      const visited = await open({file: pages.sample})
      const {page} = visited
      const bar = page.locator('.timeline .did.failed').first()
      await bar.click({force: true})
      const hash = String(await page.evaluate('location.hash'))
      expect(await page.locator(hash).getAttribute('class')).toContain('is-failed')
      await expect.poll(() => isInSight(page, `${hash} > summary`)).toBe(true)
      await visited.expectQuiet()
    })

    test('lead into other parts, whichever part they are tried on', async () => {
      const folder = join(temp, 'parts')
      mkdirSync(folder)
      const session = firstSession(sample)
      const files = writeParts(folder, session, {partBytes: 12_000})
      expect(files.length).toBeGreaterThan(2)
      const [first = '', second = ''] = files
      const visited = await open({file: first})
      const {page} = visited
      await page.locator('#outline .part a').first().click()
      await page.waitForURL(/part-\d\.html$/)
      const last = session.turns.at(-1)?.anchor ?? ''
      await page.goto(`file://${first}#${last}`)
      await page.waitForURL(/part-[2-9]\.html#/)
      await expect.poll(() => isInSight(page, `[id="${last}"]`)).toBe(true)
      await page.goto(`file://${second}`)
      await page.locator('.pager a[rel=prev]').click()
      await page.waitForURL(/part-1\.html$/)
      await page.locator('.timeline .track:first-child a').last().click({force: true})
      await page.waitForURL(/part-[2-9]\.html#/)
      const hash = String(await page.evaluate('location.hash'))
      await expect.poll(() => isInSight(page, `[id="${hash.slice(1)}"]`)).toBe(true)
      await visited.expectQuiet()
    })
  })

  describe('light and dark', () => {
    const paper = 'getComputedStyle(document.body).backgroundColor'
    const light = 'rgb(251, 250, 247)'
    const dark = 'rgb(22, 24, 28)'

    test('follow the system until the reader chooses, and then stay', async () => {
      const visited = await open({file: pages.sample, dark: true})
      const {page} = visited
      expect(await page.evaluate(paper)).toBe(dark)
      await page.getByRole('button', {name: 'Toggle theme'}).click()
      expect(await page.evaluate(paper)).toBe(light)
      await page.reload()
      expect(await page.evaluate(paper)).toBe(light)
      await page.keyboard.press('t')
      expect(await page.evaluate(paper)).toBe(dark)
      await visited.expectQuiet()
      const other = await open({file: pages.index})
      expect(await other.page.evaluate(paper)).toBe(light)
      await other.page.getByRole('button', {name: 'Toggle theme'}).click()
      expect(await other.page.evaluate(paper)).toBe(dark)
      await other.expectQuiet()
    })
  })

  describe('without JavaScript', () => {
    test('is read, unfolded and filtered as with it', async () => {
      const visited = await open({file: pages.sample, javaScript: false})
      const {page} = visited
      expect(await shown(page, '.needs-script')).toBe(0)
      expect(await shown(page, '.message.assistant:not(.sidechain)')).toBeGreaterThan(5)
      const call = page.locator('.message.tool_use.is-failed').first()
      // A failed call is open.
      expect(await call.locator('.body').isVisible()).toBe(true)
      await call.locator('> summary').click()
      expect(await call.locator('.body').isVisible()).toBe(false)
      await call.locator('> summary').click()
      expect(await call.locator('.body').isVisible()).toBe(true)
      await page.getByRole('button', {name: 'Filter'}).click()
      await page.locator('#show-assistant').uncheck()
      expect(await shown(page, '.message.assistant')).toBe(0)
      await visited.expectQuiet()
    })

    test('every text can be come by', async () => {
      const visited = await open({file: pages.sample, javaScript: false})
      const {page} = visited
      for (let closed = -1; closed !== 0; ) {
        const folds = page.locator('main details:not([open]):not(.raw) > summary').filter({visible: true})
        closed = await folds.count()
        if (closed > 0) await folds.first().click()
      }
      const hidden = await page.evaluate(
        `[...document.querySelectorAll('main .text, main .body, main pre')].filter((element) => !element.closest('.raw') && !element.checkVisibility()).length`,
      )
      expect(hidden).toBe(0)
      await visited.expectQuiet()
    })
  })

  describe('by the keyboard', () => {
    test('the conversation is one key away, and so is everything else', async () => {
      const visited = await open({file: pages.sample})
      const {page} = visited
      const focused = (): Promise<unknown> =>
        page.evaluate('document.activeElement.id || document.activeElement.className')
      await page.keyboard.press('Tab')
      expect(await focused()).toBe('skip')
      expect(await isInSight(page, '.skip')).toBe(true)
      await page.keyboard.press('Enter')
      expect(await focused()).toBe('conversation')
      await page.keyboard.press('/')
      expect(await focused()).toBe('search')
      await page.keyboard.type('t3?')
      expect(await page.locator('#search').inputValue()).toBe('t3?')
      await page.keyboard.press('Escape')
      await page.keyboard.press('?')
      await expect.poll(() => isShown(page, '#keys')).toBe(true)
      await page.keyboard.press('Escape')
      await expect.poll(() => isShown(page, '#keys')).toBe(false)
      await page.keyboard.press('d')
      expect(await isShown(page, '#details')).toBe(false)
      await page.keyboard.press('d')
      expect(await isShown(page, '#details')).toBe(true)
      await visited.expectQuiet()
    })

    test('folds open, close and open wholly', async () => {
      const visited = await open({file: pages.sample})
      const {page} = visited
      const lane = page.locator('.lane').first()
      await lane.locator('> summary').focus()
      await page.keyboard.press('ArrowRight')
      expect(await lane.getAttribute('open')).toBe('')
      expect(await lane.locator('.message.tool_use').first().isVisible()).toBe(false)
      await page.keyboard.press('Shift+ArrowRight')
      expect(await lane.locator('.message.tool_use .body').first().isVisible()).toBe(true)
      await page.keyboard.press('ArrowLeft')
      expect(await lane.getAttribute('open')).toBeNull()
      const call = page.locator('.message.is-failed').first()
      await call.locator('> summary').focus()
      await page.keyboard.press('Enter')
      expect(await call.locator('.body').isVisible()).toBe(false)
      await page.keyboard.press('Enter')
      expect(await call.locator('.body').isVisible()).toBe(true)
      await visited.expectQuiet()
    })

    test('turns are walked through', async () => {
      const visited = await open({file: pages.sample, height: 400})
      const {page} = visited
      const top = (turn: number): Promise<number> =>
        page.evaluate(`document.querySelectorAll('.turn')[${turn}].getBoundingClientRect().top`)
      await page.keyboard.press('j')
      await expect.poll(() => top(0)).toBeLessThan(100)
      await page.keyboard.press('j')
      await expect.poll(() => top(1)).toBeLessThan(100)
      expect(await top(1)).toBeGreaterThanOrEqual(0)
      await page.keyboard.press('k')
      await expect.poll(() => top(0)).toBeGreaterThanOrEqual(0)
      await visited.expectQuiet()
    })

    test('what has the focus shows it', async () => {
      const visited = await open({file: pages.sample})
      const {page} = visited
      const plain: string[] = []
      for (let step = 0; step < 60; step++) {
        await page.keyboard.press('Tab')
        const mark = await page.evaluate(
          `(() => { const element = document.activeElement
            const {outlineStyle, outlineWidth} = getComputedStyle(element)
            return outlineStyle === 'none' || outlineWidth === '0px' ? element.outerHTML.slice(0, 120) : '' })()`,
        )
        if (mark !== '') plain.push(String(mark))
      }
      expect(plain).toEqual([])
      await visited.expectQuiet()
    })
  })

  describe('pictures', () => {
    const html = (): string =>
      renderHtmlSession(
        firstSession(join(recorded('stream-input'), 'transcript')),
        exportedPageOptions(),
      )[0] ?? ''

    test('open in front of the page and close again; the text beside them opens nothing', async () => {
      const visited = await open({html: html()})
      const {page} = visited
      await page.locator('.message.image .prose').first().click()
      expect(await shown(page, '.lightbox')).toBe(0)
      await page.locator('button.image').first().click()
      await expect.poll(() => isShown(page, '.lightbox img')).toBe(true)
      await page.keyboard.press('Escape')
      await expect.poll(() => shown(page, '.lightbox')).toBe(0)
      await page.locator('button.image').first().focus()
      await page.keyboard.press('Enter')
      await page.locator('.lightbox').getByRole('button', {name: 'Close'}).click()
      await expect.poll(() => shown(page, '.lightbox')).toBe(0)
      await visited.expectQuiet()
      expect(visited.requests.filter((url) => !url.startsWith('data:'))).toEqual([])
    })
  })

  describe('what was written', () => {
    test('is shown as Markdown, and as it was written', async () => {
      const visited = await open({file: pages.sample})
      const {page} = visited
      const head = page.locator('.turn-head').first()
      expect(await head.locator('.prose').isVisible()).toBe(true)
      await head.hover()
      await head.locator('.raw > summary').click()
      expect(await head.locator('.prose').isVisible()).toBe(false)
      expect(await head.locator('.raw pre').textContent()).toContain('`takes 10 % off for members, once`')
      await head.locator('.raw > summary').click()
      expect(await head.locator('.prose').isVisible()).toBe(true)
      await visited.expectQuiet()
    })

    test('of a diff is shown in one column or side by side', async () => {
      const visited = await open({file: pages.sample, width: 1440})
      const {page} = visited
      await page.keyboard.press('3')
      const diff = page.locator('.diff:has(.diff-toggle)').first()
      const tops = async (): Promise<readonly (number | undefined)[]> => {
        const change = diff.locator('.change:has(del):has(ins)').first()
        return [
          (await change.locator('del').first().boundingBox())?.y,
          (await change.locator('ins').first().boundingBox())?.y,
        ]
      }
      const [removed = 0, added = 0] = await tops()
      expect(added).toBeGreaterThan(removed)
      await diff.locator('.diff-toggle input').check()
      await expect.poll(async () => new Set(await tops()).size).toBe(1)
      await visited.expectQuiet()
    })

    test('of how to go on with the session is copied', async () => {
      const visited = await open({file: pages.sample})
      const {page} = visited
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      const copy = page.getByRole('button', {name: 'Copy the resume command'})
      await copy.click()
      await expect.poll(() => copy.textContent()).toBe('Copied')
      expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(
        /^cd -- \/home\/ada\/shop && claude --resume=[0-9a-f-]{36}$/,
      )
      await visited.expectQuiet()
    })
  })

  describe('the index', () => {
    test('finds sessions by words, and leads to them and back', async () => {
      const visited = await open({file: pages.index})
      const {page} = visited
      const cards = await page.locator('.card').count()
      expect(cards).toBeGreaterThan(2)
      await page.locator('#filter').fill('discount ADA')
      await expect.poll(() => shown(page, '.card')).toBe(1)
      expect(await shown(page, '.project')).toBe(1)
      expect(await page.locator('.hits').textContent()).toBe(`1 of ${cards}`)
      await page.locator('#filter').fill('nothing has this')
      await expect.poll(() => shown(page, '.card')).toBe(0)
      await page.keyboard.press('Escape')
      await expect.poll(() => shown(page, '.card')).toBe(cards)
      await page.getByRole('link', {name: 'Fix member discount'}).click()
      await page.waitForURL(/session-.*\.html$/)
      await page.getByRole('link', {name: 'All sessions'}).click()
      await page.waitForURL(/index\.html$/)
      await visited.expectQuiet()
    })
  })

  describe('on paper', () => {
    test('is the conversation and nothing around it', async () => {
      const visited = await open({file: pages.sample, dark: true})
      const {page} = visited
      await page.keyboard.press('1')
      await page.emulateMedia({media: 'print', colorScheme: 'dark'})
      for (const selector of ['.bar', '.rail', '.panel', '.inside > .fold', '.copy'])
        expect(await shown(page, selector)).toBe(0)
      expect(await isShown(page, '.message.assistant')).toBe(true)
      expect(await page.evaluate('getComputedStyle(document.body).color')).not.toMatch(/rgb\(2\d\d/)
      await visited.expectQuiet()
    })
  })

  describe('on a phone', () => {
    test('fits, however much of it is open', async () => {
      for (const file of Object.values(pages)) {
        const visited = await open({file, width: 360, height: 720})
        const {page} = visited
        const wide = (): Promise<unknown> => page.evaluate(tooWide)
        expect(await wide()).toEqual([])
        await page.keyboard.press('3')
        expect(await wide()).toEqual([])
        await visited.expectQuiet()
        await page.context().close()
      }
    })

    test('outline and details are sheets', async () => {
      const visited = await open({file: pages.sample, width: 360, height: 720})
      const {page} = visited
      expect([await isShown(page, '#outline'), await isShown(page, '#details')]).toEqual([false, false])
      await page.getByRole('button', {name: 'Details'}).click()
      await expect.poll(() => isShown(page, '#details')).toBe(true)
      await page.keyboard.press('Escape')
      await page.getByRole('button', {name: 'Outline'}).click()
      await page.locator('#outline .turn-item > a').last().click()
      await expect.poll(() => isShown(page, '#outline')).toBe(false)
      await expect.poll(() => isInSight(page, '.turn:last-of-type .turn-head')).toBe(true)
      await visited.expectQuiet()
    })
  })

  describe('for people who see, hear or point otherwise', () => {
    test.each([
      ['light', false],
      ['dark', true],
    ])('has no serious faults, %s', async (_, dark) => {
      for (const [name, file] of Object.entries(pages)) {
        const visited = await open({file, dark})
        if (name === 'sample' || name === 'terminal') await visited.page.keyboard.press('3')
        expect(await findAxeViolations(visited.page), name).toEqual([])
        await visited.page.context().close()
      }
    })

    test('has no serious faults on a phone, nor in its sheets', async () => {
      const visited = await open({file: pages.sample, width: 360, height: 720})
      for (const name of ['Outline', 'Details', 'Filter']) {
        await visited.page.getByRole('button', {name, exact: true}).click()
        expect(await findAxeViolations(visited.page), name).toEqual([])
        await visited.page.keyboard.press('Escape')
      }
      await visited.expectQuiet()
    })
  })
})

/** What is wider than the page. */
const tooWide = `document.documentElement.scrollWidth <= innerWidth ? [] :
  [...document.querySelectorAll('body *')].filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
    .slice(0, 5).map((element) => element.outerHTML.slice(0, 120))`
