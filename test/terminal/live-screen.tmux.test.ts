import {execFileSync, spawnSync} from 'node:child_process'
import {closeSync, mkdtempSync, openSync, rmSync, writeSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, describe, expect, onTestFinished, test} from 'vitest'
import {liveScreen} from '../../src/sinks/live-screen.ts'

const temp = mkdtempSync(join(tmpdir(), 'recount-tmux-'))
const hasTmux = spawnSync('tmux', ['-V']).status === 0
afterAll(() => rmSync(temp, {recursive: true, force: true}))

/** A window of a real tmux. */
function openWindow(name: string, columns: number, rows: number) {
  const pipe = join(temp, name)
  execFileSync('mkfifo', [pipe])
  const size = {columns, rows}
  // Each has a separate server: tmux 3.3 crashes with a second window once sizes are set manually.
  const tmux = (...words: readonly string[]): string =>
    execFileSync('tmux', ['-S', `${pipe}.socket`, '-f', '/dev/null', ...words], {encoding: 'utf8'})
  tmux('new-session', '-d', '-x', `${columns}`, '-y', `${rows}`, `cat ${pipe}; sleep 60`)
  tmux('set', '-g', 'window-size', 'manual')
  const file = openSync(pipe, 'w')
  onTestFinished(() => {
    closeSync(file)
    tmux('kill-server')
  })
  const sink = {
    closed: false,
    async write(text: string) {
      writeSync(file, text)
    },
  }
  const lines = (): readonly string[] =>
    tmux('capture-pane', '-p', '-J', '-S', '-')
      .split('\n')
      .map((line) => line.trimEnd())
      .filter((line) => line !== '')
  return {
    screen: liveScreen(sink, () => size, true),
    lines,
    until: (seen: string) => expect.poll(() => lines().join('\n'), {interval: 10}).toContain(seen),
    resize(columns: number, rows: number) {
      tmux('resize-window', '-x', `${columns}`, '-y', `${rows}`)
      Object.assign(size, {columns, rows})
    },
  }
}

describe.skipIf(!hasTmux)('in tmux, the bottom lines', () => {
  const sizes = [
    [50, 20],
    [100, 12],
    [60, 30],
    [31, 30],
    [90, 8],
    [46, 40],
    [120, 20],
  ] as const
  for (const first of [1, 40]) {
    test(`leave no traces when it is resized from ${first} lines after the start on`, async () => {
      const {screen, lines, until, resize} = openWindow(`resized-${first}`, 100, 20)
      const printed = Array.from({length: first}, (_, index) => `said ${index}.`)
      await screen.print(`${printed.join('\n')}\n`)
      for (const [step, [columns, rows]] of sizes.entries()) {
        const long = `running in step ${step} with more to tell than fits into a row of this terminal, whatever its size is`
        const width = sizes[step - 1]?.[0] ?? 100
        await screen.show(Array.from({length: 6}, (_, index) => `${index} ${long}`.slice(0, width - 1)))
        await until(`step ${step}`)
        resize(columns, rows)
        await screen.resized()
        const text = `said after step ${step}, ${'and more '.repeat(step * 3)}done.`
        printed.push(text)
        await screen.print(`${text}\n`)
        await until(`after step ${step},`)
      }
      await screen.close()
      await screen.print('the end\n')
      await until('the end')
      await expect.poll(lines).toEqual([...printed, 'the end'])
    })
  }
  test('leave no traces when the border is dragged', async () => {
    const {screen, lines, until, resize} = openWindow('pulled', 100, 20)
    await screen.print('said 1.\nsaid 2.\nsaid 3.\n')
    for (let columns = 100; columns > 30; columns -= 3) {
      const long = `running at ${columns} with more to tell than fits into a row of this terminal, whatever its size is`
      await screen.show([`0 ${long}`, `1 ${long}`, `2 ${long}`])
      await until(`running at ${columns}`)
      await expect.poll(() => lines().filter((line) => line.includes('running')).length).toBe(3)
      resize(columns - 3, 20)
      await screen.resized()
    }
    await screen.print('the end\n')
    await screen.close()
    await until('the end')
    await expect.poll(lines).toEqual(['said 1.', 'said 2.', 'said 3.', 'the end'])
  })
  test('are not kept in its history, even on the first row', async () => {
    const {screen, lines, until} = openWindow('first-row', 80, 10)
    for (let step = 0; step < 3; step += 1) {
      await screen.show([`running in step ${step}`])
      await until(`step ${step}`)
    }
    await screen.print('the end\n')
    await screen.close()
    await until('the end')
    await expect.poll(lines).toEqual(['the end'])
  })
})
