import {readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {pathToFileURL} from 'node:url'
import {Conversation} from '../build/conversation/index.js'
import {describePage} from '../build/describe/index.js'
import {readLines} from '../build/dialects/index.js'
import {walkEntries} from '../build/page/index.js'
import {renderHtmlSession} from '../build/render/html/index.js'
import {renderMarkdownSession} from '../build/render/markdown/index.js'
import {describeFile, readChunks} from '../build/sources/index.js'
import {findChromium} from '../scripts/find-chromium.mjs'
import {summaryOf} from './measure.mjs'

/** @type {import('../build/render/html/index.js').Asset} */
const asset = {kind: 'inline', text: '', hash: 'sha256-'}
const options = {
  zone: 'UTC',
  timestamps: true,
  compact: false,
  frontMatter: true,
  imageUrl: () => undefined,
  gitLink: undefined,
  folder: undefined,
  sessionHref: () => undefined,
  assets: {style: asset, script: asset},
  home: undefined,
  images: /** @type {const} */ ('none'),
  partBytes: 2_000_000,
  partHref: (/** @type {number} */ part) => `part-${part}.html`,
}

/** Reads one file to its page, as `recount export` does. @param {string} path */
function describePageOf(path) {
  const state = new Conversation()
  const reader = readLines(path)
  const {session, agent} = describeFile(path)
  state.begin(path, {session, agent})
  let records = 0
  const fold = (/** @type {readonly import('../build/model/index.js').Line[]} */ lines) => {
    records += lines.length
    for (const line of lines) state.add(line)
  }
  for (const chunk of readChunks(path)) fold(reader.push(chunk))
  fold(reader.end())
  state.end(path)
  return {records, sessions: describePage(state, {depth: 'hook', thinking: true}).sessions}
}

/**
 * Milliseconds of the processor that some work takes.
 * @template Result
 * @param {() => Result} work
 * @returns {[Result, number]}
 */
function cpuOf(work) {
  const before = process.cpuUsage()
  const result = work()
  const {user, system} = process.cpuUsage(before)
  return [result, (user + system) / 1000]
}

/**
 * What each step from bytes to pages takes in one process, a round being all files of a folder.
 * @param {{root: string, rounds: number}} input
 */
export function pageCosts({root, rounds}) {
  const paths = readdirSync(root, {recursive: true, encoding: 'utf8'})
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => join(root, name))
  let sums = {records: 0, entries: 0, html: 0, markdown: 0}
  const once = () => {
    sums = {records: 0, entries: 0, html: 0, markdown: 0}
    const cost = {read: 0, html: 0, markdown: 0}
    for (const path of paths) {
      const [{records, sessions}, read] = cpuOf(() => describePageOf(path))
      cost.read += read
      sums.records += records
      for (const session of sessions) {
        for (const {entries} of session.turns) for (const _ of walkEntries(entries)) sums.entries += 1
        const [pages, html] = cpuOf(() => renderHtmlSession(session, options))
        const [text, markdown] = cpuOf(() => renderMarkdownSession(session, options))
        cost.html += html
        cost.markdown += markdown
        sums.html += pages.reduce((sum, page) => sum + Buffer.byteLength(page), 0)
        sums.markdown += Buffer.byteLength(text)
      }
    }
    return cost
  }
  once()
  const costs = Array.from({length: rounds}, once)
  const best = (/** @type {'read' | 'html' | 'markdown'} */ step) =>
    summaryOf(costs.map((cost) => cost[step])).best
  return {...sums, cost: {read: best('read'), html: best('html'), markdown: best('markdown')}}
}

/**
 * How long pages take to open in a browser, if there is one: until they are whole, and until they are painted.
 * @param {{files: string[]}} input
 */
export async function openingCosts({files}) {
  const executablePath = findChromium()
  /** @type {{whole: number, painted: number, bytes: number}[]} */
  const pages = []
  if (executablePath === undefined) return {pages}
  const {chromium} = await import('playwright-core')
  const browser = await chromium.launch({executablePath, headless: true, chromiumSandbox: false})
  for (const file of files) {
    const context = await browser.newContext({viewport: {width: 1280, height: 900}})
    const page = await context.newPage()
    await page.goto(pathToFileURL(file).href)
    const whole = await page.evaluate(`performance.getEntriesByType('navigation')[0].loadEventEnd`)
    const painted = await page.evaluate(`new Promise((resolve) => {
      const seen = performance.getEntriesByName('first-contentful-paint')[0]
      if (seen) resolve(seen.startTime)
      else new PerformanceObserver((list) => {
        for (const {name, startTime} of list.getEntries()) if (name === 'first-contentful-paint') resolve(startTime)
      }).observe({type: 'paint', buffered: true})
    })`)
    pages.push({whole, painted, bytes: readFileSync(file).length})
    await context.close()
  }
  await browser.close()
  return {pages}
}
