import {cpSync, mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {basename, join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {afterAll, describe, expect, test} from 'vitest'
import {openConversationStore} from '../../src/store/index.ts'
import {recording} from '../support/conversation/recordings.ts'
import {jsonLines, recount} from '../support/program.ts'

const temp = mkdtempSync(join(tmpdir(), 'recount-chorus-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

const place = {home: join(temp, 'home'), env: {CLAUDE_CONFIG_DIR: join(temp, 'claude')}}
const stream = join(recording('2.1.325/parallel').folder, 'stream.jsonl')
const sample = fileURLToPath(new URL('../../samples/discount/transcript', import.meta.url))
const id = '3ae4c46c-fb7c-4587-9261-0ac9ae018336'

const run = (...words: readonly string[]) => recount(['export', '--format', 'chorus', ...words], place)

describe('recount export --format chorus', () => {
  test('writes a stream byte for byte into a store, once', () => {
    const folder = join(temp, 'stream')
    expect(run(stream, '-o', folder).stdout).toBe(
      `Wrote 19 messages of 1 conversation into ${join(folder, '.chorus')}.\n`,
    )
    expect(run(stream, '-o', folder).stdout).toContain('Wrote 0 messages of 1 conversation')
    const [kept] = openConversationStore(folder).list()
    const stored = jsonLines(readFileSync(kept?.path ?? '', 'utf8'))
    expect(stored.map(({claudeMessage}) => claudeMessage)).toEqual(jsonLines(readFileSync(stream, 'utf8')))
  })
  test('writes sessions under the folders they worked in', () => {
    const folder = join(temp, 'sessions')
    expect(run(sample, '-o', folder).status).toBe(0)
    const store = openConversationStore(folder)
    const kept = store.list()
    expect(kept.map(({conversation}) => conversation)).toContain(id)
    expect(new Set(kept.map(({agent}) => agent))).toEqual(new Set(['claude']))
    expect(readdirSync(join(folder, '.chorus', 'conversations'))).toEqual([kept[0]?.workspace])
    expect(JSON.stringify(store.config())).toContain('"path":"/')
  })
  test('takes a session that was deleted out of the archive, and gives the same conversation', () => {
    const projects = join(temp, 'claude', 'projects')
    cpSync(sample, join(projects, 'sample'), {recursive: true})
    expect(recount(['ls'], place).status).toBe(0)
    const before = join(temp, 'before')
    expect(run(id, '-o', before).status).toBe(0)
    rmSync(projects, {recursive: true})
    const after = join(temp, 'after')
    expect(run(id, '-o', after).status).toBe(0)
    const linesIn = (folder: string) =>
      openConversationStore(folder)
        .list()
        .map(({path}) => readFileSync(path, 'utf8'))
    expect(linesIn(after)).toEqual(linesIn(before))
  })
  test('writes the recorded stream of a session beside its transcript, and an archive joins them again', () => {
    const {folder, transcripts} = recording('2.1.325/parallel')
    const both = {home: join(temp, 'both'), env: {CLAUDE_CONFIG_DIR: join(temp, 'both-claude')}}
    cpSync(join(folder, 'transcript'), join(temp, 'both-claude', 'projects'), {recursive: true})
    expect(recount(['--record'], {...both, input: readFileSync(stream, 'utf8')}).status).toBe(0)
    const session = basename(transcripts[0]?.path ?? '', '.jsonl')
    const store = join(temp, 'both-store')
    expect(recount(['export', '--format', 'chorus', session, '-o', store], both).stdout).toMatch(
      / of 2 conversations /,
    )
    const again = {home: join(temp, 'again'), env: {CLAUDE_CONFIG_DIR: join(temp, 'again-claude')}}
    expect(recount(['import', store], again).status).toBe(0)
    const rows = (place: typeof both) =>
      jsonLines(recount(['ls', '--json'], place).stdout).map(({id, title, turns, tools, errors}) => ({
        ...{id, title, turns, tools, errors},
      }))
    expect(rows(again)).toEqual(rows(both))
    const total = (place: typeof both) =>
      JSON.parse(recount(['usage', 'session', '--json'], place).stdout).total
    expect(total(again).usage).toEqual(total(both).usage)
  })
  test.each([
    [['--depth', 'tool'], '--depth is for pages'],
    [['--after', '3d'], '--after is for pages'],
    [['-o', '-'], 'a store is a folder'],
  ])('says no to %s', (words, reason) => {
    const ran = run(stream, ...words)
    expect(ran).toMatchObject({status: 2, stdout: ''})
    expect(ran.stderr).toContain(reason)
  })
  test('says no to standard input, which can be read only once', () => {
    expect(run('-', '-o', join(temp, 'stdin'))).toMatchObject({status: 2, stdout: ''})
  })
  test('says so where the filters leave nothing', () => {
    expect(run(sample, '--session', 'nope', '-o', join(temp, 'none'))).toMatchObject({status: 1, stdout: ''})
  })
})
