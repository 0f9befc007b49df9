import {mkdirSync, readdirSync, readFileSync} from 'node:fs'
import {get} from 'node:http'
import {setTimeout as pause} from 'node:timers/promises'
import {fileURLToPath} from 'node:url'
import {gzipSync} from 'node:zlib'
import {findChromium} from '../scripts/find-chromium.mjs'
import {ticksOf} from './archive-programs.mjs'
import {summaryOf} from './measure.mjs'
import {growingSession, writeLongSession, writeSessions} from './viewer-corpus.mjs'
import {projectsIn, residentMb, startViewer, waitFor} from './viewer-program.mjs'

const web = fileURLToPath(new URL('../dist/web', import.meta.url))

/**
 * The list of very many sessions: indexed for the first time, after the next start, and in a browser.
 * @param {{home: string, sessions: number, rounds: number}} input
 */
export async function listCosts({home, sessions, rounds}) {
  mkdirSync(projectsIn(home), {recursive: true})
  writeSessions(projectsIn(home), sessions, Date.now())
  const first = await startViewer(home)
  const began = performance.now()
  await waitFor(async () => {
    const total = (await fetch(`${first.url}/?part=1`)).headers.get('recount-total')
    return Number(total) === sessions
  }, 600_000)
  const complete = performance.now() - began
  await first.end()
  const viewer = await startViewer(home)
  try {
    const cold = await timeOf(`${viewer.url}/`)
    await pause(3000)
    const warm = await repeat(rounds, () => timeOf(`${viewer.url}/`))
    const filtered = await repeat(rounds, (round) => timeOf(`${viewer.url}/?part=1&q=number+${round * 31}`))
    const walked = performance.now()
    for (let from = 0; from < sessions; from += 100) await timeOf(`${viewer.url}/?part=1&from=${from}`)
    const whole = performance.now() - walked
    const painted = await inBrowser(async (open) => {
      /** @type {{first: number, shown: number}[]} */
      const paints = []
      for (let round = 0; round < rounds; round += 1) {
        const page = await open(`${viewer.url}/`, '#rows .sessions li')
        paints.push(await page.evaluate('({first: firstPaint, shown: firstShown})'))
        await page.context().close()
      }
      return {first: middle(paints, 'first'), shown: middle(paints, 'shown')}
    })
    return {
      startMs: viewer.startMs,
      complete,
      cold,
      firstByte: middle(warm, 'firstByte'),
      last: middle(warm, 'last'),
      bytes: warm[0]?.bytes ?? 0,
      filter: middle(filtered, 'last'),
      whole,
      painted,
      memoryMb: residentMb(viewer.pid),
    }
  } finally {
    await viewer.end()
  }
}

/**
 * A very long session that nobody has looked at since the server was started, some times over.
 * @param {{home: string, bytes: number, messages: number, rounds: number}} input
 */
export async function openingCosts({home, bytes, messages, rounds}) {
  mkdirSync(projectsIn(home), {recursive: true})
  const made = writeLongSession(projectsIn(home), {bytes, messages}, Date.now())
  const before = await startViewer(home)
  await waitFor(async () => {
    const {sessions} = /** @type {{sessions: {records: number}[]}} */ (
      await (await fetch(`${before.url}/api/sessions.json`)).json()
    )
    return sessions[0]?.records === made.messages
  }, 600_000)
  await before.end()
  /** @type {Opened[]} */
  const opened = []
  for (let round = 0; round < rounds; round += 1) opened.push(await openOnce(home, made.id))
  const painted = opened.flatMap(({paint}) => paint ?? [])
  return {
    ...made,
    page: middle(opened, 'last'),
    pageBytes: opened[0]?.bytes ?? 0,
    again: middle(opened, 'again'),
    whole: middle(opened, 'whole'),
    memoryMb: Math.max(...opened.map(({memory}) => memory ?? 0)),
    painted:
      painted.length === 0
        ? undefined
        : {
            firstByte: middle(painted, 'firstByte'),
            first: middle(painted, 'first'),
            shown: middle(painted, 'shown'),
          },
  }
}

/** @typedef {Awaited<ReturnType<typeof openOnce>>} Opened */

/** @param {string} home @param {string} id */
async function openOnce(home, id) {
  const viewer = await startViewer(home)
  try {
    await waitFor(async () => (await fetch(`${viewer.url}/`)).ok)
    const url = `${viewer.url}/s/${id}`
    const began = performance.now()
    const paint = await inBrowser(async (open) => {
      const page = await open(url, '#slices .message')
      /** @type {{first: number, shown: number, firstByte: number}} */
      const times = await page.evaluate(
        `({first: firstPaint, shown: firstShown, firstByte: performance.getEntriesByType('navigation')[0].responseStart})`,
      )
      return times
    })
    const asked = await timeOf(url)
    await waitFor(async () => {
      const head = /** @type {{partial?: boolean}} */ (await (await fetch(`${url}/head`)).json())
      return !head.partial
    })
    const whole = performance.now() - began
    const again = await timeOf(url)
    return {...asked, paint, again: again.last, whole, memory: residentMb(viewer.pid)}
  } finally {
    await viewer.end()
  }
}

/**
 * From a line in a file to its words on a page; and what the server does while nothing happens.
 * @param {{home: string, appends: number, seconds: number}} input
 */
export async function liveCosts({home, appends, seconds}) {
  mkdirSync(projectsIn(home), {recursive: true})
  const session = growingSession(projectsIn(home), 1)
  for (let turn = 1; turn <= 20; turn += 1) {
    session.ask(`Question ${turn}`)
    session.say(`Answer ${turn}`)
  }
  const viewer = await startViewer(home)
  try {
    const url = `${viewer.url}/s/${session.id}`
    await waitFor(async () => (await fetch(url)).ok)
    return await inBrowser(async (open) => {
      const page = await open(url, '.connection[data-link="open"]')
      const list = await open(`${viewer.url}/`, '#rows .sessions li')
      /** @type {number[]} */
      const delays = []
      for (let n = 0; n < appends; n += 1) {
        /** @type {Promise<number>} */
        const seen = page.evaluate(`shownAt('Line ${n} came.')`)
        await page.evaluate('1')
        const began = performance.timeOrigin + performance.now()
        session.say(`Line ${n} came.`)
        delays.push((await seen) - began)
        await pause(100 + ((n * 37) % 100))
      }
      await pause(3000)
      const before = ticksOf(viewer.pid)
      await pause(seconds * 1000)
      const after = ticksOf(viewer.pid)
      await list.context().close()
      return {
        delays,
        ticks: after === undefined || before === undefined ? undefined : after - before,
        seconds,
      }
    })
  } finally {
    await viewer.end()
  }
}

/** What a browser is given: bytes as they are, and packed. */
export function bundleSizes() {
  return readdirSync(web)
    .filter((name) => /^app\.|^page\.css$/.test(name))
    .map((name) => {
      const bytes = readFileSync(`${web}/${name}`)
      return {name, raw: bytes.length, gzip: gzipSync(bytes).length}
    })
}

/**
 * Milliseconds to the first and to the last byte of a response.
 * @param {string} url
 * @returns {Promise<{firstByte: number, last: number, bytes: number}>}
 */
function timeOf(url) {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    get(url, {agent: false}, (response) => {
      let bytes = 0
      let firstByte = 0
      response.on('data', (chunk) => {
        firstByte ||= performance.now() - began
        bytes += chunk.length
      })
      response.on('end', () => resolve({firstByte, last: performance.now() - began, bytes}))
    }).on('error', reject)
  })
}

/**
 * What a page notes of itself: its first paint, when something was there to be read, and when a text is.
 * @param {string} selector
 */
const noting = (selector) => `
  new PerformanceObserver((list) => {
    for (const {name, startTime} of list.getEntries())
      if (name === 'first-contentful-paint') globalThis.firstPaint = startTime
  }).observe({type: 'paint', buffered: true})
  const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  const look = async () => {
    if (!document.querySelector(${JSON.stringify(selector)})?.offsetHeight) return requestAnimationFrame(look)
    await painted()
    globalThis.firstShown = performance.now()
  }
  requestAnimationFrame(look)
  globalThis.shownAt = (text) => new Promise((resolve) => {
    const observer = new MutationObserver(async () => {
      if (!document.getElementById('slices').textContent.includes(text)) return
      observer.disconnect()
      await painted()
      resolve(performance.timeOrigin + performance.now())
    })
    observer.observe(document.getElementById('slices'), {subtree: true, childList: true, characterData: true})
  })`

/**
 * Does something with pages in a browser that was just started; nothing if there is no browser.
 * @template Result
 * @param {(open: (url: string, selector: string) => Promise<import('playwright-core').Page>) => Promise<Result>} work
 * @returns {Promise<Result | undefined>}
 */
async function inBrowser(work) {
  const executablePath = findChromium()
  if (executablePath === undefined) return undefined
  const {chromium} = await import('playwright-core')
  const browser = await chromium.launch({executablePath, headless: true, chromiumSandbox: false})
  try {
    // What a browser does once in its life is not the page's.
    await (await browser.newPage()).goto('about:blank')
    return await work(async (url, selector) => {
      const context = await browser.newContext({viewport: {width: 1440, height: 900}})
      const page = await context.newPage()
      await page.addInitScript(noting(selector))
      await page.goto(url)
      await page.waitForSelector(selector)
      await waitFor(() =>
        page.evaluate('globalThis.firstShown !== undefined && globalThis.firstPaint !== undefined'),
      )
      return page
    })
  } finally {
    await browser.close()
  }
}

/**
 * @template Result
 * @param {number} rounds
 * @param {(round: number) => Promise<Result>} work
 */
const repeat = async (rounds, work) => {
  /** @type {Result[]} */
  const done = []
  for (let round = 0; round < rounds; round += 1) done.push(await work(round))
  return done
}

/**
 * The median of one number of each.
 * @template {string} Name
 * @param {Record<Name, number>[]} list
 * @param {Name} name
 */
const middle = (list, name) => summaryOf(list.map((one) => one[name])).median
