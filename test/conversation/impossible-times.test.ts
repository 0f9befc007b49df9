import {mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, describe, expect, test} from 'vitest'
import {recount} from '../support/program.ts'

const home = mkdtempSync(join(tmpdir(), 'recount-times-'))
afterAll(() => rmSync(home, {recursive: true, force: true}))

const impossible = [
  '9999-12-31T23:59:59.999Z',
  '0000-01-01T00:00:00.000Z',
  '0001-01-01',
  '+275760-09-13T00:00:00.000Z',
  253_402_300_799_000,
  8.64e15,
  1e300,
  -5,
  0,
] as const

const record = (number: number, sessionId: string, timestamp: string | number): string =>
  `${JSON.stringify({
    type: 'assistant',
    uuid: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    parentUuid: null,
    isSidechain: false,
    cwd: '/home/ada/shop',
    version: '2.1.325',
    sessionId,
    timestamp,
    message: {
      id: `msg_${number}`,
      role: 'assistant',
      model: 'claude-opus-5-5',
      content: [{type: 'text', text: 'Hello'}],
      usage: {input_tokens: 10, output_tokens: 5},
    },
  })}\n`

const projects = join(home, 'projects')
const sessions = ['9c0e1000-0000-4000-8000-000000000001', '9c0e1000-0000-4000-8000-000000000002'] as const
const fileOf = (session: string): string => join(projects, '-home-ada-shop', `${session}.jsonl`)
mkdirSync(join(projects, '-home-ada-shop'), {recursive: true})
const [first, second] = sessions
writeFileSync(
  fileOf(first),
  ['2026-01-05T10:00:00.000Z', ...impossible].map((time, number) => record(number, first, time)).join(''),
)
writeFileSync(fileOf(second), record(100, second, '9999-12-31T23:59:59.999Z'))
// The system cannot write down every year; this one is beyond what is taken for a time, and it can.
utimesSync(fileOf(second), 6e9, 6e9)

const run = (...words: readonly string[]) => {
  const ran = recount(words, {home})
  expect(ran).toMatchObject({status: 0})
  return ran.stdout
}

describe('a time that cannot be is a time that is not known', () => {
  test('in the archive, by day, week, month and block', () => {
    run('index', projects)
    const thisYear = new Date().getUTCFullYear()
    for (const group of ['daily', 'weekly', 'monthly', 'blocks']) {
      const {rows}: {rows: readonly {key: string; responses: number}[]} = JSON.parse(
        run('usage', group, '--json'),
      )
      const years = rows.map(({key}) => Number(key.slice(0, 4)))
      expect(years.filter((year) => year !== 2026 && year !== thisYear)).toEqual([])
      expect(rows.reduce((sum, {responses}) => sum + responses, 0)).toBe(impossible.length + 2)
    }
  })

  test('in the document of a session', () => {
    const {sessions: told} = JSON.parse(run('show', fileOf(first), '--format', 'json'))
    expect(told).toMatchObject([{startedAt: '2026-01-05T10:00:00.000Z', endedAt: '2026-01-05T10:00:00.000Z'}])
  })
})
