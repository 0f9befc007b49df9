import {createHash} from 'node:crypto'
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import {tmpdir} from 'node:os'
import {dirname, join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {afterAll, afterEach, beforeEach, describe, expect, test} from 'vitest'
import type {Archive} from '../../src/archive/archive.ts'
import type {IngestReport} from '../../src/archive/ingest/ingest-report.ts'
import {restorePlaces} from '../../src/archive/ingest/restore-places.ts'
import {isMistake, parseQuery} from '../../src/archive/query/index.ts'
import {usageGroups} from '../../src/archive/usage/usage-report.ts'

const recordings = fileURLToPath(new URL('../recordings/2.1.325', import.meta.url))
const scenarios = ['hello', 'subagent', 'tools-basic', 'permission-denied'] as const
const now = Date.parse('2026-12-01T00:00:00Z')
const watcher = {now: () => now, advance: async () => {}, skipped: () => {}}
const session = '0aaaaaaa-0000-4000-8000-000000000001'

const said = (text: string, more: Readonly<Record<string, unknown>> = {}): string =>
  `${JSON.stringify({type: 'user', uuid: text, parentUuid: null, sessionId: session, timestamp: '2026-01-01T00:00:00.000Z', cwd: '/work', message: {role: 'user', content: text}, ...more})}\n`

/** What every archive must do, whatever it is made of. `open` gives the archive of a folder, the same one for the same folder. */
export function describeArchive(name: string, open: (folder: string) => Promise<Archive>): void {
  describe(`${name}: an archive`, () => {
    const temp = mkdtempSync(join(tmpdir(), 'recount-conformance-'))
    afterAll(() => rmSync(temp, {recursive: true, force: true}))
    const opened: Archive[] = []
    afterEach(() => {
      for (const archive of opened.splice(0)) archive.close()
    })
    const openIn = async (folder: string): Promise<Archive> => {
      const archive = await open(folder)
      opened.push(archive)
      return archive
    }
    const fresh = (): Promise<Archive> => openIn(mkdtempSync(join(temp, 'home-')))
    const takeIn = async (archive: Archive, ...roots: readonly string[]): Promise<IngestReport> => {
      const report = await archive.takeIn(roots, watcher)
      await archive.makeSearchable()
      return report
    }
    let root = ''
    beforeEach(() => {
      root = mkdtempSync(join(temp, 'root-'))
    })
    const write = (path: string, content: string): string => {
      const place = join(root, path)
      mkdirSync(dirname(place), {recursive: true})
      writeFileSync(place, content)
      return place
    }
    const record = (scenario: string): string => {
      const folder = join(root, scenario)
      cpSync(join(recordings, scenario), folder, {
        recursive: true,
        filter: (path) => statSync(path).isDirectory() || /\.(jsonl|meta\.json)$/.test(path),
      })
      return folder
    }

    describe('taking in', () => {
      test('tells what it did, and the second time that there was nothing to do', async () => {
        const archive = await fresh()
        const folders = scenarios.map(record)
        const first = await takeIn(archive, ...folders)
        expect(first.filesOpened).toBe(first.files)
        expect(first.bytesParsed).toBe(sizeBelow(root))
        expect(first.sessions).toBe(archive.sessions({now}).length)
        expect(await takeIn(archive, ...folders)).toEqual({
          files: first.files,
          filesOpened: 0,
          bytesParsed: 0,
          records: 0,
          sessions: 0,
        })
      })
      test('twice changes no answer', async () => {
        const archive = await fresh()
        const folders = scenarios.map(record)
        await takeIn(archive, ...folders)
        const before = await answersOf(archive)
        await takeIn(archive, ...folders)
        expect(await answersOf(archive)).toEqual(before)
      })
      test('does not depend on the order of the folders, nor on how many are named at once', async () => {
        const folders = scenarios.map(record)
        const [one, other, third] = [await fresh(), await fresh(), await fresh()]
        await takeIn(one, ...folders)
        for (const folder of [...folders].reverse()) await takeIn(other, folder)
        await takeIn(third, root)
        expect(await answersOf(other)).toEqual(await answersOf(one))
        expect(await answersOf(third)).toEqual(await answersOf(one))
      })
      test('does not depend on how much of a file was there when', async () => {
        const text = said('one') + said('two') + said('three')
        const [slow, quick] = [await fresh(), await fresh()]
        const path = write(`p/${session}.jsonl`, '')
        for (let at = 0; at < text.length; at += 97) {
          appendFileSync(path, text.slice(at, at + 97))
          await takeIn(slow, root)
        }
        await takeIn(quick, root)
        expect(await answersOf(slow)).toEqual(await answersOf(quick))
      })
      test('counts nothing twice that two files hold', async () => {
        const archive = await fresh()
        await takeIn(archive, record('hello'))
        const {answers, usage, cost} = archive.usage({group: 'daily', timeZone: 'UTC'}).total
        cpSync(join(root, 'hello'), join(root, 'copy'), {recursive: true})
        await takeIn(archive, join(root, 'copy'))
        expect(archive.usage({group: 'daily', timeZone: 'UTC'}).total).toMatchObject({answers, usage, cost})
      })
      test('goes on in the archive that another opened before', async () => {
        const folder = mkdtempSync(join(temp, 'home-'))
        const path = write(`p/${session}.jsonl`, said('first'))
        await takeIn(await openIn(folder), root)
        appendFileSync(path, said('second'))
        const again = await openIn(folder)
        expect(await takeIn(again, root)).toMatchObject({records: 1, bytesParsed: said('second').length})
        expect(again.roots()).toEqual([root])
      })
      test('is noticed by who has the archive open meanwhile', async () => {
        const folder = mkdtempSync(join(temp, 'home-'))
        const path = write(`p/${session}.jsonl`, said('first'))
        const writing = await openIn(folder)
        const reading = await openIn(folder)
        const before = reading.version()
        expect(reading.version()).toBe(before)
        await takeIn(writing, root)
        const after = reading.version()
        expect(after).not.toBe(before)
        expect(reading.version()).toBe(after)
        await takeIn(writing, root)
        writing.checkpoint()
        expect(reading.sessions({now: 0})).toHaveLength(1)
        appendFileSync(path, said('second'))
        await takeIn(writing, root)
        expect(reading.version()).not.toBe(after)
      })
    })

    describe('a list of sessions', () => {
      test('can be asked for by project, branch and time, and cut', async () => {
        const archive = await fresh()
        const other = '0aaaaaaa-0000-4000-8000-000000000002'
        write(`p/${session}.jsonl`, said('a', {cwd: '/work/Shop', gitBranch: 'main'}))
        write(
          `p/${other}.jsonl`,
          said('b', {
            cwd: '/work/bank',
            gitBranch: 'fix',
            sessionId: other,
            timestamp: '2026-02-01T00:00:00.000Z',
          }),
        )
        await takeIn(archive, root)
        const ids = (question: object): readonly string[] =>
          archive.sessions({now, ...question}).map(({id}) => id)
        expect(ids({})).toEqual([other, session])
        expect(ids({limit: 1})).toEqual([other])
        expect(ids({project: 'shop'})).toEqual([session])
        expect(ids({branch: 'fix'})).toEqual([other])
        expect(ids({after: Date.parse('2026-01-15')})).toEqual([other])
        expect(ids({before: Date.parse('2026-01-15')})).toEqual([session])
        expect(ids({project: 'nowhere'})).toEqual([])
      })
      test('costs what usage says', async () => {
        const archive = await fresh()
        for (const scenario of scenarios) record(scenario)
        await takeIn(archive, root)
        const costs = new Map(
          archive.usage({group: 'session', timeZone: 'UTC'}).rows.map(({key, cost}) => [key, cost]),
        )
        for (const {id, cost} of archive.sessions({now}))
          expect([id, cost ?? 0]).toEqual([id, costs.get(id) ?? 0])
      })
      test('finds a session by the beginning of its id, and says in a sentence when it cannot', async () => {
        const archive = await fresh()
        expect(() => archive.sessionId('latest')).toThrow(/^Cannot find/)
        write(`p/${session}.jsonl`, said('a'))
        write('p/0aaaaaaa-0000-4000-8000-000000000002.jsonl', said('b'))
        await takeIn(archive, root)
        expect(archive.sessionId(session)).toBe(session)
        expect(() => archive.sessionId('0aaaaaaa')).toThrow(/^Cannot tell which/)
        expect(() => archive.sessionId('zzz')).toThrow(/^Cannot find zzz/)
      })
    })

    describe('a search', () => {
      test('finds what was made searchable, with a link to it', async () => {
        const archive = await fresh()
        write(`p/${session}.jsonl`, said('the quick brown fox') + said('a slow fox') + said('nobody'))
        await takeIn(archive, root)
        expect(await linksOf(archive, 'fox')).toEqual([
          `${session}#a slow fox`,
          `${session}#the quick brown fox`,
        ])
        expect(await linksOf(archive, '"quick brown"')).toEqual([`${session}#the quick brown fox`])
        expect(await linksOf(archive, 'fox -slow')).toEqual([`${session}#the quick brown fox`])
        expect(await linksOf(archive, 'badger')).toEqual([])
      })
      test('says that there is more than was asked for', async () => {
        const archive = await fresh()
        write(`p/${session}.jsonl`, said('fox one') + said('fox two'))
        await takeIn(archive, root)
        expect(await archive.search(queryOf('fox'), {limit: 1, patience: 9000, now: () => 0})).toMatchObject({
          hits: [{session}],
          more: true,
        })
      })
      test('gives what it has when its time is up', async () => {
        const archive = await fresh()
        write(`p/${session}.jsonl`, said('fox one') + said('fox two'))
        await takeIn(archive, root)
        let time = 0
        const clock = (): number => (time += 1000)
        const found = await archive.search(queryOf('fox'), {limit: 10, patience: 1, now: clock})
        expect(found).toMatchObject({more: true, stopped: expect.stringMatching(/\.$/)})
      })
      test('finds what came after it was last asked', async () => {
        const archive = await fresh()
        const path = write(`p/${session}.jsonl`, said('fox'))
        await takeIn(archive, root)
        expect(await linksOf(archive, 'fox')).toHaveLength(1)
        appendFileSync(path, said('fox again'))
        await takeIn(archive, root)
        expect(await linksOf(archive, 'fox')).toHaveLength(2)
      })
    })

    test('usage has the same total however it is grouped', async () => {
      const archive = await fresh()
      for (const scenario of scenarios) record(scenario)
      await takeIn(archive, root)
      const totals = usageGroups.map((group) => archive.usage({group, timeZone: 'UTC'}).total)
      expect(totals[0]?.answers).toBeGreaterThan(0)
      for (const {usage, cost, answers} of totals)
        expect({usage, cost, answers}).toEqual({
          usage: totals[0]?.usage,
          cost: totals[0]?.cost,
          answers: totals[0]?.answers,
        })
    })

    describe('a kept file', () => {
      test('comes back byte for byte, below a folder and where it was', async () => {
        const archive = await fresh()
        for (const scenario of scenarios) record(scenario)
        write(`p/${session}.jsonl`, `\ufeff${said('a')}\r\n\n{"torn`)
        write('p/empty.jsonl', '')
        await takeIn(archive, root)
        const before = hashes(root)
        const target = mkdtempSync(join(temp, 'target-'))
        for (const {file, path} of restorePlaces(archive.files(), target)) archive.restore(file, path)
        expect(hashes(target)).toEqual(before)
        rmSync(root, {recursive: true})
        for (const file of archive.files()) expect(archive.restore(file, file.path).there).toBe(false)
        expect(hashes(root)).toEqual(before)
        for (const file of archive.files()) expect(archive.restore(file, file.path).there).toBe(true)
      })
      test('overwrites nothing else', async () => {
        const archive = await fresh()
        const path = write(`p/${session}.jsonl`, said('a'))
        await takeIn(archive, root)
        writeFileSync(path, 'mine')
        const [file] = archive.files(session)
        expect(() => file && archive.restore(file, file.path)).toThrow(/something else is there/)
        expect(readFileSync(path, 'utf8')).toBe('mine')
      })
      test('of a session is its own and those of its agents', async () => {
        const archive = await fresh()
        for (const scenario of scenarios) record(scenario)
        await takeIn(archive, root)
        const [listed] = archive.sessions({now, project: 'demo'}).filter(({agents}) => agents > 0)
        const paths = archive.files(listed?.id).map(({path}) => path)
        expect(paths.some((path) => path.endsWith(`/${listed?.id}.jsonl`))).toBe(true)
        expect(paths.some((path) => path.includes('/subagents/'))).toBe(true)
        expect(paths.every((path) => path.includes('/subagent/'))).toBe(true)
      })
    })
  })
}

function queryOf(words: string) {
  const query = parseQuery(words, {now, zone: 'UTC'})
  if (isMistake(query)) throw new Error(query.mistake)
  return query
}

async function linksOf(archive: Archive, words: string): Promise<readonly string[]> {
  const found = await archive.search(queryOf(words), {limit: 1000, patience: 60_000, now: () => 0})
  return found.hits.map(({link}) => link).sort()
}

/** What somebody can learn from an archive, as far as it does not depend on how it ranks. */
const answersOf = async (archive: Archive): Promise<unknown> => ({
  sessions: archive.sessions({now}),
  usage: usageGroups.map((group) => archive.usage({group, timeZone: 'Europe/Berlin'})),
  files: archive.files().map(({path}) => path),
  found: await Promise.all(
    ['hello', 'error', 'file', 'tool:Bash', 'two'].map((word) => linksOf(archive, word)),
  ),
})

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, {recursive: true, encoding: 'utf8'})
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort()

const sizeBelow = (folder: string): number =>
  filesBelow(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)

const hashes = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    filesBelow(folder).map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ]),
  )
