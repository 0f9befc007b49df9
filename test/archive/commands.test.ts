import {spawnSync} from 'node:child_process'
import {createHash} from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import {tmpdir} from 'node:os'
import {basename, join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {afterAll, beforeAll, describe, expect, test} from 'vitest'
import {archiveFile} from '../../src/archive/sqlite/database/archive-file.ts'
import {openDatabase} from '../../src/archive/sqlite/database/open-database.ts'
import {shardFiles} from '../../src/archive/sqlite/search/shards.ts'
import {differences, dumpArchive} from '../support/archive/dump-archive.ts'
import {asNobody, canDenyAccess, jsonLines, program, recount, recountInProcess} from '../support/program.ts'

const recordings = fileURLToPath(new URL('../recordings/2.1.325', import.meta.url))
const temp = mkdtempSync(join(tmpdir(), 'recount-commands-'))
const root = join(temp, 'root')
const clean = join(temp, 'clean')
// Some tests run the program as another user, who must have access to this folder.
chmodSync(temp, 0o755)
afterAll(() => rmSync(temp, {recursive: true, force: true}))

/** Root may do everything, so access is denied to another user, who must be able to run the program. */
const forbids = canDenyAccess()

const session = '0aaaaaaa-0000-4000-8000-000000000001'
const said = (text: string): string =>
  `${JSON.stringify({type: 'user', uuid: `id-of-${text}`, parentUuid: null, sessionId: session, timestamp: '2026-01-01T00:00:00.000Z', cwd: '/work/shop', gitBranch: 'main', message: {role: 'user', content: text}})}\n`

beforeAll(() => {
  cpSync(recordings, root, {
    recursive: true,
    filter: (path) => statSync(path).isDirectory() || /\.(jsonl|meta\.json)$/.test(path),
  })
  mkdirSync(join(root, 'p'))
  writeFileSync(join(root, 'p', `${session}.jsonl`), said('a purple elephant'))
  // In a process of its own: on a thread its files stay open, and what is new in the log, until memory is tidied up.
  expect(recountInProcess(['index', root], {home: clean}).status).toBe(0)
})

/** A copy of the archive of all recordings. */
let count = 0
function filled(): string {
  count += 1
  const home = join(temp, `home-${count}`)
  cpSync(clean, home, {recursive: true})
  return home
}
const empty = (): string => mkdtempSync(join(temp, 'home-'))

const hashes = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, {recursive: true, encoding: 'utf8'})
      .filter((name) => statSync(join(folder, name)).isFile())
      .sort()
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex'),
      ]),
  )

describe('index', () => {
  test('reports as JSON what it did, and the second time that there was nothing to do', () => {
    const home = empty()
    const files = Object.keys(hashes(root)).length
    const [first] = jsonLines(recount(['index', '--json', root], {home}).stdout)
    expect(first).toEqual({
      files,
      filesOpened: files,
      bytesParsed: expect.any(Number),
      records: expect.any(Number),
      sessions: expect.any(Number),
      durationMs: expect.any(Number),
    })
    expect(Number(first?.['records'])).toBeGreaterThan(1000)
    expect(jsonLines(recount(['index', '--json', root], {home}).stdout)).toMatchObject([
      {files, filesOpened: 0, bytesParsed: 0, records: 0, sessions: 0},
    ])
    expect(jsonLines(recount(['index', '--json'], {home}).stdout)).toMatchObject([{files, filesOpened: 0}])
  })
  test('reports in a sentence what it did', () => {
    const home = empty()
    expect(recount(['index', join(root, 'p')], {home}).stdout).toMatch(
      /^Indexed 1 record from 1 file \(\d+ bytes, 1 session\)( in .*)?\.\n$/,
    )
    expect(recount(['index', join(root, 'p')], {home}).stdout).toMatch(/^Nothing new in 1 file( in .*)?\.\n$/)
  })
  test('reads impossible numbers, and counts them as none', () => {
    const folder = join(temp, 'absurd')
    mkdirSync(folder)
    const usage = {input_tokens: 1e308, output_tokens: 2.5, server_tool_use: {web_search_requests: -0.5}}
    const message = {id: 'm', role: 'assistant', model: 'claude-opus-5-5', content: [], usage}
    const lines = [
      {type: 'assistant', uuid: 'a', session_id: 's', message},
      {
        type: 'result',
        subtype: 'success',
        session_id: 's',
        total_cost_usd: 1e300,
        usage,
        modelUsage: {m: {inputTokens: 1e300, costUSD: 1e300}},
      },
    ]
    writeFileSync(join(folder, 'run.jsonl'), lines.map((line) => JSON.stringify(line)).join('\n'))
    const home = empty()
    expect(recount(['index', folder], {home})).toMatchObject({status: 0, stderr: ''})
    const {total} = JSON.parse(recount(['usage', '--json'], {home}).stdout)
    expect(total).toMatchObject({responses: 1, usage: {input: 0, output: 3}})
  })
  test('says in a sentence that a folder is not there', () => {
    expect(recount(['index', '/nowhere'], {home: empty()})).toEqual({
      stdout: '',
      stderr: 'Cannot index /nowhere: no such folder.\n',
      status: 1,
    })
  })
})

describe('restore', () => {
  test('writes everything back byte for byte below a folder', () => {
    const target = join(temp, 'all')
    const {status, stderr} = recount(['restore', '--all', '--to', target], {home: filled()})
    expect({status, stderr}).toEqual({
      status: 0,
      stderr: expect.stringMatching(/^Restored \d+ files, .*\.\n$/),
    })
    expect(hashes(target)).toEqual(hashes(root))
  })
  test('writes a session back to where it was when it is gone, and leaves it when it is there', () => {
    const home = empty()
    const folder = join(temp, 'restored')
    cpSync(join(recordings, 'subagent/transcript'), folder, {recursive: true})
    recount(['index', folder], {home})
    const before = hashes(folder)
    const [listed] = jsonLines(recount(['ls', '--json'], {home}).stdout)
    const id = String(listed?.['sessionId'])
    expect(recount(['restore', id.slice(0, 8)], {home})).toEqual({
      status: 0,
      stdout: '',
      stderr: expect.stringMatching(/^Restored 0 files, 0 bytes; .* already there\.\n$/),
    })
    rmSync(folder, {recursive: true})
    const {stdout} = recount(['restore', id.slice(0, 8)], {home})
    expect(stdout.split('\n')).toContain(
      join(folder, Object.keys(before).find((name) => basename(name) === `${id}.jsonl`) ?? ''),
    )
    expect(hashes(folder)).toEqual(
      Object.fromEntries(Object.entries(before).filter(([name]) => /\.(jsonl|meta\.json)$/.test(name))),
    )
  })
  test('writes names back that are as long as can be, and prints them so that no terminal obeys', () => {
    const folder = join(temp, 'named')
    mkdirSync(folder)
    const name = `${'n'.repeat(240)}\u001b[31m.jsonl`
    writeFileSync(join(folder, name), said('a long name'))
    const home = empty()
    expect(recount(['index', folder], {home}).status).toBe(0)
    const target = join(temp, 'named-back')
    const {status, stdout} = recount(['restore', '--all', '--to', target], {home})
    expect({status, stdout}).toEqual({status: 0, stdout: expect.not.stringContaining('\u001b')})
    expect(hashes(target)).toEqual(hashes(folder))
  })
  test('must know what is meant', () => {
    const home = filled()
    expect(recount(['restore'], {home})).toMatchObject({status: 2, stderr: /^restore needs/})
    expect(recount(['restore', '--all', 'x'], {home})).toMatchObject({status: 2})
    const taken = join(temp, 'taken')
    writeFileSync(taken, '')
    expect(recount(['restore', '--all', '--to', taken], {home})).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^Cannot write .*: a file with this name exists\.\n$/),
    })
    expect(recount(['restore', 'zzz'], {home})).toMatchObject({
      status: 1,
      stderr: 'Cannot find zzz: not a file or a session. "recount ls" lists sessions.\n',
    })
  })
})

describe('asking', () => {
  test('ls lists sessions for people and for programs', () => {
    const home = filled()
    const text = recount(['ls', '--project', 'shop'], {home})
    expect(text).toMatchObject({status: 0, stderr: ''})
    expect(text.stdout).toContain('0aaaaaaa')
    expect(jsonLines(recount(['ls', '--project', 'shop', '--json'], {home}).stdout)).toMatchObject([
      {sessionId: session, project: '/work/shop', gitBranch: 'main', turns: 1, records: 1, costUsd: 0},
    ])
    expect(jsonLines(recount(['ls', '--json', '--limit', '2'], {home}).stdout)).toHaveLength(2)
  })
  test('search finds for people and for programs, also what was written since', () => {
    const home = empty()
    const folder = join(temp, 'growing')
    mkdirSync(folder)
    const path = join(folder, `${session}.jsonl`)
    writeFileSync(path, said('a purple elephant'))
    recount(['index', folder], {home})
    expect(recount(['search', 'elephant'], {home}).stdout).toContain(`${session}#id-of-a purple elephant`)
    appendFileSync(path, said('another elephant'))
    expect(
      jsonLines(recount(['search', '--json', 'elephant'], {home}).stdout)
        .map(({link}) => link)
        .sort(),
    ).toEqual([`${session}#id-of-a purple elephant`, `${session}#id-of-another elephant`])
    expect(recount(['search', 'giraffe'], {home})).toEqual({
      status: 0,
      stdout: 'No results.\n',
      stderr: '',
    })
  })
  test('a query with a mistake is shown with a caret under it', () => {
    expect(recount(['search', 'one "two'], {home: filled()})).toEqual({
      status: 2,
      stdout: '',
      stderr: 'one "two\n    ^\nThis quote is never closed.\n',
    })
  })
  test('usage is printed as a table and as JSON', () => {
    const home = filled()
    const text = recount(['usage', 'daily'], {home})
    expect(text).toMatchObject({status: 0, stderr: ''})
    expect(text.stdout).toMatch(/^day .*\n[\s\S]*total /)
    const report = JSON.parse(recount(['usage', '--json'], {home}).stdout)
    expect(report).toMatchObject({groupBy: 'daily', total: {responses: expect.any(Number)}})
    expect(recount(['usage', 'yearly'], {home})).toMatchObject({status: 2, stdout: ''})
  })
  test('a day that is named is part of what is asked for until then', () => {
    const home = empty()
    const folder = join(temp, 'days')
    mkdirSync(folder)
    const answer = (day: string): string =>
      `${JSON.stringify({type: 'assistant', uuid: day, sessionId: session, timestamp: `2026-01-${day}T12:00:00.000Z`, message: {role: 'assistant', id: `msg_${day}`, model: 'claude-opus-5', content: [{type: 'text', text: 'x'}], usage: {input_tokens: 1, output_tokens: 1}}})}\n`
    writeFileSync(join(folder, `${session}.jsonl`), ['30', '31'].map(answer).join(''))
    recount(['index', folder], {home})
    const days = (...words: readonly string[]): readonly string[] =>
      JSON.parse(recount(['usage', '--json', ...words], {home}).stdout).rows.map(
        ({key}: {key: string}) => key,
      )
    expect(days('--until', '2026-01-30')).toEqual(['2026-01-30'])
    expect(days('--until', '2026-01')).toEqual(['2026-01-30', '2026-01-31'])
    expect(days('--since', '2026-01-31')).toEqual(['2026-01-31'])
    expect(days('--until', '2026-01-30T11:00')).toEqual([])
    const listed = (...words: readonly string[]): number =>
      jsonLines(recount(['ls', '--json', ...words], {home}).stdout).length
    // As in a search, before a day is before it begins.
    expect([listed('--before', '2026-01-30'), listed('--before', '2026-01-31')]).toEqual([0, 1])
  })
  test('an archive that nothing was ever put into answers too', () => {
    const home = empty()
    for (const words of [['ls'], ['search', 'x'], ['usage']])
      expect(recount(words, {home})).toMatchObject({status: 0, stderr: ''})
  })
})

describe('sql', () => {
  test("answers a query of one's own", () => {
    const home = filled()
    const query = `select id, turns from session where id = '${session}'`
    expect(recount(['sql', query], {home}).stdout).toBe(`${session}\t1\n`)
    expect(jsonLines(recount(['sql', '--json', query], {home}).stdout)).toEqual([{id: session, turns: 1}])
  })
  test('keeps columns of one name apart, and prints numbers of any size', () => {
    const query = 'select 1 as a, 2 as a, 9223372036854775807 as large'
    expect(recount(['sql', query], {home: filled()}).stdout).toBe('1\t2\t9223372036854775807\n')
    expect(jsonLines(recount(['sql', '--json', query], {home: filled()}).stdout)).toEqual([
      {a: 1, 'a:1': 2, large: '9223372036854775807'},
    ])
  })
  test('keeps each row in one line and each value in one column', () => {
    const query = "select 'one' || char(10) || ' two' || char(9) || 'three' as text, 4"
    expect(recount(['sql', query], {home: filled()}).stdout).toBe('one two three\t4\n')
    expect(jsonLines(recount(['sql', '--json', query], {home: filled()}).stdout)).toEqual([
      {text: 'one\n two\tthree', '4': 4},
    ])
  })
  test('prints a value of spaces in the time of its length', () => {
    const query = "select length(text) from (select replace(hex(zeroblob(250000)), '0', ' ') as text)"
    expect(recount(['sql', query], {home: filled()}).stdout).toBe('500000\n')
    const spaces = recount(['sql', query.replace('length(text)', "text || '.'")], {home: filled()}).stdout
    expect(spaces).toHaveLength(500_002)
  }, 10_000)
  test('has the entries of the index as one table', () => {
    const query = `select kind, message from entry where session = '${session}'`
    expect(jsonLines(recount(['sql', '--json', query], {home: filled()}).stdout)).toEqual([
      {kind: 'prompt', message: 'id-of-a purple elephant'},
    ])
  })
  test.each([
    'delete from file',
    "insert into archive values ('x')",
    'drop table file',
    'pragma user_version = 9',
    'vacuum',
  ])('cannot %s', (query) => {
    const home = filled()
    const before = readFileSync(archiveFile(home))
    expect(recount(['sql', query], {home})).toEqual({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^Cannot run the query: .*\.\n$/),
    })
    expect(readFileSync(archiveFile(home)).equals(before)).toBe(true)
  })
  test('cannot write beside the archive either', () => {
    const other = join(temp, 'other.db')
    for (const query of [`attach '${other}' as other`, `vacuum into '${other}'`])
      expect([query, recount(['sql', query], {home: filled()}).status, existsSync(other)]).toEqual([
        query,
        1,
        false,
      ])
  })
  test('leaves out no second statement, but says that it is one', () => {
    expect(recount(['sql', 'select 1; select 2'], {home: filled()})).toEqual({
      status: 1,
      stdout: '',
      stderr: 'Cannot run the query: it has more than one statement. Run "recount sql" once for each.\n',
    })
    expect(recount(['sql', "select ';';"], {home: filled()}).stdout).toBe(';\n')
  })
  test('says in a sentence that there is no archive', () => {
    expect(recount(['sql', 'select 1'], {home: empty()})).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(
        /^Cannot open .*: there is no archive yet\. Run "recount index" first\.\n$/,
      ),
    })
  })
})

describe('an archive that can only be read', () => {
  test.skipIf(!forbids)('still answers', () => {
    const home = filled()
    for (const name of readdirSync(home)) chmodSync(join(home, name), 0o444)
    chmodSync(home, 0o555)
    const place = {home, ...asNobody}
    const ls = recount(['ls', '--json', '--project', 'shop'], place)
    expect({...ls, stdout: jsonLines(ls.stdout)}).toMatchObject({status: 0, stdout: [{sessionId: session}]})
    expect(ls.stderr).toBe(`Cannot index new files: ${home} is read-only.\n`)
    const search = recount(['search', '--json', 'elephant'], place)
    expect({...search, stdout: jsonLines(search.stdout)}).toMatchObject({
      status: 0,
      stdout: [{sessionId: session}],
    })
    expect(recount(['usage', '--json'], place).status).toBe(0)
    expect(recount(['index', root], place)).toMatchObject({status: 1, stdout: ''})
    chmodSync(home, 0o755)
  })
  test.skipIf(!forbids)('shows what others have written and not yet put in order', async () => {
    const home = filled()
    const folder = join(temp, 'late')
    mkdirSync(folder)
    writeFileSync(join(folder, `${session.replace(/1$/, '2')}.jsonl`), said('a late okapi'))
    // Whoever has it open keeps what is new in the log.
    const open = await Promise.all([archiveFile(home), ...shardFiles(home)].map((path) => openDatabase(path)))
    for (const database of open) database.prepare('select count(*) from sqlite_master').get()
    expect(recount(['index', folder], {home}).status).toBe(0)
    for (const name of readdirSync(home)) chmodSync(join(home, name), 0o444)
    chmodSync(home, 0o555)
    const found = recount(['search', '--json', 'okapi'], {home, ...asNobody})
    chmodSync(home, 0o755)
    for (const database of open) database.close()
    expect(jsonLines(found.stdout)).toMatchObject([{messageId: 'id-of-a late okapi'}])
  })
  test.skipIf(!forbids)('says in a sentence that it has no index', () => {
    const home = filled()
    rmSync(join(home, 'search-1.db'))
    for (const name of readdirSync(home)) chmodSync(join(home, name), 0o444)
    chmodSync(home, 0o555)
    const {status, stderr} = recount(['search', 'elephant'], {home, ...asNobody})
    chmodSync(home, 0o755)
    expect({status, stderr}).toEqual({
      status: 1,
      stderr: expect.stringMatching(/\nCannot search: .*search-1\.db is missing[^\n]*\.\n$/),
    })
  })
  test.skipIf(!forbids)('and is damaged is reported in a sentence, and stays where it is', () => {
    const home = filled()
    const path = archiveFile(home)
    const bytes = readFileSync(path)
    bytes.fill(0xa5, 4096)
    writeFileSync(path, bytes)
    chmodSync(path, 0o444)
    chmodSync(home, 0o777)
    const {status, stderr} = recount(['ls'], {home, ...asNobody})
    expect({status, stderr}).toEqual({
      status: 1,
      stderr: expect.stringMatching(
        /\nCannot read the archive in [^\n]*: it is damaged, or another [^\n]*\.\n$/,
      ),
    })
    expect(readFileSync(path).equals(bytes)).toBe(true)
    expect(readdirSync(home).filter((name) => /broken|damaged/.test(name))).toEqual([])
  })
  test.skipIf(!forbids)('and one that cannot be made is reported in a sentence', () => {
    const folder = join(temp, 'locked')
    mkdirSync(folder, {mode: 0o555})
    const {status, stderr} = recount(['index', root], {home: join(folder, 'home'), ...asNobody})
    expect({status, stderr}).toEqual({
      status: 1,
      stderr: expect.stringMatching(/^Cannot create the archive in [^\n]*\.\n$/),
    })
    expect(stderr).not.toContain('mistake in recount')
  })
})

describe('a damaged archive', () => {
  const damages: Readonly<Record<string, (path: string) => void>> = {
    'with garbage in its middle': (path) => {
      const handle = openSync(path, 'r+')
      const {size} = statSync(path)
      for (let at = Math.floor(size / 3); at < (size * 2) / 3; at += 40_960)
        writeSync(handle, garbage(4096), 0, 4096, at)
      closeSync(handle)
    },
    'that was cut off': (path) => truncateSync(path, Math.floor(statSync(path).size / 2 / 4096) * 4096),
    'that was cut off in a page': (path) => truncateSync(path, Math.floor(statSync(path).size / 3)),
    'that is no database': (path) => writeFileSync(path, garbage(200_000)),
    'with a damaged first page': (path) => {
      const handle = openSync(path, 'r+')
      writeSync(handle, garbage(3000), 0, 3000, 100)
      closeSync(handle)
    },
  }
  test.each(Object.keys(damages))(
    '%s is kept aside, reported in one sentence, and made again',
    async (name) => {
      const home = filled()
      damages[name]?.(archiveFile(home))
      const size = statSync(archiveFile(home)).size
      // Whatever is damaged, a command that reads everything comes across it.
      const back = recount(['restore', '--all', '--to', mkdtempSync(join(temp, 'back-'))], {home})
      const {status, stderr} = recount(['index', root], {home})
      expect({status, stderr: back.stderr.replace(/Restored .*\n/, '') + stderr}).toEqual({
        status: 0,
        stderr: expect.stringMatching(
          /^The archive was damaged [^\n]* was moved to [^\n]*\.damaged-[^\n]* \(\d[^\n]*B\); [^\n]* were recovered[^\n]*\.\n$/,
        ),
      })
      const [aside = '', ...others] = readdirSync(home).filter((file) =>
        /damaged-[^-]+-[^-]+-[^.]+Z$/.test(file),
      )
      expect(others).toEqual([])
      expect(statSync(join(home, aside)).size).toBe(size)
      expect(differences(await dumpArchive(home), await dumpArchive(clean))).toEqual({})
      expect(jsonLines(recount(['search', '--json', 'elephant'], {home}).stdout)).toMatchObject([
        {sessionId: session},
      ])
      expect(recount(['index', root], {home})).toMatchObject({status: 0, stderr: ''})
    },
  )
  test('gives back what is on no disk any more', () => {
    const home = empty()
    const folder = join(temp, 'lost')
    cpSync(root, folder, {recursive: true})
    recountInProcess(['index', folder], {home})
    const before = hashes(folder)
    rmSync(folder, {recursive: true})
    const path = archiveFile(home)
    truncateSync(path, statSync(path).size - 4096)
    const {stderr} = recount(['ls'], {home})
    expect(stderr).toMatch(/^The archive was damaged/)
    const target = join(temp, 'found')
    recount(['restore', '--all', '--to', target], {home})
    const after = hashes(target)
    const whole = Object.keys(before).filter((name) => after[name] === before[name])
    expect(whole.length).toBeGreaterThan(Object.keys(before).length * 0.5)
  })
  test('is kept only once, however often that happens', () => {
    const home = filled()
    for (let time = 0; time < 3; time += 1) {
      damages['that is no database']?.(archiveFile(home))
      expect(recount(['index', root], {home})).toMatchObject({status: 0})
    }
    expect(readdirSync(home).filter((name) => /damaged-.*Z$/.test(name))).toHaveLength(1)
  })
  test('that was repaired as far as its new file, when the power failed, is put into its place', async () => {
    const home = filled()
    const path = archiveFile(home)
    cpSync(path, `${path}.repaired`)
    writeFileSync(path, garbage(100_000))
    writeFileSync(`${path}-wal`, garbage(100_000))
    expect(recount(['index', root], {home})).toMatchObject({status: 0, stderr: ''})
    expect(differences(await dumpArchive(home), await dumpArchive(clean))).toEqual({})
  })
  test('search index is made again without a word', () => {
    const home = filled()
    writeFileSync(join(home, 'search-0.db'), garbage(100_000))
    rmSync(join(home, 'search-1.db'))
    const {stdout, stderr} = recount(['search', '--json', 'elephant'], {home})
    expect({found: jsonLines(stdout), stderr}).toMatchObject({found: [{sessionId: session}], stderr: ''})
  })
})

describe.each([0, 1])('a damaged search-%d.db', (shard) => {
  /** Every kind of page: the schema, tables, the words, and what holds them together. */
  test.each([1, 2, 3, 5, 8, 13, 21])('at page %d is made again alone', async (page) => {
    const home = filled()
    const path = archiveFile(home)
    const index = shardFiles(home)[shard] ?? ''
    const bytes = readFileSync(index)
    bytes.fill(0xa5, (page - 1) * 4096, Math.min(bytes.length, page * 4096))
    writeFileSync(index, bytes)
    const before = statSync(path).ino
    for (const words of [
      ['search', 'elephant'],
      ['search', 'the'],
      ['search', '/e/'],
      ['index', root],
      ['ls'],
    ])
      expect(recount(words, {home})).toMatchObject({status: 0, stderr: ''})
    expect(statSync(path).ino).toBe(before)
    expect(readdirSync(home).filter((name) => /damaged|empty/.test(name))).toEqual([])
    expect(jsonLines(recount(['search', '--json', 'elephant'], {home}).stdout)).toMatchObject([
      {sessionId: session},
    ])
  })
})

test('a disk that is full is reported in a sentence, and the next run continues', async () => {
  const home = empty()
  const words = [process.execPath, program, 'index', '--json', root].map((word) => `'${word}'`).join(' ')
  const full = spawnSync('bash', ['-c', `trap '' XFSZ; ulimit -f 600; exec ${words}`], {
    encoding: 'utf8',
    env: {PATH: process.env['PATH'] ?? '', HOME: home, RECOUNT_HOME: home},
  })
  expect({status: full.status, stdout: full.stdout, stderr: full.stderr}).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/^Cannot [^\n]*(full|space)[^\n]*\.\n$/),
  })
  expect(full.stderr).not.toContain('mistake in recount')
  expect(recount(['index', root], {home})).toMatchObject({status: 0, stderr: ''})
  expect(differences(await dumpArchive(home), await dumpArchive(clean))).toEqual({})
})

test('an archive of a newer recount is left alone', async () => {
  const home = filled()
  const database = await openDatabase(archiveFile(home))
  database.exec('pragma user_version = 999')
  database.close()
  for (const words of [['index', root], ['ls'], ['search', 'x'], ['usage']])
    expect(recount(words, {home})).toEqual({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^Cannot use the archive .*: a newer recount made it \(schema 999, .*\)\. Update recount\.\n$/,
      ),
    })
  expect(readdirSync(home).filter((name) => /broken|damaged/.test(name))).toEqual([])
})

describe('the summary of usage', () => {
  test('compares with the budget and the plan in config.json', () => {
    const home = filled()
    writeFileSync(
      join(home, 'config.json'),
      JSON.stringify({monthlyBudgetUsd: 500, plan: {name: 'Max 20x', monthlyUsd: 200}}),
    )
    const {stdout} = recount(['usage', 'summary'], {home})
    expect(stdout).toMatch(/budget +\$500\.00 +\d+% used/)
    expect(stdout).toMatch(/Max 20x +\$200\.00 +\d\.\d times its price/)
    const summary = JSON.parse(recount(['usage', 'summary', '--json'], {home}).stdout)
    expect(summary).toMatchObject({monthlyBudgetUsd: 500, plan: {name: 'Max 20x', monthlyUsd: 200}})
    const months = JSON.parse(recount(['usage', 'monthly', '--since', 'this month', '--json'], {home}).stdout)
    expect(summary.month.costMicros).toBe(months.total.costMicros)
  })
  test.each([
    ['[]', 'It must be an object.'],
    ['{"monthlyBudgetUsd": "500"}', '`monthlyBudgetUsd` must be a number above 0.'],
    [
      '{"plan": {"name": "Max"}}',
      '`plan` must be an object with `monthlyUsd`, a number above 0, and `name`.',
    ],
  ])('says what is wrong in config.json: %s', (config, reason) => {
    const home = filled()
    writeFileSync(join(home, 'config.json'), config)
    const {status, stderr} = recount(['usage', 'summary'], {home})
    expect({status, stderr}).toEqual({
      status: 1,
      stderr: `Cannot use ${join(home, 'config.json')}: ${reason}\n`,
    })
  })
  test('is split by a second dimension on request', () => {
    const home = filled()
    const {stdout} = recount(['usage', 'daily', '--split', 'kind'], {home})
    expect(stdout).toMatch(/\n {2}cache reads +/)
    expect(recount(['usage', '--split', 'tool'], {home})).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('one of model, project, kind'),
    })
  })
})

describe('the status line', () => {
  const input = JSON.stringify({
    model: {display_name: 'Opus'},
    session_id: session,
    cost: {total_cost_usd: 1.5},
  })
  test('says what the client says where there is no archive, and makes none', () => {
    const home = join(temp, 'never')
    expect(recount(['usage', 'statusline'], {home, input})).toEqual({
      status: 0,
      stdout: 'Opus · $1.50 session\n',
      stderr: '',
    })
    expect(existsSync(home)).toBe(false)
  })
  test('adds what the archive knows', () => {
    const {stdout, stderr, status} = recount(['usage', 'statusline'], {home: filled(), input})
    expect({stderr, status}).toEqual({stderr: '', status: 0})
    expect(stdout).toMatch(/^Opus · \$[\d.]+ today · \$1\.50 session/)
  })
  test('keeps the limits of a subscription for the summary of usage', () => {
    const home = filled()
    const later = Math.round(Date.now() / 1000) + 7200
    const limits = {five_hour: {used_percentage: 42.4, resets_at: later}}
    recount(['usage', 'statusline'], {home, input: JSON.stringify({rate_limits: limits})})
    expect(JSON.parse(recount(['usage', 'summary', '--json'], {home}).stdout).limits).toMatchObject([
      {window: 'five_hour', usedPercent: 42.4, resetsAt: new Date(later * 1000).toISOString()},
    ])
    expect(recount(['usage', 'summary'], {home}).stdout).toMatch(
      /5-hour limit +42% +resets in [12]h \d\dm, seen/,
    )
  })
  test('is empty without input', () => {
    expect(recount(['usage', 'statusline'], {home: join(temp, 'never'), input: 'no json'}).status).toBe(0)
  })
})

/** The same bytes each time, like nothing that anybody wrote. */
function garbage(size: number): Buffer {
  const bytes = Buffer.alloc(size)
  for (let at = 0; at < size; at += 32) createHash('sha256').update(String(at)).digest().copy(bytes, at)
  return bytes
}
