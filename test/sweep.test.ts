import {readFileSync} from 'node:fs'
import {fileURLToPath} from 'node:url'
import {describe, expect, test} from 'vitest'
import {newConversation, toDocument} from '../src/conversation/index.ts'
import type {Line} from '../src/model/index.ts'
import type {SourceFile} from '../src/sources/index.ts'
import {findFiles} from '../src/sources/index.ts'
import {foldFiles, recordings, sharedFolder} from './support/recordings.ts'

/** Types that FORMATS.md, the SDK's declarations and the seeds name: none of them may ever be unknown. */
const named: ReadonlySet<string> = new Set(
  readFileSync(new URL('support/named-types.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n'),
)

const folders = (['captures', 'corpus'] as const).flatMap((name) => sharedFolder(name) ?? [])
const files: readonly SourceFile[] = [
  ...recordings.flatMap(({streams, transcripts}) => [...streams, ...transcripts]),
  ...findFiles(fileURLToPath(new URL('../samples', import.meta.url)), () => {}),
  ...folders.flatMap((folder) => findFiles(folder, () => {})),
]

describe(`every one of ${files.length} files`, () => {
  test('is read without a crash: one record for each line that holds anything, more only where several stand on one', () => {
    for (const file of files) {
      const numbers = linesOf(file).map((line) => line.at.line)
      expect(new Set(numbers).size, file.path).toBe(nonBlankLines(readFileSync(file.path)))
    }
  })
  test('has unknown records only of types that nobody has named', () => {
    const unknown = files.flatMap((file) => linesOf(file).filter((line) => line.kind === 'unknown'))
    expect(
      unknown.filter((line) => named.has(line.type)).map((line) => `${line.type} at ${where(line)}`),
    ).toEqual([])
  })
  test('has unreadable records only where the text is no JSON', () => {
    const unreadable = files.flatMap((file) => linesOf(file).filter((line) => line.kind === 'unreadable'))
    expect(unreadable.filter((line) => parses(line.text)).map(where)).toEqual([])
  })
  test('gives a conversation that shows every record nobody knows and every line nobody can read', () => {
    for (const file of files) {
      const odd: Line[] = []
      const state = foldFiles([file], {
        look: (line) => {
          if (line.kind !== 'message') odd.push(line)
        },
      })
      const {sessions, agents, strays} = toDocument(state)
      const items = [...sessions.flatMap((session) => session.turns), ...agents].flatMap(
        (place) => place.items,
      )
      const shown = [...items, ...strays].filter(
        (item) => item.kind === 'unknown' || item.kind === 'unreadable',
      )
      expect(shown.length, file.path).toBe(odd.length)
    }
  })
})

function linesOf(file: SourceFile): readonly Line[] {
  const lines: Line[] = []
  foldFiles([file], {
    state: newConversation({keep: 'nothing'}),
    look: (line) => {
      lines.push(line)
    },
  })
  return lines
}

const nonBlankLines = (bytes: Buffer): number =>
  bytes
    .toString('latin1')
    .split('\n')
    .filter((line) => /[^\s\0]/.test(line)).length

const where = (line: Line): string => `${line.at.source}:${line.at.line}`

function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
