import {cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {basename, join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {afterAll, beforeAll, describe, expect, test} from 'vitest'
import {commands} from '../../src/cli/commands.ts'
import {recount, recountInProcess} from '../support/program.ts'

const samples = fileURLToPath(new URL('../../samples/discount', import.meta.url))
const stream = join(samples, 'stream.jsonl')
const temp = mkdtempSync(join(tmpdir(), 'recount-program-'))
const claude = join(temp, 'claude')
const id = '3ae4c46c-fb7c-4587-9261-0ac9ae018336'
afterAll(() => rmSync(temp, {recursive: true, force: true}))

beforeAll(() => {
  mkdirSync(claude)
  cpSync(join(samples, 'transcript'), join(claude, 'projects'), {recursive: true})
  const home = join(temp, 'threaded')
  expect(recountInProcess(['index'], {home, env: {CLAUDE_CONFIG_DIR: claude}}).status).toBe(0)
  cpSync(home, join(temp, 'apart'), {recursive: true})
})

/** How each command is called. Where there is none, tests start a process: it starts others, or runs until it is ended. */
const calls: Readonly<Record<string, readonly (readonly string[])[]>> = {
  print: [['--style', 'box'], ['--check']],
  inspect: [[stream], [stream, '--json'], ['-', '--json']],
  show: [[stream], [id], [id, '--format', 'json'], ['nowhere']],
  changes: [[stream], [id, '--json'], [id, '--patch']],
  file: [['discount.ts'], ['missing.ts', '--json']],
  replay: [[stream, '--speed', 'max']],
  welcome: [[]],
  export: [
    [stream, '-o', '-'],
    [id, '-o', '-', '--format', 'md'],
    ['--format', 'pdf'],
  ],
  record: [],
  resume: [[id, '--print']],
  import: [[join(claude, 'projects')]],
  serve: [],
  slack: [[stream, '--dry-run'], ['--test']],
  index: [[claude]],
  doctor: [[]],
  ls: [[], ['--json']],
  search: [['discount'], ['"open']],
  usage: [[], ['session', '--json'], ['statusline']],
  restore: [[id], ['zzz']],
  sql: [['select id, turns from session'], ['drop table file']],
}

const all: readonly (readonly string[])[] = [
  ['--version'],
  ['--help'],
  ['explode'],
  ...Object.entries(calls).flatMap(([name, ways]) => ways.map((words) => [name, ...words])),
]

describe('what the program says on a thread is what it says as a process', () => {
  test('for every command', () => {
    expect(Object.keys(calls).sort()).toEqual(commands.map(({name}) => name).sort())
  })
  for (const words of all) {
    test(['recount', ...words.map((word) => basename(word))].join(' '), () => {
      const place = {input: readFileSync(stream), env: {CLAUDE_CONFIG_DIR: claude}}
      const [threaded, apart] = [join(temp, 'threaded'), join(temp, 'apart')]
      expect(withoutTimes(recount(words, {...place, home: threaded}))).toEqual(
        withoutTimes(recountInProcess(words, {...place, home: apart})),
      )
    })
  }
})

/** How long it took is another matter each time. */
const withoutTimes = (ran: ReturnType<typeof recount>) => ({
  ...ran,
  stdout: ran.stdout.replaceAll(/ in [\d.]+ ?m?s\b/g, '').replaceAll(/"ms":\d+/g, ''),
})
