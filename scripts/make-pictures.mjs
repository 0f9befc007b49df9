// Makes the pictures in docs/pictures: `npm run build`, then `node scripts/make-pictures.mjs`, with the names of pictures to
// make only those (`terminal.png`). Look at them before you commit them. Needs the Chromium that the tests unpack, or one
// that RECOUNT_CHROMIUM names.
import {spawn, spawnSync} from 'node:child_process'
import {cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {fileURLToPath, pathToFileURL} from 'node:url'
import {chromium} from 'playwright-core'
import {findChromium} from './find-chromium.mjs'
import {makePictureHome} from './picture-home.mjs'
import {drawTerminal} from './terminal-picture.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const pictures = join(root, 'docs/pictures')
const temp = mkdtempSync(join(tmpdir(), 'recount-pictures-'))
process.on('exit', () => rmSync(temp, {recursive: true, force: true}))

/** The sample, and recordings for the other rows of the index. */
const sources = [
  'samples/discount/transcript',
  ...['tui-interactive', 'subagents-parallel', 'plan-mode', 'tools-basic'].map(
    (name) => `test/recordings/2.1.325/${name}/transcript`,
  ),
]
const maxSize = 400e3

const projects = join(temp, 'projects')
const pages = join(temp, 'pages')
for (const source of sources) cpSync(join(root, source), projects, {recursive: true})
const {status} = spawnSync(
  process.execPath,
  [join(root, 'dist/cli/main.js'), 'export', projects, '-o', pages, '--format', 'html'],
  {stdio: ['ignore', 'ignore', 'inherit'], env: {...process.env, TZ: 'UTC'}},
)
if (status !== 0) process.exit(1)
const [session] = readdirSync(join(pages, 'home-ada-shop')).filter((name) => name.startsWith('session-'))
const sample = join(pages, 'home-ada-shop', session ?? '')

const executablePath = findChromium()
if (executablePath === undefined) {
  console.error('No Chromium found. Run the tests once, or set RECOUNT_CHROMIUM.')
  process.exit(1)
}
const browser = await chromium.launch({executablePath, chromiumSandbox: false})
mkdirSync(pictures, {recursive: true})

const only = process.argv.slice(2)
/** @param {string} name */
const isWanted = (name) => only.length === 0 || only.includes(name)

/**
 * @typedef {import('playwright-core').Page} BrowserPage
 *
 * @typedef {object} Window How a page is shown.
 * @property {number} [width]
 * @property {number} [height]
 * @property {'light' | 'dark'} [colorScheme]
 * @property {number} [scale]
 * @property {string} [element] The only part that is shown.
 */

/**
 * Opens an address, prepares the page, and saves a screenshot of the window, or of one element of the page.
 * @param {string} name
 * @param {string} address
 * @param {Window} options
 * @param {(page: BrowserPage) => Promise<void>} [prepare]
 */
async function take(name, address, options, prepare) {
  if (!isWanted(name)) return
  const {width = 1440, height = 900, colorScheme = 'light', scale = 1, element} = options
  const context = await browser.newContext({
    viewport: {width, height},
    colorScheme,
    deviceScaleFactor: scale,
    locale: 'en-GB',
    timezoneId: 'UTC',
  })
  const page = await context.newPage()
  await page.goto(address)
  await prepare?.(page)
  await page.mouse.move(0, 0)
  // Code is coloured when the browser is idle.
  await page.waitForTimeout(1500)
  const path = join(pictures, name)
  const shown = element === undefined ? page : page.locator(element)
  await shown.screenshot({path, animations: 'disabled', omitBackground: element !== undefined})
  await context.close()
  const {size} = statSync(path)
  console.log(`${name} ${Math.round(size / 1000)} kB${size > maxSize ? ', too large' : ''}`)
}

/** Scrolls to the first edit, with its diff open. @param {BrowserPage} page */
async function showEdit(page) {
  const edit = page.locator('details.message.tool_use:has(.diff-toggle)').first()
  const id = await edit.getAttribute('id')
  await page.evaluate(`location.hash = ${JSON.stringify(id)}`)
  await page.waitForTimeout(300)
  const place = await edit.boundingBox()
  await page.evaluate(`scrollBy(0, ${(place?.y ?? 0) - 330})`)
}

/**
 * Starts the viewer with a home folder; returns its address and a function that stops it.
 * @param {string} home
 * @returns {Promise<{url: string, end: () => void}>}
 */
function serve(home) {
  mkdirSync(home, {recursive: true})
  const child = spawn(
    process.execPath,
    [join(root, 'dist/cli/main.js'), 'serve', '--port', '0', '--no-token'],
    {
      env: {PATH: process.env.PATH, HOME: home, RECOUNT_HOME: join(home, 'recount'), TZ: 'UTC'},
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  process.once('exit', () => child.kill())
  return new Promise((resolve) => {
    let said = ''
    child.stdout.on('data', (text) => {
      said += text
      const url = /http:\/\/[\w.]+:\d+/.exec(said)?.[0]
      if (url !== undefined) resolve({url, end: () => child.kill()})
    })
  })
}

/** @typedef {{sessionId: string, project: string, isLive: boolean}} Listed A session in the list. */

/** @param {string} url */
const sessionsOf = async (url) => {
  const response = await fetch(`${url}/api/sessions.json`)
  return /** @type {{sessions: Listed[]}} */ (await response.json()).sessions
}

/** @type {Window[]} */
const [light = {}, dark = {}, phone = {}] = [{}, {colorScheme: 'dark'}, {width: 390, height: 844}]
const page = pathToFileURL(sample).href
const terminal = join(temp, 'terminal.html')
writeFileSync(terminal, drawTerminal())
await take('terminal.png', pathToFileURL(terminal).href, {scale: 1.5, element: 'main'})
await take('page-light.png', page, light)
await take('page-dark.png', page, dark, showEdit)
await take('page-phone.png', page, phone)
await take('index.png', pathToFileURL(join(pages, 'index.html')).href, light)

if (only.length > 0 && !only.some((name) => name.startsWith('viewer'))) {
  await browser.close()
  process.exit()
}
const newcomer = await serve(join(temp, 'newcomer'))
await take('viewer-first-start.png', newcomer.url, light)
newcomer.end()

const home = join(temp, 'home')
makePictureHome(home, Date.now())
const viewer = await serve(home)
while ((await sessionsOf(viewer.url)).filter(({isLive}) => isLive).length < 3)
  await new Promise((resolve) => setTimeout(resolve, 200))
const [running] = (await sessionsOf(viewer.url)).filter(({project}) => project === '/home/ada/shop')
const followed = `${viewer.url}/s/${running?.sessionId}`
// Running sessions first: a call without a sign of life for 30 seconds is shown as orphaned.
await take('viewer-session-dark.png', followed, dark, (shown) => shown.keyboard.press('G'))
await take('viewer-live.png', `${viewer.url}/live`, light)
await take('viewer-session-phone.png', followed, phone)
await take('viewer-list.png', viewer.url, light)
await take('viewer-search.png', `${viewer.url}/search?q=discount`, light)
await take('viewer-usage-dark.png', `${viewer.url}/usage`, dark)
viewer.end()
await browser.close()
