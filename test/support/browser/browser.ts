import {mkdtempSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {pathToFileURL} from 'node:url'
import type {Browser, BrowserContext, Page} from 'playwright-core'
import {afterAll, afterEach, beforeAll, describe, expect} from 'vitest'
import {launchChromium} from './launch-chromium.ts'

/** What to open, and as whom. */
export interface OpenOptions {
  /** A page of a server; its origin is at home, all others are abroad. */
  readonly url?: string
  /** A page on disk, with `hash` behind its address. */
  readonly file?: string
  /** A page by its text; it is opened from a file, as exported pages are. */
  readonly html?: string
  readonly hash?: string
  readonly javaScript?: boolean
  readonly dark?: boolean
  readonly width?: number
  readonly height?: number
  readonly reducedMotion?: boolean
  /** Takes the page's own policy away, to see whether anything but it holds. */
  readonly bypassCsp?: boolean
}

/** A page that is open, with what it did unasked. */
export interface OpenedPage {
  readonly page: Page
  /** What went wrong so far, a sentence each: errors, requests abroad, dialogs, windows, code that ran. */
  readonly problems: readonly string[]
  /** The addresses of all requests but the first. */
  readonly requests: readonly string[]
  /** The ids of the vectors whose code ran. */
  readonly canaries: readonly number[]
  /** Fails when anything went wrong. */
  expectQuiet(): Promise<void>
  /** Keeps what is to be seen as a PNG. */
  screenshot(path: string, options?: {readonly whole?: boolean}): Promise<void>
}

/** The first run unpacks a browser, on a machine that may have other things to do. */
const launchTimeout = 300_000

const isSkipped = process.env['RECOUNT_SKIP_BROWSER'] === '1'

/**
 * Tests in a real browser: one browser for all of them, and a new context for each. They fail if there is no browser, and
 * are skipped only if RECOUNT_SKIP_BROWSER=1 says so.
 */
export function describeInBrowser(name: string, tests: (browser: () => Browser) => void): void {
  describe.skipIf(isSkipped)(name, () => {
    let browser: Browser | undefined
    beforeAll(async () => {
      const launched = await launchChromium()
      if ('missing' in launched)
        throw new Error(`${launched.missing} Set RECOUNT_SKIP_BROWSER=1 to skip the tests that need one.`)
      browser = launched.browser
    }, launchTimeout)
    afterEach(async () => {
      for (const context of browser?.contexts() ?? []) await context.close()
    }, launchTimeout)
    afterAll(async () => {
      await browser?.close()
    }, launchTimeout)
    tests(() => {
      if (!browser) throw new Error('There is no browser outside of a test.')
      return browser
    })
  })
}

/** Opens a page as a new visitor, and writes down what it does. Nothing it asks for abroad leaves the machine. */
export async function openPage(browser: Browser, visit: OpenOptions): Promise<OpenedPage> {
  const context = await browser.newContext({
    viewport: {width: visit.width ?? 1280, height: visit.height ?? 900},
    colorScheme: visit.dark ? 'dark' : 'light',
    reducedMotion: visit.reducedMotion ? 'reduce' : 'no-preference',
    javaScriptEnabled: visit.javaScript ?? true,
    bypassCSP: visit.bypassCsp ?? false,
    locale: 'en-GB',
    timezoneId: 'UTC',
  })
  context.setDefaultTimeout(120_000)
  const address = addressOf(visit, context)
  const problems: string[] = []
  const requests: string[] = []
  const canaries: number[] = []
  await context.addInitScript(canaryScript)
  await context.route(
    (url) => isAbroad(url, address),
    (route) => route.abort(),
  )
  context.on('request', (request) => {
    const url = new URL(request.url())
    if (withoutHash(url) !== withoutHash(address)) requests.push(request.url())
    if (isAbroad(url, address)) problems.push(`It asked for ${request.url()}`)
  })
  const page = await context.newPage()
  context.on('page', (other) => problems.push(`It opened a window: ${other.url()}`))
  page.on('websocket', (socket) => {
    if (isAbroad(new URL(socket.url()), address)) problems.push(`It connected to ${socket.url()}`)
  })
  page.on('console', (message) => {
    const ran = canary.exec(message.text())?.[1]
    if (ran !== undefined) {
      canaries.push(Number(ran))
      problems.push(`The code of vector ${ran} ran.`)
    }
    if (message.type() === 'error' || message.type() === 'assert') problems.push(`Console: ${message.text()}`)
  })
  page.on('pageerror', (error) => problems.push(`Uncaught: ${error.message}`))
  page.on('crash', () => problems.push('It crashed.'))
  page.on('dialog', (dialog) => {
    problems.push(`It said: ${dialog.message()}`)
    void dialog.dismiss()
  })
  await page.goto(address.href)
  return {
    page,
    problems,
    requests,
    canaries,
    async expectQuiet() {
      await settle(page)
      expect(problems).toEqual([])
    },
    async screenshot(path, options) {
      await page.screenshot({path, fullPage: options?.whole ?? false, animations: 'disabled'})
    },
  }
}

/** Events arrive in the order of the protocol, so one answer of the page is proof of all before it. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await page.evaluate('1')
}

const canary = /^canary (\d+)$/

/**
 * Code that runs reports it to the console, which is read even from frames that are gone the next moment. Some vectors
 * only set a variable.
 */
const canaryScript = `
  window.__canary = (id) => console.debug('canary ' + id)
  Object.defineProperty(window, '__pwned', {set: window.__canary})`

function addressOf({url, file, html, hash = ''}: OpenOptions, context: BrowserContext): URL {
  if (html !== undefined) return new URL(pathToFileURL(keepWhileOpen(html, context)).href + hash)
  const address = url ?? (file === undefined ? undefined : pathToFileURL(file).href)
  if (address === undefined) throw new Error('Say what to open: a url, a file or html.')
  return new URL(address + hash)
}

function keepWhileOpen(html: string, context: BrowserContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'recount-page-'))
  context.on('close', () => rmSync(folder, {recursive: true, force: true}))
  const file = join(folder, 'page.html')
  writeFileSync(file, html)
  return file
}

const withoutHash = (url: URL): string => url.href.slice(0, url.href.length - url.hash.length)

const atHome: ReadonlySet<string> = new Set(['file:', 'data:', 'blob:', 'about:'])

/** A server's socket has its host and another scheme. */
const isAbroad = (url: URL, home: URL): boolean =>
  !atHome.has(url.protocol) && !(home.protocol.startsWith('http') && url.host === home.host)
