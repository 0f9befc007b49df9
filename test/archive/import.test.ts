import {copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs'
import {basename, join} from 'node:path'
import {describe, expect, test} from 'vitest'
import {recording} from '../support/conversation/recordings.ts'
import {jsonLines, recount} from '../support/program.ts'
import {tempFolder} from '../support/record/recorded.ts'

const temp = tempFolder('import')

describe('recount import', () => {
  const stream = join(recording('2.1.325/parallel').folder, 'stream.jsonl')
  const session = '2ba37730-f9d8-446d-890f-ca2063e27c34'
  const fresh = {home: join(temp, 'import-home'), env: {CLAUDE_CONFIG_DIR: join(temp, 'no-claude')}}
  const listed = () =>
    JSON.parse(`[${recount(['ls', '--json'], fresh).stdout.trim().split('\n').join(',')}]`).flat()

  test('takes a stream into a store, from there into the archive, and adds nothing the second time', () => {
    const store = join(temp, 'imported')
    const into = ['import', stream, '--store', store, '--workspace', 'shop']
    expect(recount(into, fresh).stdout).toMatch(/^Wrote 19 messages of 1 conversation into /)
    expect(recount(into, fresh).stdout).toContain('Wrote 0 messages')
    const folder = join(store, '.chorus/conversations/shop/claude')
    const kept = jsonLines(readFileSync(join(folder, readdirSync(folder)[0] ?? ''), 'utf8'))
    expect(kept.map(({claudeMessage}) => claudeMessage)).toEqual(jsonLines(readFileSync(stream, 'utf8')))
    expect(recount(['import', store], fresh).stdout).toBe('Imported 1 conversation.\n')
    expect(recount(['import', store], fresh).stdout).toBe(
      'Imported 0 conversations; 1 conversation was already there.\n',
    )
    expect(JSON.stringify(listed())).toContain(session)
  })
  test('takes a session out of the archive into a store, and the store gives its lines back', () => {
    const store = join(temp, 'out')
    expect(recount(['import', '2ba37730', '--store', store, '--workspace', 'shop'], fresh).status).toBe(0)
    const folder = join(store, '.chorus/conversations/shop/claude')
    const path = join(folder, readdirSync(folder)[0] ?? '')
    const back = recount(['replay', path, '--format', 'stream-json', '--speed', 'max'], fresh)
    expect(back.stdout).toBe(readFileSync(stream, 'utf8'))
  })
  test('from one store into another changes nothing but its place', () => {
    const from = join(temp, 'foreign', '.chorus', 'conversations', 'w', 'a')
    mkdirSync(from, {recursive: true})
    const lines = readFileSync(stream, 'utf8').trimEnd().split('\n')
    const envelope = (line: string, at: number): string =>
      `{"id":"m${at}","conversationId":"c1","agentId":"a","timestamp":"2026-01-01T00:00:${10 + at}.000Z","claudeMessage":${line},"costUSD":0.5,"durationMs":7,"starred":{"by":["x"]}}\n`
    const whole = lines.map(envelope).join('')
    writeFileSync(join(from, 'c1.jsonl'), whole)
    const store = join(temp, 'own')
    const into = ['import', join(temp, 'foreign'), '--store', store]
    expect(recount(into, fresh).stdout).toMatch(/^Wrote 19 messages of 1 conversation/)
    const path = join(store, '.chorus/conversations/w/a/c1.jsonl')
    expect(readFileSync(path, 'utf8')).toBe(whole)
    expect(recount(into, fresh).stdout).toContain('Wrote 0 messages')
  })
  test('takes the notes of a recording along, but follows no link in their place', () => {
    const folder = join(temp, 'linked')
    const home = join(temp, 'linked-home')
    const secret = join(temp, 'secret.txt')
    mkdirSync(folder)
    writeFileSync(secret, 'private')
    copyFileSync(stream, join(folder, 'stream.jsonl'))
    writeFileSync(join(folder, 'offsets.txt'), '1\t5\tsystem/init\n')
    symlinkSync(secret, join(folder, 'stream.meta.json'))
    expect(recount(['import', join(folder, 'stream.jsonl')], {...fresh, home}).status).toBe(0)
    const copies = readdirSync(join(home, 'recordings'), {recursive: true, encoding: 'utf8'})
    expect(copies.map((name) => basename(name)).sort()).toEqual([
      expect.stringMatching(/^import-/),
      'offsets.txt',
      'stream.jsonl',
    ])
  })
  test('of something that is no conversation says so, and takes nothing in', () => {
    const names = ['empty.jsonl', 'prose.txt', 'program.jsonl'].map((name) => join(temp, name))
    for (const [at, content] of [
      '',
      'hello\n',
      Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 255]),
    ].entries())
      writeFileSync(names[at] ?? '', content)
    for (const name of names)
      expect(recount(['import', name], fresh)).toMatchObject({
        status: 1,
        stdout: '',
        stderr: expect.stringMatching(
          /^Cannot import .*: (?:it is empty|it is not a transcript or a stream)\.\n$/,
        ),
      })
  })
  test('of a stream and of a store made from its transcript counts each answer once, whichever comes first', () => {
    const {folder} = recording('2.1.325/subagent')
    const run = join(folder, 'stream.jsonl')
    const store = join(temp, 'from-transcript')
    expect(recount(['import', join(folder, 'transcript'), '--store', store], fresh).status).toBe(0)
    const used = (...names: readonly string[]) => {
      const place = {...fresh, home: join(temp, `used-${names.map((name) => name.length).join('-')}`)}
      for (const name of names) expect(recount(['import', name], place).status).toBe(0)
      const {usage, cost, reported} = JSON.parse(recount(['usage', '--json'], place).stdout).total
      return {usage, cost, reported}
    }
    expect(used(store)).toEqual(used(run))
    expect(used(store, run)).toEqual(used(run))
    expect(used(run, store)).toEqual(used(run))
  })
  test('of the transcript of the same session joins both', () => {
    const copy = join(temp, 'copied')
    cpSync(join(recording('2.1.325/parallel').folder, 'transcript'), copy, {recursive: true})
    const before = recount(['usage', 'session', '--json'], fresh).stdout
    expect(recount(['import', copy], fresh).status).toBe(0)
    const after = JSON.parse(recount(['usage', 'session', '--json'], fresh).stdout)
    expect(after.total.usage).toEqual(JSON.parse(before).total.usage)
    expect(listed().filter((row: {sessionId?: string}) => row.sessionId === session)).toHaveLength(1)
  })
})
