import {readFileSync} from 'node:fs'
import {beforeAll, describe, expect, test} from 'vitest'
import type {Line} from '../../src/model/index.ts'
import type {SourceFile} from '../../src/sources/index.ts'
import {everyFile, foldFiles} from '../support/conversation/recordings.ts'

/** Types that FORMATS.md, the SDK's declarations and the seeds name: none of them may ever be unknown. */
const named: ReadonlySet<string> = new Set(
  readFileSync(new URL('../support/conversation/named-types.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n'),
)

const files = everyFile()

/** What is known of a file after it was read and folded once. */
function sweep(file: SourceFile) {
  const lines: Line[] = []
  const state = foldFiles([file], {onLine: (line) => void lines.push(line)})
  const {sessions, agents, strays} = state.document()
  const items = [...sessions.flatMap((session) => session.turns), ...agents].flatMap((place) => place.items)
  return {
    path: file.path,
    missed: missedLines(readFileSync(file.path), lines),
    odd: lines.filter((line) => line.kind !== 'message').length,
    shown: [...items, ...strays].filter((item) => item.kind === 'unknown' || item.kind === 'unreadable')
      .length,
    unknown: lines.flatMap((line) => (line.kind === 'unknown' && named.has(line.type) ? where(line) : [])),
    unreadable: lines.flatMap((line) => (line.kind === 'unreadable' && parses(line.text) ? where(line) : [])),
  }
}

describe(`every one of ${files.length} files`, () => {
  let swept: readonly ReturnType<typeof sweep>[] = []
  beforeAll(() => {
    swept = files.map(sweep)
  })
  test('is read without a crash: one record for each line that holds anything, more only where several stand on one', () => {
    expect(swept).toHaveLength(files.length)
    for (const {path, missed} of swept) expect(missed, path).toEqual([])
  })
  test('has unknown records only of types that no dialect names', () => {
    expect(swept.flatMap(({unknown}) => unknown)).toEqual([])
  })
  test('has unreadable records only where the text is no JSON', () => {
    expect(swept.flatMap(({unreadable}) => unreadable)).toEqual([])
  })
  test('gives a conversation that shows every unknown record and every line that cannot be read', () => {
    for (const {path, shown, odd} of swept) expect(shown, path).toBe(odd)
  })
})

/** The lines that hold anything and are in no record, which may extend over several. Brackets around records hold nothing. */
function missedLines(bytes: Buffer, lines: readonly Line[]): readonly number[] {
  const ends = new Map(lines.map(({at, text}) => [at.line, at.line + text.split('\n').length]))
  let end = 0
  return bytes
    .toString('latin1')
    .split('\n')
    .flatMap((line, index) => {
      end = Math.max(end, ends.get(index + 1) ?? 0)
      return index + 1 < end || /^[\s\0[\],]*$/.test(line) ? [] : [index + 1]
    })
}

const where = (line: Line): string =>
  `${line.kind === 'unknown' ? line.type : line.kind} at ${line.at.source}:${line.at.line}`

function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
