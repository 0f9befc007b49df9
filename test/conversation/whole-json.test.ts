import {mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, describe, expect, test} from 'vitest'
import {recount} from '../support/program.ts'

const temp = mkdtempSync(join(tmpdir(), 'recount-whole-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

let count = 0
function newFolder(): string {
  count += 1
  const folder = join(temp, String(count))
  mkdirSync(folder)
  return folder
}

const stream = (scenario: string): string =>
  readFileSync(`test/recordings/2.1.325/${scenario}/stream.jsonl`, 'utf8')
const recordsOf = (lines: string): readonly unknown[] =>
  lines
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line))

/** Ways of writing the records of a stream into one file. */
const ways: readonly (readonly [string, (records: readonly unknown[]) => string])[] = [
  ['a pretty-printed array', (records) => JSON.stringify(records, null, 2)],
  ['an array on one line', (records) => JSON.stringify(records)],
  [
    'pretty-printed objects',
    (records) => `${records.map((record) => JSON.stringify(record, null, 2)).join('\n')}\n`,
  ],
]

/** The file that claude-code-action leaves behind. */
const fileName = 'claude-execution-output.json'

describe.each(ways)('%s', (_way, write) => {
  test.each(['parallel', 'subagents-parallel', 'max-turns'])('says what the lines of %s say', (scenario) => {
    const folder = newFolder()
    const lines = stream(scenario)
    writeFileSync(join(folder, 'stream.jsonl'), lines)
    writeFileSync(join(folder, fileName), write(recordsOf(lines)))
    const run = (words: readonly string[]): string => {
      const {stdout, stderr, status} = recount(words, {home: folder})
      expect([stderr, status]).toEqual(['', 0])
      return stdout
    }
    const inspect = (name: string): unknown => {
      const {warnings, bytes, ...rest}: Record<string, unknown> = JSON.parse(
        run(['inspect', '--json', join(folder, name)]),
      )
      return rest
    }
    expect(inspect(fileName)).toEqual(inspect('stream.jsonl'))
    expect(run(['show', join(folder, fileName)])).toBe(run(['show', join(folder, 'stream.jsonl')]))
    const piped = (text: string): string =>
      recount(['show', '-'], {home: folder, input: text}).stdout.replaceAll(/\d+(\.\d+)?m?s\b/g, '')
    expect(piped(write(recordsOf(lines)))).toBe(piped(lines))
  })

  test('is found in a folder, archived byte for byte, searched and counted like lines', () => {
    const [asJson, asLines] = [newFolder(), newFolder()]
    const lines = stream('parallel')
    const text = write(recordsOf(lines))
    mkdirSync(join(asJson, 'projects'))
    mkdirSync(join(asLines, 'projects'))
    const path = join(asJson, 'projects', fileName)
    writeFileSync(path, text)
    writeFileSync(join(asJson, 'projects', 'package.json'), '{"name": "a", "type": "module"}\n')
    writeFileSync(join(asLines, 'projects', 'stream.jsonl'), lines)
    for (const file of [path, join(asLines, 'projects', 'stream.jsonl')])
      utimesSync(file, 1_750_000_000, 1_750_000_000)
    const run = (home: string, words: readonly string[]): string => {
      const {stdout, stderr, status} = recount(words, {home, env: {CLAUDE_CONFIG_DIR: home}})
      expect([stderr.replace(/^Restored .+\n/, ''), status]).toEqual(['', 0])
      return stdout
    }
    for (const words of [
      ['ls', '--json'],
      ['usage', '--json'],
      ['search', '--json', '--limit', '1000', 'kind:result'],
    ]) {
      // Where something is differs, and nothing else.
      const told = (home: string): string =>
        run(home, words)
          .replaceAll(home, '')
          .replaceAll(
            /"bytes": ?\d+|claude-execution-output\.json|stream\.jsonl|"(?:line|record)": ?\d+/g,
            '',
          )
      expect(told(asJson)).toBe(told(asLines))
    }
    rmSync(path)
    run(asJson, ['restore', '--all', '--to', join(asJson, 'restored')])
    expect(readFileSync(join(asJson, 'restored', fileName), 'utf8')).toBe(text)
    // It is not on disk any more, and shown from the archive.
    const id = /"session_id":"([^"]+)"/.exec(lines)?.[1] ?? ''
    expect(run(asJson, ['show', id])).toContain('Bash')
  })
})
