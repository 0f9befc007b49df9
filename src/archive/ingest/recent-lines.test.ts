import {appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, expect, test, vi} from 'vitest'
import {openArchiveFolder} from '../open-archive.ts'
import {isMistake, parseQuery} from '../query/index.ts'

const temp = mkdtempSync(join(tmpdir(), 'recount-recent-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

const session = '0aaaaaaa-0000-4000-8000-000000000002'
const said = (text: string): string =>
  `${JSON.stringify({type: 'user', uuid: text, parentUuid: null, sessionId: session, timestamp: '2026-01-01T00:00:00.000Z', cwd: '/work', message: {role: 'user', content: text}})}\n`

const now = (): number => Date.UTC(2026, 0, 2)
const watcher = {now, advance: async () => {}, skipped: () => {}}

/** How often a text with a word in it was parsed while something was done. */
async function parsesOf(word: string, work: () => Promise<void>): Promise<number> {
  const parse = vi.spyOn(JSON, 'parse')
  try {
    await work()
    return parse.mock.calls.filter(([text]) => text.includes(word)).length
  } finally {
    parse.mockRestore()
  }
}

test('a line that is appended to a known file is parsed once, listed and found', async () => {
  const root = join(temp, 'projects')
  mkdirSync(join(root, 'p'), {recursive: true})
  const path = join(root, 'p', `${session}.jsonl`)
  writeFileSync(path, said('first'))
  const archive = await openArchiveFolder(join(temp, 'archive'), now)
  const keepUp = async (): Promise<void> => {
    await archive.ingest([root], watcher)
    await archive.index()
  }
  await keepUp()
  for (const word of ['zebra', 'giraffe']) {
    appendFileSync(path, said(word))
    expect(await parsesOf(word, keepUp)).toBe(1)
  }
  for (const word of ['first', 'zebra', 'giraffe']) {
    const query = parseQuery(word, {now: now(), zone: 'UTC'})
    if (isMistake(query)) throw new Error(`Cannot search for ${word}.`)
    const {hits} = await archive.search(query, {limit: 5, patience: 60_000, now})
    expect(hits.map(({link}) => link)).toEqual([`${session}#${word}`])
  }
  archive.close()
})
