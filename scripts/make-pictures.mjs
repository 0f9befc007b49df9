// Makes the pictures of the README: `npm run build`, then `node scripts/make-pictures.mjs`. Look at them before they
// are kept. Needs the Chromium that the tests unpack, or one that RECOUNT_CHROMIUM names.
import {spawnSync} from 'node:child_process'
import {cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {fileURLToPath, pathToFileURL} from 'node:url'
import {chromium} from 'playwright-core'
import {findChromium} from './find-chromium.mjs'

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

/** Opens a page, does something to it, and keeps what is to be seen. */
async function take(name, file, {width = 1440, height = 900, colorScheme = 'light', scale = 1}, prepare) {
  const context = await browser.newContext({
    viewport: {width, height},
    colorScheme,
    deviceScaleFactor: scale,
    locale: 'en-GB',
    timezoneId: 'UTC',
  })
  const page = await context.newPage()
  await page.goto(pathToFileURL(file).href)
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

await take('page-light.png', sample, {})
await take('page-dark.png', sample, {colorScheme: 'dark'}, showEdit)
await take('page-phone.png', sample, {width: 390, height: 844})
await take('index.png', join(pages, 'index.html'), {})
await browser.close()
