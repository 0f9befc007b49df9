import type {ChildProcess} from 'node:child_process'
import {once} from 'node:events'
import {appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {basename, join} from 'node:path'
import {afterAll, afterEach, beforeEach, expect, test} from 'vitest'
import {jsonLines, recount, startRecount} from '../support/program.ts'

const temp = mkdtempSync(join(tmpdir(), 'recount-watch-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

const session = '0aaaaaaa-0000-4000-8000-000000000001'
const said = (text: string): string =>
  `${JSON.stringify({type: 'user', uuid: text, parentUuid: null, sessionId: session, timestamp: '2026-01-01T00:00:00.000Z', cwd: '/work', message: {role: 'user', content: text}})}\n`

let home = ''
let root = ''
let path = ''
let watching: ChildProcess
let heard = ''

beforeEach(async () => {
  home = mkdtempSync(join(temp, 'home-'))
  root = mkdtempSync(join(temp, 'root-'))
  mkdirSync(join(root, 'p'))
  path = join(root, 'p', `${session}.jsonl`)
  writeFileSync(path, said('first'))
  heard = ''
  watching = startRecount(['index', '--watch', '--json', root], {home})
  watching.stdout?.on('data', (chunk) => {
    heard += chunk
  })
  await reports(1)
})
afterEach(async () => {
  if (watching.exitCode !== null || watching.signalCode !== null) return
  watching.kill('SIGKILL')
  await once(watching, 'exit')
})

/** Waits for so many reports, and gives the last. */
async function reports(count: number): Promise<Readonly<Record<string, unknown>>> {
  const told = () => jsonLines(heard.slice(0, heard.lastIndexOf('\n') + 1))
  await expect.poll(() => told().length, {interval: 5}).toBeGreaterThanOrEqual(count)
  return told()[count - 1] ?? {}
}

const found = (word: string): number => jsonLines(recount(['search', '--json', word], {home}).stdout).length

test('an appended line is searchable by other processes once it is reported, and only its bytes are read', async () => {
  for (let times = 1; times <= 3; times += 1) {
    const word = `zebra${times}`
    appendFileSync(path, said(word))
    const report = await reports(times + 1)
    expect(report).toMatchObject({filesOpened: 1, records: 1, bytesParsed: said(word).length})
    expect(found(word)).toBe(1)
  }
})

test('new files, new folders and other names are seen', async () => {
  const other = '0aaaaaaa-0000-4000-8000-000000000002'
  writeFileSync(join(root, 'p', `${other}.jsonl`), said('giraffe'))
  await reports(2)
  expect(found('giraffe')).toBe(1)
  mkdirSync(join(root, 'deep/er'), {recursive: true})
  writeFileSync(join(root, 'deep/er/stream.jsonl'), said('okapi'))
  await reports(3)
  expect(found('okapi')).toBe(1)
  const moved = join(root, 'deep', basename(path))
  renameSync(path, moved)
  appendFileSync(moved, said('quagga'))
  await reports(4)
  await expect.poll(() => found('quagga')).toBe(1)
  expect(found('first')).toBe(1)
})

test('Ctrl-C ends it, and what was reported is kept', async () => {
  appendFileSync(path, said('zebra'))
  await reports(2)
  watching.kill('SIGINT')
  const [code] = await once(watching, 'exit')
  expect(code).toBe(0)
  expect(recount(['index', '--json', root], {home}).stdout).toContain('"filesOpened":0')
})
