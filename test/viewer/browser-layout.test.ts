import {cpSync} from 'node:fs'
import {fileURLToPath} from 'node:url'
import type {Page} from 'playwright-core'
import {afterAll, beforeAll, expect, test} from 'vitest'
import {describeInBrowser, openPage} from '../support/browser/browser.ts'
import {golden} from '../support/golden.ts'
import {growingSession, sessionId} from '../support/viewer/growing-session.ts'
import type {ServedViewer} from '../support/viewer/served-viewer.ts'
import {serveViewer, waitUntilAsync} from '../support/viewer/served-viewer.ts'

const recording = (name: string): string =>
  fileURLToPath(new URL(`../recordings/2.1.325/${name}/transcript`, import.meta.url))

const recorded: readonly (readonly [name: string, path: string])[] = [
  ['tool-errors', '/s/4f4647a9-11a8-472f-b0c0-0d7977b77701'],
  ['tools-basic', '/s/caac8e37-a3d0-413e-9ef8-c35b44aa226a'],
]

/** Parts of a page whose place is approved, each with the selector that finds the first of its kind. */
const parts: readonly string[] = [
  '.turn-head',
  '.turn-head .text',
  '.message.assistant',
  '.message.assistant .text',
  '.tool_use:not(.failed) > summary',
  '.tool_use.failed > summary',
  '.tool_use.failed > .body',
  '.tool_use.failed .asked',
  '.tool_use.failed .answered',
  '.tool_use.failed .answered > :first-child',
  '.diff',
  '.diff .hunk ins',
]

/**
 * What a picture would show of each part, without what fonts decide: where it is from left to right, the empty space
 * inside its edges and above it, its size of type and its colours. Pixels differ between machines with other fonts
 * and between versions of the browser; these do not, and a difference names its cause.
 */
const measureParts = (selectors: readonly string[]): string => `(() => {
  const round = (value) => Math.round(parseFloat(value))
  const edge = document.querySelector('#slices').getBoundingClientRect().left
  return ${JSON.stringify(selectors)}.map((selector) => {
    const part = document.querySelector('#slices ' + selector)
    if (!part) return selector + ': none'
    for (let above = part; above; above = above.parentElement) if (above.tagName === 'DETAILS') above.open = true
    const style = getComputedStyle(part)
    const box = part.getBoundingClientRect()
    const before = part.previousElementSibling
    const above = before
      ? box.top - before.getBoundingClientRect().bottom
      : box.top - part.parentElement.getBoundingClientRect().top
    const sides = (name) => ['Top', 'Right', 'Bottom', 'Left'].map((side) => round(style[name + side])).join(' ')
    // The columns of a diff's numbers are as wide as the font's digits.
    const padding = part.tagName === 'INS' ? '' : ', padding ' + sides('padding')
    return selector + ': left ' + round(box.left - edge) + ', above ' + round(above) + padding +
      ', type ' + style.fontSize + ', ' + style.color + ' on ' + style.backgroundColor
  }).join('\\n') + '\\n'
})()`

describeInBrowser('the layout of entries', (browser) => {
  let viewer: ServedViewer
  beforeAll(async () => {
    viewer = await serveViewer((projects) => {
      for (const [name] of recorded) cpSync(recording(name), projects, {recursive: true})
      const session = growingSession(projects, 1)
      session.ask('Run the tests')
      session.say('I run them.')
      session.answer(session.call('make test'), 'Exit code 2\nok 1\nok 2\nError: the shaft is stuck', true)
    })
    for (const [, path] of [...recorded, ['', `/s/${sessionId(1)}`] as const])
      await waitUntilAsync(async () => (await fetch(`${viewer.url}${path}`)).ok)
  }, 60_000)
  afterAll(() => viewer?.close())

  const open = async (width: number, dark = false, path = `/s/${sessionId(1)}`): Promise<Page> =>
    (await openPage(browser(), {url: `${viewer.url}${path}`, width, dark, reducedMotion: true})).page

  test('what a failed call printed begins right below what was called', async () => {
    const page = await open(1440)
    await page.evaluate(`document.querySelector('.tool_use.failed').open = true`)
    const gap = `(() => {
      const answered = document.querySelector('.tool_use.failed .answered').getBoundingClientRect()
      const printed = document.querySelector('.tool_use.failed .answered > *').getBoundingClientRect()
      return Math.round(printed.top - answered.top)
    })()`
    expect(await page.evaluate(gap)).toBe(0)
  })

  test('the page of an error keeps its room above', async () => {
    const page = await open(1440, false, '/s/missing')
    const padding = `parseFloat(getComputedStyle(document.querySelector('main.error')).paddingTop)`
    expect(await page.evaluate<number>(padding)).toBeCloseTo(108, 0)
  })
  test('is as approved in three widths and both themes', async () => {
    for (const [name, path] of recorded) {
      const page = await open(1440, false, path)
      await page.waitForSelector('#slices .turn')
      for (const width of [1440, 800, 390]) {
        await page.setViewportSize({width, height: 900})
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({colorScheme})
          golden(
            `test/golden/layout/${name}-${width}-${colorScheme}.txt`,
            await page.evaluate<string>(measureParts(parts)),
          )
        }
      }
    }
  })
})
