import {mkdtempSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {basename, join} from 'node:path'
import {afterAll, describe, expect, test} from 'vitest'
import {foldDocument, foldSession, recordings} from '../../test/support/conversation/recordings.ts'
import type {ConversationDocument} from '../conversation/index.ts'
import {readSession, type SessionStep} from './read-session.ts'
import type {SourceFile} from './source-file.ts'

const temp = mkdtempSync(join(tmpdir(), 'recount-order-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

/** A line of a made-up transcript: its time in seconds, if it has one, and a mark to know it by. */
const line = (mark: string, second?: number): string =>
  JSON.stringify({
    type: 'user',
    uuid: mark,
    parentUuid: null,
    sessionId: 's',
    message: {role: 'user', content: mark},
    ...(second === undefined
      ? {}
      : {timestamp: new Date(Date.parse('2026-01-01') + second * 1000).toISOString()}),
  })

let folders = 0

/** Writes files of the given lines. */
function write(...files: readonly (readonly string[])[]): readonly SourceFile[] {
  folders += 1
  return files.map((lines, index) => {
    const path = join(temp, `${folders}-${index}.jsonl`)
    writeFileSync(path, lines.map((text) => `${text}\n`).join(''))
    return {path}
  })
}

/** The marks of the lines of a step, or which file's end it is. */
const marksOf = (step: SessionStep): readonly string[] => {
  if (step.kind === 'begin') return []
  if (step.kind === 'end') return [`end of ${basename(step.file.path).slice(-7, -6)}`]
  return step.lines.map((line) => (line.kind === 'message' ? (line.message.id ?? '') : line.kind))
}

const marksIn = (files: readonly SourceFile[]): readonly string[] => [...readSession(files)].flatMap(marksOf)

describe('the lines of several files', () => {
  test('are in the order of their times, and the ends after all of them', () => {
    const files = write(
      [line('m1', 1), line('m4', 4), line('m9', 9)],
      [line('a2', 2), line('a5', 5)],
      [line('b3', 3), line('b10', 10)],
    )
    expect(marksIn(files)).toEqual([
      ...['m1', 'a2', 'b3', 'm4', 'a5', 'm9', 'b10'],
      ...['end of 0', 'end of 1', 'end of 2'],
    ])
  })
  test('are in the order of the files if they have the same time', () => {
    const files = write([line('m1', 5), line('m2', 5)], [line('a1', 5), line('a2', 5)])
    expect(marksIn(files).slice(0, 4)).toEqual(['m1', 'm2', 'a1', 'a2'])
  })
  test('keep the order of their file, even if its times go back', () => {
    const files = write([line('m1', 1), line('m9', 9), line('m2', 2)], [line('a3', 3), line('a10', 10)])
    expect(marksIn(files).slice(0, 5)).toEqual(['m1', 'a3', 'm9', 'm2', 'a10'])
  })
  test('have the time of the line before if they have none, and are the earliest before the first', () => {
    const files = write(
      [line('m0'), line('m5', 5), line('m5+')],
      [line('a0'), 'not json', line('a3', 3), line('a3+'), line('a6', 6)],
    )
    expect(marksIn(files).slice(0, 8)).toEqual(['m0', 'a0', 'unreadable', 'a3', 'a3+', 'm5', 'm5+', 'a6'])
  })
  test('may be long, few or none', () => {
    const long = 'x'.repeat(700_000)
    const files = write([line(`m1 ${long}`, 1), line('m3', 3)], [], [line(`a2 ${long}`, 2)])
    expect(
      marksIn(files)
        .slice(0, 3)
        .map((text) => text.slice(0, 2)),
    ).toEqual(['m1', 'a2', 'm3'])
  })
})

describe('the steps', () => {
  test('begin with every file, and give lines of one file at a time', () => {
    const files = write([line('m1', 1), line('m2', 2), line('m5', 5)], [line('a3', 3), line('a4', 4)])
    const steps = [...readSession(files)]
    expect(steps.map(({kind}) => kind)).toEqual(['begin', 'begin', 'lines', 'lines', 'lines', 'end', 'end'])
    expect(steps.slice(2, 5).map(marksOf)).toEqual([['m1', 'm2'], ['a3', 'a4'], ['m5']])
  })
})

describe('reading', () => {
  test('continues if a file cannot be read, and reports why at its end', () => {
    const files = [...write([line('m1', 1)]), {path: join(temp, 'nowhere-1.jsonl')}]
    const steps = [...readSession(files)]
    expect(steps.flatMap(marksOf)).toEqual(['m1', 'end of 0', 'end of 1'])
    const problems = steps.flatMap((step) => (step.kind === 'end' ? [step.problem?.message] : []))
    expect(problems).toEqual([
      undefined,
      `Cannot read ${join(temp, 'nowhere-1.jsonl')}: no such file or folder.`,
    ])
  })
  test('reads of each file no more than was needed when it is stopped', () => {
    const many = Array.from({length: 30_000}, (_, index) => line(`m${index}`, index))
    const files = write(many, [line('late', 1_000_000)])
    let bytes = 0
    for (const step of readSession(files, (more) => {
      bytes += more
    }))
      if (step.kind === 'lines') break
    expect(bytes).toBe(256 * 1024)
  })
  test('counts every byte once', () => {
    const files = write([line('m1', 1), line('m2', 2)], [line('a1', 1)])
    const bytes = [...readSession(files)].flatMap((step) => (step.kind === 'end' ? [step.reader.bytes] : []))
    expect(bytes).toEqual([2 * line('m1', 1).length + 2, line('a1', 1).length + 1])
  })
})

/** Calls and agents are in the order in which they were read, which differs. */
const sorted = (document: ConversationDocument): ConversationDocument => ({
  ...document,
  toolCalls: [...document.toolCalls].sort((a, b) => (a.toolCallId < b.toolCallId ? -1 : 1)),
  agents: [...document.agents].sort((a, b) => (a.key < b.key ? -1 : 1)),
})

describe('a session folded as it happened is the same as one file after the other', () => {
  for (const {name, transcripts} of recordings) {
    const sessions = bySession(transcripts)
    for (const [session, files] of sessions) {
      if (files.length < 2) continue
      test(`${name} ${session}`, () => {
        expect(sorted(foldSession(files).document())).toEqual(sorted(foldDocument(files)))
      })
    }
  }
})

function bySession(files: readonly SourceFile[]): ReadonlyMap<string, readonly SourceFile[]> {
  const ids = new Set(files.flatMap(({session}) => session ?? []))
  return new Map([...ids].map((id) => [id, files.filter(({session}) => session === id)]))
}
