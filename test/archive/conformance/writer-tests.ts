import {appendFileSync, cpSync, statSync} from 'node:fs'
import {join} from 'node:path'
import {expect, test} from 'vitest'
import type {ArchiveReader, ArchiveWriter} from '../../../src/archive/archive.ts'
import {usageGroups} from '../../../src/archive/usage/usage-report.ts'
import type {MemberTests} from './archive-context.ts'
import {filesBelow, linksOf, now, queryOf, said, scenarios, session, watcher} from './archive-context.ts'

/** What every archive must do when something is added to it. */
export const writerTests: MemberTests<ArchiveWriter> = {
  curate({home, open, openToRead, add, write}) {
    const whole = {sessionId: session, messageId: undefined}
    const message = {sessionId: session, messageId: 'second'}
    const saidTwice = async (folder = home()) => {
      const archive = await open(folder)
      write(`p/${session}.jsonl`, said('first') + said('second'))
      await add(archive)
      return archive
    }
    const listed = async (archive: ArchiveReader) => (await archive.sessions({now}))[0]
    test('gives a session a name that replaces its title, and gives the title back', async () => {
      const archive = await saidTwice()
      expect(await listed(archive)).toMatchObject({title: 'first', name: undefined})
      expect(await archive.curate(whole, {name: '  My\nname '}, now)).toMatchObject({name: 'My name'})
      expect(await listed(archive)).toMatchObject({title: 'My name', name: 'My name'})
      expect(
        (await archive.search(queryOf('second'), {limit: 1, patience: 1e5, now: () => 0})).hits,
      ).toMatchObject([{title: 'My name'}])
      const usage = await archive.usage({group: 'session', timeZone: 'UTC'})
      expect(usage.rows.every(({name}) => name === 'My name')).toBe(true)
      await archive.curate(whole, {name: ''}, now)
      expect(await listed(archive)).toMatchObject({title: 'first', name: undefined})
    })
    test('changes only what it names', async () => {
      const archive = await saidTwice()
      await archive.curate(whole, {starred: true, addTags: ['b', '#A', 'b'], note: 'why\r\nnot'}, now)
      await archive.curate(whole, {removeTags: ['B', 'unknown'], hidden: true}, now)
      const said = {name: undefined, starred: true, hidden: true, tags: ['a'], note: 'why\nnot'}
      expect(await listed(archive)).toMatchObject(said)
      expect(await archive.curations()).toEqual([{...whole, ...said, changedAt: now + 1}])
    })
    test('rejects what is too long or of no use', async () => {
      const archive = await open()
      for (const change of [
        {name: 'x'.repeat(201)},
        {note: 'x'.repeat(10_001)},
        {addTags: ['two words']},
        {addTags: ['']},
        {addTags: ['x'.repeat(51)]},
        {addTags: Array.from({length: 51}, (_, at) => `t${at}`)},
      ])
        await expect(archive.curate(whole, change, now)).rejects.toThrow(/too long|tag/)
      await expect(archive.curate(message, {name: 'x'}, now)).rejects.toThrow('Only sessions')
      await expect(archive.curate(message, {hidden: true}, now)).rejects.toThrow('Only sessions')
      await expect(archive.curate({...whole, sessionId: ''}, {starred: true}, now)).rejects.toThrow('id')
      expect(await archive.curations()).toEqual([])
    })
    test('is found by a search, for sessions and for messages', async () => {
      const archive = await saidTwice()
      const [first, second] = [`${session}#first`, `${session}#second`]
      await archive.curate(message, {starred: true, addTags: ['incident/db'], note: 'The flaky one'}, now)
      for (const words of ['is:starred', 'is:noted,hidden', 'tag:Incident/*', 'note:flaky'])
        expect(await linksOf(archive, words), words).toEqual([second])
      for (const words of ['-is:starred', '-tag:incident/db', '-note:flaky'])
        expect(await linksOf(archive, words), words).toEqual([first])
      for (const words of ['is:named', 'tag:incident', 'note:100%'])
        expect(await linksOf(archive, words)).toEqual([])
      await archive.curate(whole, {starred: true}, now)
      expect(await linksOf(archive, 'is:starred')).toEqual([first, second])
      expect(await linksOf(archive, 'is:starred first')).toEqual([first])
    })
    test('hides sessions from searches and lists that do not ask for them', async () => {
      const archive = await saidTwice()
      await archive.curate(whole, {hidden: true}, now)
      expect(await linksOf(archive, 'first')).toEqual([])
      expect(await linksOf(archive, 'first is:hidden')).toEqual([`${session}#first`])
      expect(await linksOf(archive, `first session:${session}`)).toEqual([`${session}#first`])
      const ids = async (query: object) =>
        (await archive.sessions({now, ...query})).map(({sessionId}) => sessionId)
      expect(await ids({hidden: false})).toEqual([])
      expect(await ids({hidden: true})).toEqual([session])
      expect(await ids({})).toEqual([session])
      expect(await ids({starred: true})).toEqual([])
      await archive.curate(whole, {starred: true, addTags: ['x']}, now)
      expect(await ids({starred: true, tag: 'X'})).toEqual([session])
      expect(await ids({tag: 'y'})).toEqual([])
    })
    test('stays when its session changes, and for the next that opens the archive', async () => {
      const folder = home()
      const archive = await saidTwice(folder)
      await archive.curate(whole, {name: 'Kept'}, now)
      write(`p/${session}.jsonl`, said('first') + said('second') + said('third'))
      await add(archive)
      expect(await listed(archive)).toMatchObject({title: 'Kept', turns: 3})
      expect(await listed(await openToRead(folder))).toMatchObject({title: 'Kept'})
    })
  },

  mergeCurations({open}) {
    const item = {
      ...{sessionId: session, messageId: undefined, name: 'Old', starred: true, hidden: false},
      ...{tags: ['a'], note: undefined, changedAt: now},
    }
    test('adds what is newer, and nothing twice', async () => {
      const archive = await open()
      expect(await archive.mergeCurations([item, {...item, messageId: 'm', name: undefined}])).toBe(2)
      expect(await archive.mergeCurations([item, {...item, name: 'Older', changedAt: now - 1}])).toBe(0)
      expect(await archive.mergeCurations([{...item, name: 'New', changedAt: now + 1}])).toBe(1)
      expect((await archive.curations(session)).map(({name}) => name)).toEqual(['New', undefined])
    })
    test('does not bring back what was removed later', async () => {
      const archive = await open()
      await archive.mergeCurations([item])
      await archive.curate(item, {name: '', starred: false, removeTags: ['a']}, now)
      expect(await archive.mergeCurations([item])).toBe(0)
      expect(await archive.curations()).toEqual([])
    })
  },

  repaired({open}) {
    test('is missing if nothing was damaged', async () => {
      expect((await open()).repaired).toBeUndefined()
    })
  },

  ingest({home, open, add, record, root, write}) {
    test('reports what it did, and the second time that there was nothing to do', async () => {
      const archive = await open()
      const folders = scenarios.map(record)
      const first = await add(archive, ...folders)
      expect(first.filesOpened).toBe(first.files)
      expect(first.bytesParsed).toBe(sizeBelow(root()))
      expect(first.sessions).toBe((await archive.sessions({now})).length)
      expect(await add(archive, ...folders)).toEqual({
        files: first.files,
        filesOpened: 0,
        bytesParsed: 0,
        records: 0,
        sessions: 0,
      })
    })
    test('twice changes no answer', async () => {
      const archive = await open()
      const folders = scenarios.map(record)
      await add(archive, ...folders)
      const before = await answersOf(archive)
      await add(archive, ...folders)
      expect(await answersOf(archive)).toEqual(before)
    })
    test('does not depend on the order of the folders, nor on how many are named at once', async () => {
      const folders = scenarios.map(record)
      const [one, other, third] = [await open(), await open(), await open()]
      await add(one, ...folders)
      for (const folder of [...folders].reverse()) await add(other, folder)
      await add(third)
      expect(await answersOf(other)).toEqual(await answersOf(one))
      expect(await answersOf(third)).toEqual(await answersOf(one))
    })
    test('does not depend on how much of a file was there when', async () => {
      const text = said('one') + said('two') + said('three')
      const [slow, quick] = [await open(), await open()]
      const path = write(`p/${session}.jsonl`, '')
      for (let at = 0; at < text.length; at += 97) {
        appendFileSync(path, text.slice(at, at + 97))
        await add(slow)
      }
      await add(quick)
      expect(await answersOf(slow)).toEqual(await answersOf(quick))
    })
    test('counts nothing twice that two files hold', async () => {
      const archive = await open()
      await add(archive, record('hello'))
      const {responses, usage, costMicros} = (await archive.usage({group: 'daily', timeZone: 'UTC'})).total
      cpSync(join(root(), 'hello'), join(root(), 'copy'), {recursive: true})
      await add(archive, join(root(), 'copy'))
      const {total} = await archive.usage({group: 'daily', timeZone: 'UTC'})
      expect(total).toMatchObject({responses, usage, costMicros})
    })
    test('continues in the archive that another opened before', async () => {
      const folder = home()
      const path = write(`p/${session}.jsonl`, said('first'))
      await add(await open(folder))
      appendFileSync(path, said('second'))
      const again = await open(folder)
      expect(await add(again)).toMatchObject({records: 1, bytesParsed: said('second').length})
    })
    test('names a file that cannot be read, and adds the others', async () => {
      const archive = await open()
      write(`p/${session}.jsonl`, said('first'))
      const skipped: string[] = []
      const missing = join(root(), 'missing')
      const report = await archive.ingest([missing, root()], {
        ...watcher,
        skipped: (path) => skipped.push(path),
      })
      expect(report.files).toBe(1)
      expect(skipped).toEqual([missing])
    })
  },

  follow({open, root, write}) {
    test('adds what is written meanwhile, until it is stopped', async () => {
      const archive = await open()
      const path = write(`p/${session}.jsonl`, said('first'))
      await archive.ingest([root()], watcher)
      let stop = (): void => {}
      const stopped = new Promise<void>((resolve) => {
        stop = resolve
      })
      let records = 0
      const following = archive.follow([root()], watcher, stopped, async (report) => {
        records += report.records
        if (records >= 2) stop()
      })
      appendFileSync(path, said('second'))
      const later = '0aaaaaaa-0000-4000-8000-000000000002'
      write(`q/${later}.jsonl`, said('third', {sessionId: later}))
      await following
      expect((await archive.sessions({now})).map(({sessionId, turns}) => [sessionId, turns]).sort()).toEqual([
        [session, 2],
        [later, 1],
      ])
    })
  },

  index({open, root, write}) {
    test('makes found what was added since, and reports how far it is', async () => {
      const archive = await open()
      write(`p/${session}.jsonl`, said('the quick brown fox'))
      await archive.ingest([root()], watcher)
      expect(await linksOf(archive, 'fox')).toEqual([])
      const steps: (readonly [number, number])[] = []
      await archive.index(async (done, all) => void steps.push([done, all]))
      expect(await linksOf(archive, 'fox')).toHaveLength(1)
      const size = said('the quick brown fox').length
      expect(steps.at(-1)).toEqual([size, size])
    })
    test('of nothing new does nothing', async () => {
      const archive = await open()
      await archive.index()
      await archive.index()
      expect(await archive.search(queryOf('fox'), {limit: 1, patience: 9000, now: () => 0})).toEqual({
        hits: [],
        more: false,
        stopped: undefined,
      })
    })
  },

  checkpoint({home, open, add, write}) {
    test('changes nothing that others read', async () => {
      const folder = home()
      const [writing, reading] = [await open(folder), await open(folder)]
      write(`p/${session}.jsonl`, said('first'))
      await add(writing)
      const before = await answersOf(reading)
      await writing.checkpoint()
      expect(await answersOf(reading)).toEqual(before)
      expect(await reading.isReplaced()).toBe(false)
    })
  },
}

/** What can be learnt from an archive, as far as it does not depend on how it ranks. */
const answersOf = async (archive: ArchiveReader): Promise<unknown> => ({
  sessions: await archive.sessions({now}),
  usage: await Promise.all(usageGroups.map((group) => archive.usage({group, timeZone: 'Europe/Berlin'}))),
  files: (await archive.files()).map(({path}) => path),
  found: await Promise.all(
    ['hello', 'error', 'file', 'tool:Bash', 'two'].map((word) => linksOf(archive, word)),
  ),
})

const sizeBelow = (folder: string): number =>
  filesBelow(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
