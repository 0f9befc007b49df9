import type {ChildProcess} from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import {tmpdir} from 'node:os'
import {basename, dirname, join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {afterAll, beforeAll, describe, expect, test} from 'vitest'
import {openArchiveFolder} from '../../src/archive/open-archive.ts'
import {archiveFile} from '../../src/archive/sqlite/database/archive-file.ts'
import {openDatabase} from '../../src/archive/sqlite/database/open-database.ts'
import {decompressBlock} from '../../src/archive/sqlite/files/compress.ts'
import {shardFiles} from '../../src/archive/sqlite/search/shards.ts'
import type {Damage} from '../support/archive/damages.ts'
import {damages} from '../support/archive/damages.ts'
import type {Dump} from '../support/archive/dump-archive.ts'
import {differences, dumpArchive} from '../support/archive/dump-archive.ts'
import type {RunResult} from '../support/program.ts'
import {jsonLines, recount, recountInProcess, startRecount} from '../support/program.ts'

const recordings = fileURLToPath(new URL('../recordings/2.1.325', import.meta.url))
const temp = mkdtempSync(join(tmpdir(), 'recount-damage-'))
chmodSync(temp, 0o755)
afterAll(() => rmSync(temp, {recursive: true, force: true}))

const root = join(temp, 'root')
const idOf = (number: number): string => `0aaaaaaa-0000-4000-8000-${String(number).padStart(12, '0')}`
const pathOf = (session: string): string => join(root, 'p', `${session}.jsonl`)

/** Words that repeat little, so that packed blocks continue on many pages. */
function* words(seed: number): Generator<string> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state.toString(36)
  }
}

function said(session: string, prompts: number, each: number): string {
  const source = words(prompts + each)
  return Array.from({length: prompts}, (_, at) => {
    const time = new Date(Date.UTC(2026, 0, 1, 0, at)).toISOString()
    const text = Array.from({length: each}, () => source.next().value).join(' ')
    const shared = {sessionId: session, timestamp: time, cwd: '/work/shop', gitBranch: 'main'}
    const prompt = {
      type: 'user',
      uuid: `u-${session}-${at}`,
      parentUuid: null,
      ...shared,
      message: {role: 'user', content: `elephant ${text}`},
    }
    const answer = {
      type: 'assistant',
      uuid: `a-${session}-${at}`,
      parentUuid: `u-${session}-${at}`,
      ...shared,
      message: {
        id: `msg-${session}-${at}`,
        type: 'message',
        role: 'assistant',
        model: 'claude-opus-4-1',
        content: [
          {type: 'tool_use', id: `call-${session}-${at}`, name: 'Bash', input: {command: `ls ${at}`}},
        ],
        stop_reason: 'tool_use',
        usage: {
          input_tokens: 10 + at,
          output_tokens: 20 + at,
          cache_read_input_tokens: 5,
          cache_creation_input_tokens: 3,
        },
      },
    }
    return `${JSON.stringify(prompt)}\n${JSON.stringify(answer)}\n`
  }).join('')
}

function put(path: string, content: string): void {
  mkdirSync(dirname(path), {recursive: true})
  writeFileSync(path, content)
}

const [large, gone, rewritten, late] = [idOf(1), idOf(2), idOf(3), idOf(4)] as const

/** An archive whose files are partly on disk and partly not, one whose last commits are in the log, and a foreign one. */
const base = join(temp, 'base')
const logged = join(temp, 'logged')
const foreign = join(temp, 'foreign')

beforeAll(async () => {
  for (const scenario of ['hooks', 'partial'])
    cpSync(join(recordings, scenario), join(root, scenario), {
      recursive: true,
      filter: (path) => statSync(path).isDirectory() || /\.(jsonl|meta\.json)$/.test(path),
    })
  put(pathOf(large), said(large, 12, 1500))
  put(pathOf(gone), said(gone, 24, 1500))
  put(pathOf(rewritten), said(rewritten, 3, 40))
  put(join(root, 'p', large, 'tool-results', 'a.txt'), 'elephant result\n'.repeat(40))
  for (let number = 10; number < 30; number += 1) put(pathOf(idOf(number)), said(idOf(number), 2, 30))
  expect(recountInProcess(['index', root], {home: base}).status).toBe(0)
  rmSync(pathOf(gone))
  put(pathOf(rewritten), said(rewritten, 4, 50))
  expect(recountInProcess(['index', root], {home: base}).status).toBe(0)

  cpSync(base, join(temp, 'open'), {recursive: true})
  const open = join(temp, 'open')
  put(pathOf(late), said(late, 10, 300))
  // As long as another connection has it open, the log is not copied into the database.
  const keeper = await openDatabase(archiveFile(open))
  keeper.prepare('select count(*) from file').get()
  const archive = await openArchiveFolder(open, () => 1)
  await archive.ingest([root], {now: () => 1, advance: async () => {}, skipped: () => {}})
  await archive.index()
  archive.close()
  cpSync(open, logged, {recursive: true})
  keeper.close()
  expect(statSync(`${archiveFile(logged)}-wal`).size).toBeGreaterThan(20_000)

  const stranger = join(temp, 'stranger')
  put(join(stranger, 'p', `${idOf(99)}.jsonl`), said(idOf(99), 5, 500))
  expect(recountInProcess(['index', stranger], {home: foreign}).status).toBe(0)
  cpSync(`${archiveFile(logged)}-wal`, `${archiveFile(foreign)}-wal`)
  for (const home of [base, logged]) {
    cpSync(home, `${home}-healthy`, {recursive: true})
    expect(recountInProcess(['index', root], {home: `${home}-healthy`}).stderr).toBe('')
  }
})

interface Healthy {
  readonly dump: Dump
  readonly links: readonly string[]
}

const healthyOnes = new Map<string, Healthy>()

/** The same archive without any damage. */
async function healthyOf({inLog}: Damage): Promise<Healthy> {
  const home = `${inLog ? logged : base}-healthy`
  const known = healthyOnes.get(home)
  if (known) return known
  const healthy = {dump: await dumpArchive(home), links: linksIn(home)}
  healthyOnes.set(home, healthy)
  return healthy
}

const ended = (child: ChildProcess): Promise<RunResult> =>
  new Promise((resolve) => {
    let [stdout, stderr] = ['', '']
    child.stdout?.on('data', (text) => {
      stdout += text
    })
    child.stderr?.on('data', (text) => {
      stderr += text
    })
    child.on('close', (status) => resolve({stdout, stderr, status}))
  })

/** Each brings in everything; the first also makes and uses the index. */
const commands = [
  ['search', '--json', 'elephant'],
  ['index', '--json', root],
  ['usage', '--json'],
] as const

/** What is added up of sessions. */
const sums = ['session', 'spent', 'spent_on', 'used', 'reported', 'kin']

/** A dump as far as it can be the same: without sessions that were lost in part, and what came from nowhere. */
function comparable(dump: Dump, damage: Damage, lost: readonly string[]): Dump {
  const isSame = (row: string): boolean =>
    !lost.some((session) => row.includes(session)) && !row.includes('/recovered/')
  return Object.fromEntries(
    Object.entries(dump)
      .filter(([table]) => table !== 'lost' && (!damage.looksRewritten || sums.includes(table)))
      .map(([table, rows]) => [
        table,
        rows
          .filter(isSame)
          .map((row) =>
            damage.losesRoots ? row.replaceAll(/"(?:root|device|inode)":"[^"]*",|"modified":\d+,/g, '') : row,
          ),
      ]),
  )
}

async function expectRepaired(home: string, damage: Damage, ran: readonly RunResult[]): Promise<void> {
  const said = ran.map(({stderr}) => stderr).join('')
  for (const {status, stderr} of ran) {
    expect({status, stderr}).toEqual({status: 0, stderr: expect.not.stringContaining('mistake in recount')})
  }
  const doctor = recount(['doctor', '--json'], {home})
  expect(doctor.stderr).not.toContain('mistake in recount')
  // What the commands did not come across is repaired by the first check; the next one finds nothing.
  const last = doctor.status === 0 ? doctor : recount(['doctor', '--json'], {home})
  expect({doctor, last}).toMatchObject({last: {status: 0}})
  for (const path of [archiveFile(home), ...shardFiles(home)]) {
    const database = await openDatabase(path, {readOnly: true})
    expect(database.prepare('pragma integrity_check').all()).toEqual([{integrity_check: 'ok'}])
    database.close()
  }
  expect(readdirSync(home).filter((name) => /\.damaged-[^.]*Z$/.test(name)).length).toBeLessThanOrEqual(1)
  expect(readdirSync(home).filter((name) => /repairing|repaired|\.empty/.test(name))).toEqual([])

  const lost = [...(said + doctor.stderr).matchAll(/^Lost .* of (.*\.jsonl)/gm)].map(([, path]) => path ?? '')
  // What is on disk is never lost.
  expect(lost.filter((path) => path !== pathOf(gone) && path !== pathOf(rewritten))).toEqual([])
  const sessions = damage.leavesNothing
    ? [gone, rewritten]
    : [gone, rewritten].filter((id) => lost.includes(pathOf(id)))
  const healthy = await healthyOf(damage)
  expect(
    differences(
      comparable(await dumpArchive(home), damage, sessions),
      comparable(healthy.dump, damage, sessions),
    ),
  ).toEqual({})
  const isComparable = (link: string): boolean => !sessions.some((session) => link.includes(session))
  expect(linksIn(home).filter(isComparable)).toEqual(healthy.links.filter(isComparable))
}

/** Where an elephant is found. */
const linksIn = (home: string): readonly string[] => [
  ...new Set(
    jsonLines(recount(['search', '--json', '--limit', '1000', 'elephant'], {home}).stdout)
      .map(({link}) => String(link))
      .sort(),
  ),
]

let count = 0
function damaged(damage: Damage): string {
  count += 1
  const home = join(temp, `home-${count}`)
  cpSync(damage.inLog ? logged : base, home, {recursive: true})
  damage.do({home, other: foreign})
  return home
}

/** Three processes take three times as long: of every eight ways five are tried with them, which are more than fifty. */
const isForThree = (index: number): boolean => index % 8 < 5

describe.each(damages.map((damage, index) => [damage.name, damage, index] as const))(
  '%s',
  (_, damage, index) => {
    test('is repaired by the next command', async () => {
      const home = damaged(damage)
      const [search, takeIn] = commands
      await expectRepaired(home, damage, [recount(damage.leavesNothing ? takeIn : search, {home})])
    })
    test.runIf(isForThree(index))('is repaired by three processes at once', async () => {
      const home = damaged(damage)
      const ran = await Promise.all(commands.map((words) => ended(startRecount(words, {home}))))
      await expectRepaired(home, damage, ran)
    })
  },
)

describe('a block that rotted', () => {
  /** One in the middle of a file that is on disk, and one in the middle of a file that is not. */
  async function rot(session: string): Promise<string> {
    const home = damaged({name: 'nothing', do: () => {}})
    const database = await openDatabase(archiveFile(home))
    const [row] = database
      .prepare(
        'select file, start from block where file = (select id from file where path = ?) order by start desc',
      )
      .all(pathOf(session))
    const {packed} =
      database
        .prepare('select packed from block where file = ? and start = ?')
        .get(Number(row?.['file']), Number(row?.['start'])) ?? {}
    if (!(packed instanceof Uint8Array)) throw new Error('There is no block.')
    packed[Math.floor(packed.length / 2)] = 0x5a ^ (packed[Math.floor(packed.length / 2)] ?? 0)
    database
      .prepare('update block set packed = ? where file = ? and start = ?')
      .run(packed, Number(row?.['file']), Number(row?.['start']))
    database.close()
    return home
  }
  const badBlocks = async (home: string): Promise<number> => {
    const database = await openDatabase(archiveFile(home), {readOnly: true})
    const rows = database.prepare('select length, packed, checksum from block').all()
    database.close()
    return rows.filter((row) => decompressBlock(row) === undefined).length
  }

  test('is read from disk and repaired, if the file still has it', async () => {
    const home = await rot(large)
    expect(await badBlocks(home)).toBe(1)
    const {stderr} = recount(['search', '--json', '--limit', '1000', 'elephant'], {home})
    expect(stderr).toBe('')
    expect(linksIn(home)).toEqual((await healthyOf({name: '', do: () => {}})).links)
    expect(await badBlocks(home)).toBe(0)
    expect(recount(['doctor'], {home}).status).toBe(0)
  })
  test('is skipped and reported by search, and the others are used', async () => {
    const home = await rot(gone)
    const {stdout, stderr, status} = recount(
      ['search', '--json', '--limit', '1000', `elephant session:${gone}`],
      {home},
    )
    expect({status, stderr}).toEqual({status: 0, stderr: expect.stringContaining('recount doctor')})
    const found = jsonLines(stdout).length
    expect(found).toBeGreaterThan(3)
    expect(found).toBeLessThan(24)
  })
  test('is no part of what is restored, which has another name then, and an exit code of 1', async () => {
    const home = await rot(gone)
    const target = mkdtempSync(join(temp, 'back-'))
    const {status, stderr} = recount(['restore', '--all', '--to', target], {home})
    expect(status).toBe(1)
    expect(stderr).toMatch(
      /Cannot restore all of .*000002\.jsonl: .* are damaged or lost\. The rest is in .*\.damaged\./,
    )
    const names = readdirSync(target, {recursive: true, encoding: 'utf8'}).filter((name) =>
      name.includes(gone),
    )
    expect(names.map((name) => basename(name))).toEqual([`${gone}.jsonl.damaged`])
  })
  test('is named as lost by doctor, once, and restore says it afterwards as well', async () => {
    const home = await rot(gone)
    const first = recount(['doctor'], {home})
    expect(first).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(new RegExp(`^Lost .* of ${pathOf(gone)}`, 'm')),
    })
    const again = recount(['doctor', '--json'], {home})
    expect({...again, told: jsonLines(again.stdout)}).toMatchObject({
      status: 0,
      told: [{damage: null, lost: [{path: pathOf(gone)}]}],
    })
    expect(recount(['restore', gone, '--to', mkdtempSync(join(temp, 'back-'))], {home}).status).toBe(1)
    // The file comes back: nothing is missing any more of what is there.
    put(pathOf(gone), said(gone, 24, 1500))
    expect(recount(['index', root], {home}).status).toBe(0)
    const target = mkdtempSync(join(temp, 'back-'))
    recount(['restore', gone, '--to', target], {home})
    rmSync(pathOf(gone))
    expect(existsSync(join(target, 'p', `${gone}.jsonl`))).toBe(true)
  })
})

test('an archive that was repaired counts older versions of a file only once', async () => {
  const home = damaged({
    name: 'a page',
    do: ({home: place}) => writeFileSync(`${archiveFile(place)}-wal`, ''),
  })
  const versions = async (): Promise<readonly unknown[]> => {
    const database = await openDatabase(archiveFile(home), {readOnly: true})
    const rows = database
      .prepare('select generation, size from file where path = ? order by generation')
      .all(pathOf(rewritten))
    const [sums] = database.prepare('select turns, records, bytes from session where id = ?').all(rewritten)
    database.close()
    return [...rows, sums].map((row) => ({...row}))
  }
  const before = await versions()
  expect(before).toHaveLength(3)
  damages.find(({name}) => name === 'archive.db without its magic bytes')?.do({home, other: foreign})
  expect(recount(['ls'], {home})).toMatchObject({
    status: 0,
    stderr: expect.stringContaining('were recovered'),
  })
  expect(await versions()).toEqual(before)
})

test.each([['show', gone], ['resume', '--print', gone], ['ls']])(
  'recount %s repairs a damaged archive, too',
  (...words) => {
    const damage = damages.find(({name}) => name === 'archive.db with an empty page of sessions')
    const home = damage ? damaged(damage) : ''
    const {stderr} = recount(words, {home})
    expect(stderr).toContain('The archive was damaged')
    expect(stderr).not.toContain('mistake in recount')
    expect(recount(['doctor'], {home}).status).toBe(0)
  },
)

test('recount sql answers beside an index of another archive, and search makes its own', () => {
  const damage = damages.find(({name}) => name === 'search-0.db of another archive')
  const home = damage ? damaged(damage) : ''
  expect(recount(['sql', 'select count(*) as n from session'], {home})).toMatchObject({status: 0, stderr: ''})
  expect(recount(['sql', 'select count(*) from entry'], {home}).stderr).toContain('no such table: entry')
  expect(recount(['search', 'elephant'], {home})).toMatchObject({status: 0, stderr: ''})
  expect(recount(['sql', 'select count(*) from entry'], {home}).status).toBe(0)
})
