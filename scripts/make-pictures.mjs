// Makes the pictures of the README: `npm run build`, then `node scripts/make-pictures.mjs`. Look at them before they
// are kept. Needs the Chromium that the tests unpack, or one that RECOUNT_CHROMIUM names.
import {spawn, spawnSync} from 'node:child_process'
import {cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {fileURLToPath, pathToFileURL} from 'node:url'
import {chromium} from 'playwright-core'
import {findChromium} from './find-chromium.mjs'
import {makePictureHome} from './picture-home.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const pictures = join(root, 'docs/pictures')
const temp = mkdtempSync(join(tmpdir(), 'recount-pictures-'))
process.on('exit', () => rmSync(temp, {recursive: true, force: true}))

/** The sample, and some company for it on the index. */
const sources = [
  'samples/discount/transcript',
  ...['tui-interactive', 'subagents-parallel', 'plan-mode', 'tools-basic'].map(
    (name) => `test/recordings/2.1.325/${name}/transcript`,
  ),
]
const largest = 250e3

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
const sample = join(pages, 'home-ada-shop', session)

const executablePath = findChromium()
if (executablePath === undefined) {
  console.error('There is no Chromium; run the tests once, or name one by RECOUNT_CHROMIUM.')
  process.exit(1)
}
const browser = await chromium.launch({executablePath, chromiumSandbox: false})
mkdirSync(pictures, {recursive: true})

/** Opens an address, does something to the page, and keeps what is to be seen. */
async function take(name, address, {width = 1440, height = 900, colorScheme = 'light', scale = 1}, prepare) {
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
  // Code is coloured when nothing else is to be done.
  await page.waitForTimeout(1500)
  const path = join(pictures, name)
  await page.screenshot({path, animations: 'disabled'})
  await context.close()
  const {size} = statSync(path)
  console.log(`${name} ${Math.round(size / 1000)} kB${size > largest ? ', which is too much' : ''}`)
}

/** Shows where the story is at its best: the fix, opened. */
async function showEdit(page) {
  const edit = page.locator('details.message.tool_use:has(.diff-toggle)').first()
  await edit.evaluate((element) => {
    globalThis.location.hash = element.id
  })
  await page.waitForTimeout(300)
  await edit.evaluate((element) => globalThis.scrollBy(0, element.getBoundingClientRect().top - 330))
}

/** Starts the viewer for somebody with a home; gives its address and how to end it. */
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

const sessionsOf = async (url) => (await (await fetch(`${url}/api/sessions.json`)).json()).sessions

const [light, dark, phone] = [{}, {colorScheme: 'dark'}, {width: 390, height: 844}]
const page = pathToFileURL(sample).href
await take('page-light.png', page, light)
await take('page-dark.png', page, dark, showEdit)
await take('page-phone.png', page, phone)
await take('index.png', pathToFileURL(join(pages, 'index.html')).href, light)

const newcomer = await serve(join(temp, 'newcomer'))
await take('viewer-first-start.png', newcomer.url, light)
newcomer.end()

const home = join(temp, 'home')
makePictureHome(home, Date.now())
const viewer = await serve(home)
while ((await sessionsOf(viewer.url)).filter(({live}) => live).length < 3)
  await new Promise((resolve) => setTimeout(resolve, 200))
const [running] = (await sessionsOf(viewer.url)).filter(({project}) => project === '/home/ada/shop')
const followed = `${viewer.url}/s/${running.id}`
// First what goes on: a call that nothing is heard of for half a minute is given up.
await take('viewer-session-dark.png', followed, dark, (shown) => shown.keyboard.press('G'))
await take('viewer-live.png', `${viewer.url}/live`, light)
await take('viewer-session-phone.png', followed, phone)
await take('viewer-list.png', viewer.url, light)
await take('viewer-search.png', `${viewer.url}/search?q=discount`, light)
await take('viewer-usage-dark.png', `${viewer.url}/usage`, dark)
viewer.end()
await browser.close()
