import {copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {afterAll, beforeAll, describe, expect, test} from 'vitest'
import {readSearchEntries} from '../../src/archive/facts/read-search-entries.ts'
import {ingest} from '../../src/archive/ingest/ingest.ts'
import type {Query} from '../../src/archive/query/index.ts'
import {isMistake, parseQuery, showMistake} from '../../src/archive/query/index.ts'
import {blankEncoded} from '../../src/archive/search/blank-encoded.ts'
import type {SearchResult} from '../../src/archive/search/search-result.ts'
import {archiveFile} from '../../src/archive/sqlite/database/archive-file.ts'
import type {Database} from '../../src/archive/sqlite/database/driver.ts'
import {openDatabase} from '../../src/archive/sqlite/database/open-database.ts'
import {migrate} from '../../src/archive/sqlite/schema/migrate.ts'
import {indexBatch, indexEntries} from '../../src/archive/sqlite/search/index-entries.ts'
import type {EntrySearchOptions} from '../../src/archive/sqlite/search/search-entries.ts'
import {searchEntries} from '../../src/archive/sqlite/search/search-entries.ts'
import {attachShards, openShard, shardCount, shardFiles} from '../../src/archive/sqlite/search/shards.ts'
import {readLines} from '../../src/dialects/index.ts'

const recordings = fileURLToPath(new URL('../recordings', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'recount-search-'))
const watcher = {now: () => 0, advance: async () => {}, skipped: () => {}}

afterAll(() => rmSync(scratch, {recursive: true, force: true}))

function queryOf(text: string): Query {
  const query = parseQuery(text, {now: 0, zone: 'UTC'})
  if (isMistake(query)) throw new Error(showMistake(text, query))
  return query
}

function search(database: Database, text: string, more: Partial<EntrySearchOptions> = {}): SearchResult {
  return searchEntries(database, queryOf(text), {
    limit: Number.POSITIVE_INFINITY,
    shards: shardCount,
    patience: 600_000,
    now: Date.now,
    ...more,
  })
}

/** An archive whose database can be looked at. */
interface OpenArchive {
  readonly folder: string
  readonly database: Database
  close(): void
}

async function openArchiveFolder(folder: string): Promise<OpenArchive> {
  mkdirSync(folder, {recursive: true})
  const database = await openDatabase(archiveFile(folder))
  migrate(database)
  return {folder, database, close: () => database.close()}
}

async function indexAll(archive: OpenArchive): Promise<void> {
  for (const [shard, path] of shardFiles(archive.folder).entries()) {
    const database = await openShard(path)
    indexEntries(archive.database, database, {shard, count: shardCount})
    database.close()
  }
}

async function archiveOf(name: string, roots: readonly string[]): Promise<OpenArchive> {
  const archive = await openArchiveFolder(join(scratch, name))
  await ingest(archive.database, roots, watcher)
  await indexAll(archive)
  attachShards(archive.database, shardFiles(archive.folder))
  return archive
}

/** A transcript's line with a prompt. */
const prompt = (session: string, id: string, content: string, more: object = {}): string =>
  `${JSON.stringify({type: 'user', sessionId: session, uuid: id, parentUuid: null, isSidechain: false, cwd: '/home/me/shop', gitBranch: 'main', version: '2.1.112', timestamp: '2026-01-01T00:00:00.000Z', message: {role: 'user', content}, ...more})}\n`

const session = (number: number): string => `5e551000-0000-4000-8000-00000000000${number}`

const written = join(scratch, 'written')

function write(number: number, lines: string): string {
  const path = join(written, 'project', `${session(number)}.jsonl`)
  mkdirSync(join(written, 'project'), {recursive: true})
  writeFileSync(path, lines)
  return path
}

const foreign = [
  '这是中文文本，关于错误处理。日本語のテキストとカナ。한국어를 쓰는 문장 ไทยภาษา',
  'ΟΔΟΣ και οδός, İstanbul ISTANBUL, Größe GRÖSSE, cafe\u0301 café ❤️done — “quoted” \0 after nul',
  'fooBar foo_bar FOO_BAR --flag x--flag src/a.ts ./src/a.ts:12 TS2345 E404 error TS2345: no',
]

/** Every text in the archive that is found without asking for the client's own, read from the files themselves. */
interface Said {
  readonly key: string
  readonly text: string
  readonly lower: string
}

function everythingSaid(database: Database): readonly Said[] {
  const rows = database.prepare(
    `select e.*, f.path as name from (select * from search0.entry union all select * from search1.entry) e
      join file f on f.id = e.file where e.kind <> 'system' order by f.id, e.line, e.record, e.part`,
  )
  const files = new Map<string, ReadonlyMap<string, string>>()
  const all = rows.all()
  const linesOf = (file: unknown): readonly number[] =>
    all.filter((row) => row['file'] === file).map((row) => Number(row['line']))
  return all.map((row) => {
    const name = String(row['name'])
    const texts =
      files.get(name) ??
      (name.includes('/tool-results/') ? wholeText(name, linesOf(row['file'])) : textsIn(name))
    files.set(name, texts)
    const text = texts.get(`${row['line']}/${row['record']}/${row['part']}`)
    if (text === undefined) throw new Error(`${name}:${row['line']} is not in its file.`)
    const key = row['message'] === null ? `${name}:${row['line']}` : String(row['message'])
    return {key: `${row['session']}#${key} ${row['part']}`, text, lower: lower(text)}
  })
}

/** What a tool printed into a file of its own, cut where its blocks are. */
function wholeText(path: string, starts: readonly number[]): ReadonlyMap<string, string> {
  const lines = readFileSync(path, 'utf8').split(/(?<=\n)/)
  return new Map(
    starts.map((start, index) => [
      `${start}/0/0`,
      blankEncoded(lines.slice(start - 1, (starts[index + 1] ?? Number.POSITIVE_INFINITY) - 1).join('')),
    ]),
  )
}

function textsIn(path: string): ReadonlyMap<string, string> {
  const reader = readLines(path)
  const lines = [...reader.push(readFileSync(path)), ...reader.end()]
  return new Map(
    lines.flatMap((line) =>
      readSearchEntries(line).map(
        ({text}, part) => [`${line.at.line}/${line.at.record}/${part}`, blankEncoded(text)] as const,
      ),
    ),
  )
}

const letters =
  '[[\\p{L}\\p{N}\\p{Mn}\\p{Mc}_]--[\\ufe00-\\ufe0f\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}\\p{scx=Bopo}\\p{scx=Yiii}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}]]'

const lower = (text: string): string => text.replaceAll('İ', 'i').toLowerCase().replaceAll('ς', 'σ')

/** The slow and obvious way: a regular expression over every text. */
function scan(said: readonly Said[], wanted: string, prefix = false): ReadonlySet<string> {
  const isLetter = new RegExp(`^${letters}$`, 'v')
  const characters = [...lower(wanted)]
  const before = isLetter.test(characters[0] ?? '') ? `(?<!${letters})` : ''
  const after = !prefix && isLetter.test(characters.at(-1) ?? '') ? `(?!${letters})` : ''
  const plain = lower(wanted)
  const literal = plain.replaceAll(/[$()*+./?[\\\]^{|}]/g, '\\$&')
  const pattern = new RegExp(`${before}${literal}${after}`, 'v')
  // Most texts have nothing of it, which is seen faster without the expression.
  const fits = (text: string): boolean => text.includes(plain) && pattern.test(text)
  return new Set(said.filter((one) => fits(one.lower)).map(({key}) => key))
}

const keysOf = ({hits}: SearchResult): ReadonlySet<string> =>
  new Set(hits.map(({link, part}) => `${link} ${part}`))

/** The same numbers in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

describe('everything recorded', () => {
  let archive: OpenArchive
  let said: readonly Said[]

  beforeAll(async () => {
    write(1, foreign.map((text, i) => prompt(session(1), `foreign-${i}`, text)).join(''))
    archive = await archiveOf('everything', [recordings, written])
    said = everythingSaid(archive.database)
  })
  afterAll(() => archive.close())

  const kinds: Readonly<Record<string, RegExp>> = {
    words: /[\p{L}\p{N}_]{2,}/gu,
    phrases: /(?<![\p{L}\p{N}_])[\p{L}\p{N}_]+[ \t]+[^\s"]+ [\p{L}\p{N}_]+/gu,
    'identifiers, paths and flags': /(?<![\w@./-])[\w@./-]*[_./-][\w./-]*\w/gu,
    'anything at all': /\S{3,30}/gu,
    'pairs of CJK characters': /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]{2}/gu,
  }

  for (const [kind, pattern] of Object.entries(kinds)) {
    test(`is found as by a scan of every text: ${kind}`, () => {
      const random = numbers(kind.length)
      const having = said.map(({text}) => text).filter((text) => text.search(pattern) !== -1)
      for (let round = 0; round < 50; round += 1) {
        const found = having[random(having.length)]?.match(pattern) ?? []
        const wanted = found[random(found.length)] ?? ''
        const quoted = `"${wanted.replaceAll(/["\\]/g, '\\$&')}"`
        const expected = scan(said, wanted)
        expect(keysOf(search(archive.database, quoted)), wanted).toEqual(expected)
        expect(keysOf(search(archive.database, `${quoted}*`)), `${wanted}*`).toEqual(scan(said, wanted, true))
      }
    })
  }

  test('several words, words that must not be, and alternatives', () => {
    const all = (wanted: string): ReadonlySet<string> => scan(said, wanted)
    const [files, src, the] = [all('file'), all('src'), all('the')]
    const both = [...files].filter((key) => src.has(key) || !the.has(key))
    expect(keysOf(search(archive.database, 'file -the'))).toEqual(
      new Set([...files].filter((key) => !the.has(key))),
    )
    expect(keysOf(search(archive.database, 'file src'))).toEqual(
      new Set([...files].filter((key) => src.has(key))),
    )
    expect(keysOf(search(archive.database, 'file src OR file -the'))).toEqual(new Set(both))
    expect(keysOf(search(archive.database, '-the')).size).toBe(
      new Set(said.map(({key}) => key)).size - the.size,
    )
  })

  test('by a regular expression', () => {
    const files = scan(said, 'file')
    const expected = said.filter(({text}) => /TS\d{4}|\bE\d{3}\b/.test(text)).map(({key}) => key)
    expect(keysOf(search(archive.database, '/TS\\d{4}|\\bE\\d{3}\\b/'))).toEqual(new Set(expected))
    expect(keysOf(search(archive.database, 'file /^\\s*import/m')).size).toBe(
      new Set(said.filter(({text, key}) => /^\s*import/m.test(text) && files.has(key)).map(({key}) => key))
        .size,
    )
  })

  test('a regular expression without end is stopped', () => {
    const {hits, more, stopped} = search(archive.database, 'foreign* OR /^(.+)+\\0never$/', {patience: 300})
    expect([hits.length >= 0, more]).toEqual([true, true])
    expect(stopped).toMatch(/^Stopped after \d+ entries, because it took too long\./)
  })

  test('the best come first, no more than were asked for', () => {
    const few = search(archive.database, 'file', {limit: 5})
    const all = search(archive.database, 'file')
    expect(few.hits).toEqual(all.hits.slice(0, 5))
    expect([few.more, all.more]).toEqual([true, false])
    const scores = all.hits.map(({score}) => score)
    expect(scores).toEqual([...scores].sort((a, b) => b - a))
  })

  test('the newest come first where only fields are asked for', () => {
    const {hits} = search(archive.database, 'tool:Bash kind:call')
    expect(hits.length).toBeGreaterThan(10)
    expect(new Set(hits.map(({tool}) => tool))).toEqual(new Set(['Bash']))
    const times = hits.map(({at: time}) => time ?? 0)
    expect(times).toEqual([...times].sort((a, b) => b - a))
  })

  test('what the client says to the model is found only if it is asked for, and comes last', () => {
    const kindsOf = (words: string) => search(archive.database, words).hits.map(({kind}) => kind)
    expect(kindsOf('you')).not.toContain('system')
    expect(new Set(kindsOf('you kind:system'))).toEqual(new Set(['system']))
    const both = kindsOf('you kind:system,answer')
    expect(new Set(both)).toEqual(new Set(['answer', 'system']))
    expect(both.slice(both.indexOf('system')).every((kind) => kind === 'system')).toBe(true)
  })

  test('the tags of a notification are found', () => {
    const {hits} = search(archive.database, 'task-id kind:notice')
    expect(hits.length).toBeGreaterThan(0)
  })

  test('a failed result is found by its tool and by the file of its call', () => {
    const failed = search(archive.database, 'tool:Read error:yes')
    expect(failed.hits.length).toBeGreaterThan(0)
    for (const {kind, tool, isError: isFailed} of failed.hits)
      expect([kind, tool, isFailed]).toEqual(['result', 'Read', true])
    const file = String(archive.database.prepare("select path from call where tool = 'Read'").get()?.['path'])
    const kinds = new Set(search(archive.database, `tool:Read file:"${file}"`).hits.map(({kind}) => kind))
    expect(kinds).toEqual(new Set(['call', 'result']))
  })

  test('snippets mark what was found', () => {
    for (const {snippet} of search(archive.database, 'file', {limit: 100}).hits)
      for (const {start, end} of snippet.marks)
        expect(snippet.text.slice(start, end).toLowerCase()).toBe('file')
  })

  test('fields keep to their part', () => {
    const found = (query: string): ReadonlySet<string> => keysOf(search(archive.database, query))
    const count = (query: string): number => found(query).size
    const all = keysOf(search(archive.database, ''))
    for (const field of [
      'tool:Bash',
      'error:yes',
      'kind:prompt,answer',
      'agent:*',
      'project:shop',
      'branch:main',
      'model:claude',
      'file:ts',
      'session:5e551000',
      'after:2026-01-01',
      'before:2026-01-01T00:01',
    ])
      expect(new Set([...found(field), ...found(`-${field}`)]), field).toEqual(all)
    expect(count('project:SHOP branch:main session:5e551000 kind:prompt')).toBe(foreign.length)
    expect(count('session:5e551000 after:2026-01-01 before:2026-01-02')).toBe(foreign.length)
    expect(count('session:5e551000 after:2026-01-02')).toBe(0)
  })

  test('what a session cost is asked of those who know', () => {
    const costOf = (id: string): number | undefined => (id === session(1) ? 2 : undefined)
    expect(search(archive.database, 'cost>1', {costOf}).hits).toHaveLength(foreign.length)
    expect(search(archive.database, 'cost<1', {costOf}).hits).toHaveLength(0)
  })
})

describe('an index', () => {
  const wordsIn = (database: Database): ReadonlySet<string> =>
    keysOf(search(database, 'file OR foo_bar OR 中文'))

  /** How many rows the index has for a word, and how many entries have the message of the first hit for it. */
  const wordsAndEntries = (database: Database, word: string): readonly number[] => {
    const count = (sql: string, value: string): number =>
      [0, 1].reduce(
        (sum, shard) =>
          sum + Number(database.prepare(sql.replace('shard', `search${shard}`)).get(value)?.['n'] ?? 0),
        0,
      )
    const message = search(database, word).hits[0]?.messageId ?? ''
    return [
      count('select count(*) as n from shard.words where words match ?', word),
      count('select count(*) as n from shard.entry where message = ?', message),
    ]
  }

  test('continues where it was killed', async () => {
    const clean = await archiveOf('clean', [recordings])
    const archive = await openArchiveFolder(join(scratch, 'killed'))
    await ingest(archive.database, [recordings], watcher)
    for (const [shard, path] of shardFiles(archive.folder).entries()) {
      for (let done = false, kills = 0; !done; kills += 1) {
        const database = await openShard(path)
        const share = {shard, count: shardCount}
        // Every other time it dies inside of a transaction.
        if (kills % 2 === 0) done = indexBatch(archive.database, database, share, {most: 300_000}).done
        else {
          database.exec('begin immediate')
          database.exec("insert into words (rowid, text) values (1000000, 'file')")
          database.exec('rollback')
        }
        database.close()
      }
    }
    attachShards(archive.database, shardFiles(archive.folder))
    expect(wordsIn(archive.database)).toEqual(wordsIn(clean.database))
    expect(search(archive.database, 'file').hits.map(({score}) => score.toFixed(6))).toEqual(
      search(clean.database, 'file').hits.map(({score}) => score.toFixed(6)),
    )
    archive.close()
    clean.close()
  })

  test('finds what was appended, and a line that was not finished once', async () => {
    const [one, two] = [prompt(session(2), 'one', 'alpha beta'), prompt(session(2), 'two', 'alpha gamma')]
    const path = write(2, one.trimEnd())
    const archive = await archiveOf('appended', [written])
    expect(search(archive.database, 'alpha').hits.map(({messageId}) => messageId)).toEqual(['one'])
    writeFileSync(path, `\n${two}`, {flag: 'a'})
    await ingest(archive.database, [written], watcher)
    await indexAll(archive)
    expect(search(archive.database, 'alpha').hits.map(({messageId}) => messageId)).toEqual(['two', 'one'])
    expect(wordsAndEntries(archive.database, 'beta')).toEqual([1, 1])
    archive.close()
  })

  test('forgets what a line said before it was whole', async () => {
    const path = write(5, '{"half')
    const archive = await archiveOf('unfinished', [written])
    expect(search(archive.database, 'half').hits).toHaveLength(1)
    writeFileSync(path, '": "zeta"}\n', {flag: 'a'})
    await ingest(archive.database, [written], watcher)
    await indexAll(archive)
    expect(search(archive.database, 'half').hits).toHaveLength(0)
    expect(wordsAndEntries(archive.database, 'half')[0]).toBe(0)
    expect(search(archive.database, 'zeta').hits).toHaveLength(1)
    archive.close()
  })

  test('of another archive is made again', async () => {
    write(3, prompt(session(3), 'three', 'delta'))
    const one = await archiveOf('first', [written])
    one.close()
    write(3, '')
    const two = await openArchiveFolder(join(scratch, 'second'))
    await ingest(two.database, [written], watcher)
    for (const [at, path] of shardFiles(one.folder).entries())
      copyFileSync(path, shardFiles(two.folder)[at] ?? '')
    await indexAll(two)
    attachShards(two.database, shardFiles(two.folder))
    expect(wordsAndEntries(two.database, 'delta')[0]).toBe(0)
    expect(search(two.database, '').hits.map(({messageId}) => messageId)).not.toContain('three')
    two.close()
  })

  test('that is damaged is made again', async () => {
    const archive = await archiveOf('broken', [written])
    archive.close()
    for (const path of shardFiles(archive.folder))
      writeFileSync(path, 'this is no database, by any means at all'.repeat(200))
    const again = await archiveOf('broken', [written])
    expect(search(again.database, '中文').hits).toHaveLength(1)
    again.close()
  })

  test('what a client without ids in its stream said is one hit beside its transcript, whichever is taken in first', async () => {
    // Up to 1.0.44 only transcripts have ids.
    const folder = join(scratch, 'without-ids')
    const said = (id: string, content: object) => ({
      ...{type: 'assistant', parent_tool_use_id: null, session_id: session(5)},
      message: {id, role: 'assistant', model: 'claude', content: [content]},
    })
    const call = {type: 'tool_use', id: 'toolu_1', name: 'Bash', input: {command: 'eta'}}
    const result = {type: 'tool_result', tool_use_id: 'toolu_1', content: 'zeta eta'}
    const text = {type: 'text', text: 'zeta'}
    const records = [
      said('m1', text),
      said('m2', call),
      {type: 'user', session_id: session(5), message: {role: 'user', content: [result]}},
      said('m3', text),
    ]
    const saved = records.map(({session_id, ...record}, at) => ({
      ...record,
      ...{uuid: `u${at}`, parentUuid: null, isSidechain: false, sessionId: session_id, version: '1.0.44'},
      timestamp: `2025-07-01T00:00:0${at}.000Z`,
    }))
    const lines = (all: readonly object[]): string => all.map((one) => `${JSON.stringify(one)}\n`).join('')
    for (const place of ['a', 'b']) mkdirSync(join(folder, place), {recursive: true})
    writeFileSync(join(folder, 'a', 'stream.jsonl'), lines(records))
    writeFileSync(join(folder, 'b', `${session(5)}.jsonl`), lines(saved))
    const roots = [join(folder, 'a'), join(folder, 'b')]
    for (const [at, order] of [roots, [...roots].reverse()].entries()) {
      const archive = await archiveOf(`without-ids-${at}`, order)
      const links = (query: string) =>
        search(archive.database, query)
          .hits.map(({link}) => link.slice(link.indexOf('#')))
          .sort()
      expect(links('zeta')).toEqual(['#u0', '#u2', '#u3'])
      expect(links('eta')).toEqual(['#u1', '#u2'])
      archive.close()
    }
    // What the stream says a third time is a hit of its own.
    writeFileSync(join(folder, 'a', 'stream.jsonl'), lines([...records, said('m4', text)]))
    const more = await archiveOf('without-ids-more', roots)
    expect(search(more.database, 'zeta').hits).toHaveLength(4)
    more.close()
  })

  test('copies of a file give one hit', async () => {
    const folder = join(scratch, 'copies')
    for (const place of ['a', 'b']) {
      mkdirSync(join(folder, place), {recursive: true})
      writeFileSync(join(folder, place, `${session(4)}.jsonl`), prompt(session(4), 'four', 'epsilon'))
    }
    const archive = await archiveOf('copied', [folder])
    expect(search(archive.database, 'epsilon').hits.map(({link}) => link)).toEqual([`${session(4)}#four`])
    archive.close()
  })
})
