import {spawn} from 'node:child_process'
import {once} from 'node:events'
import {readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {setTimeout as pause} from 'node:timers/promises'
import {describe, expect, test} from 'vitest'
import {program, startRecount} from '../support/program.ts'
import {
  exitOf,
  hasRecorded,
  homesIn,
  onlyRecordedIn,
  playCommand,
  streamOf,
  tempFolder,
  waitUntil,
} from '../support/record/recorded.ts'

const temp = tempFolder('record-kills')
const newHome = homesIn(temp)

/** The same numbers in every run, so that a failure can be seen again. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

describe('a recorder that is killed', () => {
  const random = numbers(20_261_116)
  const name = '2.1.325/tools-basic'
  const whole = readFileSync(streamOf(name))
  const lastLine = whole.lastIndexOf('\n', whole.length - 2) + 1

  test('loses nothing of what its client printed, before and after: 50 kills', async () => {
    const kill = async (round: number): Promise<void> => {
      const home = newHome()
      const log = join(temp, `killed-${round}.log`)
      const last = join(temp, `killed-${round}.last`)
      const words = playCommand(name, '--pace', '0.3', '--log', log, '--last', last)
      const child = startRecount(['record', '--raw', '--', ...words], {home})
      child.stdout?.resume()
      await waitUntil(() => hasRecorded(home, Math.floor(random() * lastLine)))
      child.kill('SIGKILL')
      await exitOf(child)
      const {bytes, about} = onlyRecordedIn(home)
      expect(bytes.length).toBeLessThanOrEqual(lastLine)
      expect(about).toMatchObject({format: 'recount-recording'})
      // The client does not even notice.
      writeFileSync(last, '')
      await waitUntil(() => readIfThere(log) !== '')
      expect(onlyRecordedIn(home).bytes.equals(whole)).toBe(true)
    }
    for (let round = 0; round < 50; round += 5)
      await Promise.all([0, 1, 2, 3, 4].map((next) => kill(round + next)))
  })
  test('has kept what it has shown of a pipe, and nothing of it is torn but its end: 12 kills', async () => {
    for (let round = 0; round < 12; round += 1) {
      const home = newHome()
      const child = spawn(process.execPath, [program, 'print', '--record', '--style', 'line'], {
        env: {PATH: process.env['PATH'] ?? '', HOME: home, RECOUNT_HOME: home, NO_COLOR: '1'},
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      child.stdin.on('error', () => {})
      let shown = ''
      child.stdout.on('data', (data) => {
        shown += data
      })
      const first = 1 + Math.floor(whole.length * random())
      child.stdin.write(whole.subarray(0, first))
      await waitUntil(() => hasRecorded(home))
      child.stdin.write(whole.subarray(first))
      await pause(random() * 10)
      child.kill('SIGKILL')
      await once(child, 'close')
      const {bytes} = onlyRecordedIn(home)
      expect(bytes.equals(whole.subarray(0, bytes.length))).toBe(true)
      const results = bytes.toString().split('"type":"tool_result"').length - 1
      expect(shown.split(/^[✓✗] \w/m).length - 1).toBeLessThanOrEqual(results)
    }
  })
})

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
