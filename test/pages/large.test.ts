import {appendFileSync, mkdirSync, readdirSync, readFileSync, statSync} from 'node:fs'
import {dirname, join} from 'node:path'
import {afterAll, beforeAll, expect, test} from 'vitest'
import {describeInBrowser, openPage} from '../support/browser/browser.ts'
import {temporaryFolder} from '../support/pages/exported-page.ts'
import {recount} from '../support/program.ts'

const {folder: temp, remove} = temporaryFolder()
afterAll(remove)

const sessionId = '0f6b2d1c-0000-4000-8000-00000000b16b'
const fileOf = (project: string): string => join(temp, `projects/-home-dev-${project}/${sessionId}.jsonl`)
const code = Array.from(
  {length: 200},
  (_, line) => `export const value${line} = '${'x'.repeat(20)}' // ${line}`,
)

const uuid = (turn: number, step: number): string =>
  `${turn.toString(16).padStart(8, '0')}-0000-4000-8000-${step.toString(16).padStart(12, '0')}`

/** A turn of so many calls, each of which reads a file. */
function turn(number: number, calls: number): string {
  let step = 0
  const record = (type: string, message: object, more: object = {}): string => {
    const time = new Date(Date.UTC(2026, 0, 1) + (number * 1000 + step) * 1000)
    const parentUuid =
      step === 0 ? (number === 0 ? null : uuid(number - 1, 2 * calls)) : uuid(number, step - 1)
    const line = {
      type,
      uuid: uuid(number, step),
      parentUuid,
      isSidechain: false,
      sessionId,
      cwd: '/home/dev/large',
      timestamp: time.toISOString(),
      message,
      ...more,
    }
    step += 1
    return `${JSON.stringify(line)}\n`
  }
  const lines = [record('user', {role: 'user', content: `Request ${number}: read **${calls}** files.`})]
  for (let call = 0; call < calls; call++) {
    const id = `toolu_${number}_${call}`
    const input = {file_path: `/home/dev/large/src/file-${call}.ts`}
    const text = code.map((line, at) => `${at + 1}\t${line}`).join('\n')
    lines.push(
      record('assistant', {
        id: `msg_${number}_${call}`,
        role: 'assistant',
        model: 'claude-opus-5-5',
        content: [{type: 'tool_use', id, name: 'Read', input}],
        usage: {input_tokens: 1, output_tokens: 2},
      }),
      record('user', {role: 'user', content: [{type: 'tool_result', tool_use_id: id, content: text}]}),
    )
  }
  return lines.join('')
}

const turns = 100
const calls = 45

/** The files of the session in their order. */
const partsOf = (project: string): readonly string[] => {
  const folder = join(temp, project, `home-dev-${project}`)
  const partOf = (name: string): number => Number(/-(\d{1,3})\.html$/.exec(name)?.[1] ?? 1)
  return readdirSync(folder)
    .filter((name) => name.endsWith('.html'))
    .sort((a, b) => partOf(a) - partOf(b))
    .map((name) => join(folder, name))
}

const anchorsOf = (part: string): readonly string[] =>
  [...readFileSync(part, 'utf8').matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id)

/** Adds turns to a project's session, and exports it. */
function growAndExport(project: string, from: number, to: number): void {
  const file = fileOf(project)
  mkdirSync(dirname(file), {recursive: true})
  for (let number = from; number < to; number++) appendFileSync(file, turn(number, calls))
  const words = ['export', file, '-o', join(temp, project), '--format', 'html']
  const {status, stderr} = recount(words, {home: temp})
  if (status !== 0) throw new Error(stderr)
}

beforeAll(() => growAndExport('large', 0, turns))

test('a session of 50 MB is written in parts that a browser opens at once', () => {
  expect(statSync(fileOf('large')).size).toBeGreaterThan(50e6)
  const sizes = partsOf('large').map((part) => statSync(part).size)
  expect(sizes.length).toBeGreaterThan(15)
  expect(Math.max(...sizes)).toBeLessThan(3.2e6)
})

test('every turn is in one place, and the outline of each part links there', () => {
  const all = partsOf('large')
  const places = new Map<string, number>()
  for (const [place, part] of all.entries())
    for (const anchor of anchorsOf(part).filter((id) => id.startsWith('turn-'))) {
      expect(places.has(anchor)).toBe(false)
      places.set(anchor, place)
    }
  expect(places.size).toBe(turns)
  for (const [here, part] of all.entries()) {
    const outline = /<nav class="rail"[\s\S]*?<\/nav>/.exec(readFileSync(part, 'utf8'))?.[0] ?? ''
    const links = [...outline.matchAll(/class="turn-item[^"]*"><a href="([^"]*)#([^"]+)"/g)]
    expect(links.length).toBe(turns)
    for (const [, name = '', anchor = ''] of links) {
      const there = places.get(anchor) ?? -1
      if (there === here) expect(name).toBe('')
      else expect(all[there]?.endsWith(`/${name}`)).toBe(true)
    }
  }
})

describeInBrowser('a part of it', (browser) => {
  test('opens, leads to what a link names, and stays quick', async () => {
    const all = partsOf('large')
    const part = all[all.length >> 1] ?? ''
    const call = anchorsOf(part).filter((id) => id.startsWith('toolu_'))[60] ?? ''
    const visited = await openPage(browser(), {file: part, hash: `#${call}`})
    const {page} = visited
    const top = (): Promise<number> =>
      page.evaluate(`document.getElementById(${JSON.stringify(call)}).getBoundingClientRect().top`)
    await expect.poll(top).toBeLessThan(400)
    await expect.poll(top).toBeGreaterThanOrEqual(0)
    const whole: number = await page.evaluate(`performance.getEntriesByType('navigation')[0].loadEventEnd`)
    expect(whole).toBeLessThan(30_000)
    // Everything at once is the most that can be asked for; it must not be coloured all at once.
    await page.keyboard.press('3')
    await page.locator('#search').fill('value199 =')
    await expect.poll(() => page.locator('.hits').textContent()).toMatch(/^\d+ found$/)
    const coloured: number = await page.evaluate(
      `[...document.querySelectorAll('code[class*=language-]')].filter((code) => code.childElementCount > 0).length`,
    )
    expect(coloured).toBeLessThan(40)
    await visited.expectQuiet()
  })
})

test('when a session grows, everything that was on a part before the last is still there', () => {
  growAndExport('small', 0, 14)
  const before = partsOf('small').map(anchorsOf)
  growAndExport('small', 14, 17)
  const after = partsOf('small').map(anchorsOf)
  expect(before.length).toBeGreaterThan(2)
  expect(after.length).toBeGreaterThanOrEqual(before.length)
  expect(after.slice(0, before.length - 1)).toEqual(before.slice(0, -1))
  const last = new Set(after[before.length - 1])
  expect((before.at(-1) ?? []).filter((anchor) => !last.has(anchor))).toEqual([])
})
