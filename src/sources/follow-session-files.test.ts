import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import {tmpdir} from 'node:os'
import {basename, dirname, join} from 'node:path'
import {afterAll, describe, expect, test} from 'vitest'
import {recordings} from '../../test/support/conversation/recordings.ts'
import type {Line} from '../model/index.ts'
import {type FollowStep, followSessionFiles} from './follow-session-files.ts'
import {readSession} from './read-session.ts'
import {readStdin} from './read-stdin.ts'
import {describeFile, type SourceFile} from './source-file.ts'

const temp = mkdtempSync(join(tmpdir(), 'recount-follow-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

let folders = 0
function newFolder(): string {
  folders += 1
  const folder = join(temp, String(folders))
  mkdirSync(folder)
  return folder
}

/** Numbers that look like chance and are the same in every run. */
function chance(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

/** What a sequence says: which line of which file, or which file ended. */
function marks(steps: readonly FollowStep[], nameOf: (path: string) => string): readonly string[] {
  return steps.flatMap((step) => {
    if (step.kind === 'lines') return step.lines.map((line) => markOf(line, nameOf(line.at.source)))
    return step.kind === 'end' ? [`end of ${nameOf(step.file.path)}`] : []
  })
}

const markOf = ({at, kind, text}: Line, name: string): string =>
  `${name} ${at.line}.${at.record} at ${at.offset}: ${kind} ${text}`

/** Follows files while `changes` are made to them, one after the other; they are quiet when all are made. */
async function follow(
  find: () => readonly SourceFile[],
  changes: Iterator<unknown>,
): Promise<readonly FollowStep[]> {
  const steps: FollowStep[] = []
  let isQuiet = false
  let isOver = false
  const wait = async (): Promise<boolean> => {
    isOver = isQuiet
    if (!isQuiet) isQuiet = changes.next().done === true
    return !isOver
  }
  for await (const step of followSessionFiles({find, wait, isQuiet: () => isQuiet})) steps.push(step)
  return steps
}

/** Bytes of a file, in the order in which all files of a session were written. */
interface Written {
  readonly path: string
  readonly bytes: Uint8Array
}

/** The files of a session as they grow, line by line. */
function writtenOf(files: readonly SourceFile[]): readonly Written[] {
  const lines = [...readSession(files)].flatMap((step) => (step.kind === 'lines' ? step.lines : []))
  const contents = new Map(files.map(({path}) => [path, readFileSync(path)]))
  const starts = new Map<string, number[]>(files.map(({path}) => [path, []]))
  for (const {at} of lines) {
    const known = starts.get(at.source)
    if (known && known.at(-1) !== at.offset) known.push(at.offset)
  }
  const written: Written[] = []
  const given = new Map<string, number>()
  let last = ''
  for (const {at} of lines) {
    const place = `${at.source} ${at.offset}`
    if (place === last) continue
    last = place
    const count = given.get(at.source) ?? 0
    given.set(at.source, count + 1)
    const bytes = contents.get(at.source) ?? new Uint8Array()
    const from = count === 0 ? 0 : at.offset
    written.push({path: at.source, bytes: bytes.subarray(from, starts.get(at.source)?.[count + 1])})
  }
  return written
}

/** Writes everything once more somewhere else, in pieces that end anywhere; gives a step after each. */
function* writeAgain(
  written: readonly Written[],
  placeOf: (path: string) => string,
  random: (below: number) => number,
): Generator<void> {
  let left = 1 + random(3000)
  for (const {path, bytes} of written) {
    for (let at = 0; at < bytes.length; ) {
      const part = bytes.subarray(at, at + left)
      mkdirSync(dirname(placeOf(path)), {recursive: true})
      appendFileSync(placeOf(path), part)
      at += part.length
      left -= part.length
      if (left > 0) continue
      yield
      left = 1 + random(random(4) === 0 ? 100_000 : 3000)
    }
  }
}

async function* inPieces(bytes: Uint8Array, random: (below: number) => number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; ) {
    const size = 1 + random(5000)
    yield bytes.subarray(at, at + size)
    at += size
  }
}

describe('read, followed and piped, a recording gives the same lines and ends', () => {
  for (const [index, {name, streams, transcripts}] of recordings.entries()) {
    const sessions = new Set(transcripts.map(({session}) => session))
    const groups = [
      ...streams.map((file) => [file]),
      ...[...sessions].map((id) => transcripts.filter(({session}) => session === id)),
    ]
    test(name, async () => {
      for (const [number, files] of groups.entries()) {
        const random = chance(1000 * index + number)
        const folder = newFolder()
        const placeOf = (path: string): string =>
          join(folder, String(files.findIndex((file) => file.path === path)))
        const saved = marks([...readSession(files)], (path) => basename(placeOf(path)))
        const find = () => files.map(({path}) => ({path: placeOf(path)})).filter(({path}) => existsSync(path))
        // A run that printed nothing leaves an empty file.
        const empty = files.filter(({path}) => readFileSync(path).length === 0)
        for (const {path} of empty) writeFileSync(placeOf(path), '')
        const followed = await follow(find, writeAgain(writtenOf(files), placeOf, random))
        expect(followed.map(({kind}) => kind)).not.toContain('reset')
        expect(marks(followed, basename)).toEqual(saved)
        for (const {path} of files) {
          const piped: FollowStep[] = []
          const stdin = inPieces(readFileSync(path), random)
          const reading = async (): Promise<void> => {
            for await (const step of readStdin({stdin, now: () => 0})) piped.push(step)
          }
          if (empty.some((file) => file.path === path)) await expect(reading()).rejects.toThrow('it is empty')
          else await reading()
          expect(marks(piped, () => '-')).toEqual(marks([...readSession([{path}])], () => '-'))
        }
      }
    })
  }
})

const line = (mark: string, second = 1): string =>
  `${JSON.stringify({
    type: 'user',
    uuid: mark,
    parentUuid: null,
    sessionId: 's',
    timestamp: new Date(Date.parse('2026-01-01') + second * 1000).toISOString(),
    message: {role: 'user', content: mark},
  })}\n`

/** What each step is, in a word. */
const words = (steps: readonly FollowStep[]): readonly string[] =>
  steps.flatMap((step) => {
    if (step.kind === 'lines')
      return step.lines.map((given) => (given.kind === 'message' ? (given.message.id ?? '') : given.kind))
    if (step.kind === 'caught-up') return []
    return [step.kind === 'reset' ? 'reset' : `${step.kind} ${basename(step.file.path)}`]
  })

describe('a file that is followed', () => {
  const followed = async (changes: (path: string) => Iterable<unknown>): Promise<readonly string[]> => {
    const path = join(newFolder(), 'main')
    writeFileSync(path, line('first') + line('second'))
    return words(await follow(() => [{path}], changes(path)[Symbol.iterator]()))
  }
  test('gives what is added, and a line when all of it is there', async () => {
    const steps = await followed(function* (path) {
      yield appendFileSync(path, line('third').slice(0, 40))
      yield appendFileSync(path, line('third').slice(40))
    })
    expect(steps).toEqual(['begin main', 'first', 'second', 'third', 'end main'])
  })
  test('gives its last line before its end, even without a newline', async () => {
    const steps = await followed(function* (path) {
      yield appendFileSync(path, line('third').trimEnd())
    })
    expect(steps).toEqual(['begin main', 'first', 'second', 'third', 'end main'])
  })
  test('is read again from its beginning if it was cut off', async () => {
    const steps = await followed(function* (path) {
      yield truncateSync(path, line('first').length)
      yield appendFileSync(path, line('other'))
    })
    expect(steps).toEqual([
      'begin main',
      'first',
      'second',
      'reset',
      'begin main',
      'first',
      'other',
      'end main',
    ])
  })
  test('is read again from its beginning if another took its place, however long', async () => {
    const steps = await followed(function* (path) {
      writeFileSync(`${path}.new`, line('one') + line('two') + line('three'))
      yield renameSync(`${path}.new`, path)
    })
    expect(steps).toEqual([
      ...['begin main', 'first', 'second', 'reset'],
      ...['begin main', 'one', 'two', 'three', 'end main'],
    ])
  })
  test('keeps what was given if it is deleted', async () => {
    const steps = await followed(function* (path) {
      yield rmSync(path)
    })
    expect(steps).toEqual(['begin main', 'first', 'second', 'end main'])
  })
  test('is not followed through a link', async () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'target'), line('secret'))
    symlinkSync(join(folder, 'target'), join(folder, 'link'))
    const steps = await follow(() => [{path: join(folder, 'link')}], [][Symbol.iterator]())
    expect(words(steps)).toEqual(['begin link', 'end link'])
  })
  test('gives lines and another end if it grows after its end', async () => {
    const path = join(newFolder(), 'main')
    writeFileSync(path, line('first'))
    const steps: FollowStep[] = []
    let rounds = 0
    const wait = async (): Promise<boolean> => {
      rounds += 1
      if (rounds === 1) appendFileSync(path, line('second'))
      return rounds < 3
    }
    for await (const step of followSessionFiles({find: () => [{path}], wait, isQuiet: () => true}))
      steps.push(step)
    expect(words(steps)).toEqual(['begin main', 'first', 'end main', 'second', 'end main'])
  })
})

test('files that are found later are merged with those that are followed already', async () => {
  const folder = newFolder()
  const [main, agent] = [join(folder, 'main'), join(folder, 'agent')]
  writeFileSync(main, line('m1', 1))
  const find = () => [main, agent].filter((path) => existsSync(path)).map((path) => ({path}))
  const changes = function* () {
    writeFileSync(agent, line('a2', 2) + line('a4', 4))
    yield appendFileSync(main, line('m3', 3))
    appendFileSync(main, line('m6', 6))
    yield appendFileSync(agent, line('a5', 5))
  }
  expect(words(await follow(find, changes()))).toEqual([
    ...['begin main', 'm1', 'begin agent', 'a2', 'm3', 'a4', 'a5', 'm6'],
    ...['end main', 'end agent'],
  ])
})

test('following begins at the given offset', async () => {
  const path = join(newFolder(), 'main')
  writeFileSync(path, line('first') + line('second'))
  const steps: FollowStep[] = []
  const from = () => line('first').length
  for await (const step of followSessionFiles({find: () => [{path}], wait: async () => false, from}))
    steps.push(step)
  expect(words(steps)).toEqual(['begin main', 'second'])
})

test('what describes a file is given with its beginning', () => {
  const [file] = recordings.flatMap(({transcripts}) => transcripts)
  const path = file?.path ?? ''
  const copy = join(newFolder(), basename(path))
  copyFileSync(path, copy)
  expect([...readSession([describeFile(copy)])][0]).toEqual({kind: 'begin', file: describeFile(copy)})
})
