import {copyFileSync, mkdtempSync, rmSync, utimesSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, describe, expect, test} from 'vitest'
import {memoryArchive} from '../../../../test/support/archive/memory-archive.ts'
import {recording} from '../../../../test/support/conversation/recordings.ts'
import {renderUsage} from '../../../cli/commands/usage/render-usage.ts'
import {queryUsage} from '../usage/query-usage.ts'
import {querySessions} from './query-sessions.ts'
import {refreshSessions} from './refresh-sessions.ts'

const temp = mkdtempSync(join(tmpdir(), 'recount-moments-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

const {streams, transcripts} = recording('1.0.128/thinking')
const transcript = transcripts[0]?.path ?? ''

/** A stream without times, in a file that was changed years after. */
function oldStream(): string {
  const path = join(mkdtempSync(join(temp, 'run-')), 'stream.jsonl')
  copyFileSync(streams[0]?.path ?? '', path)
  utimesSync(path, new Date('2031-01-02T03:04:05Z'), new Date('2031-01-02T03:04:05Z'))
  return path
}

async function read(paths: readonly string[], damagedFile?: string) {
  const database = await memoryArchive(paths)
  if (damagedFile !== undefined) {
    const file = database.prepare('select id from file where path = ?').get(damagedFile)?.['id']
    database.prepare("update block set packed = x'00' where file = ?").run(Number(file))
    rmSync(damagedFile)
    refreshSessions(
      database,
      querySessions(database, {now: 0}).map(({sessionId}) => sessionId),
    )
  }
  const report = queryUsage(database, {group: 'daily', timeZone: 'UTC'})
  const [session] = querySessions(database, {now: Date.parse('2031-01-03')})
  database.close()
  return {
    days: report.rows.map(({key, reportedCostMicros}) => [key, reportedCostMicros !== undefined] as const),
    ended: new Date(session?.endedAt ?? 0).toISOString(),
    undated: report.undated,
    text: renderUsage(report, {color: false, width: 200, zone: 'UTC', now: 0}),
  }
}

describe('a stream without times is dated', () => {
  test('by the transcript of the same session, however they are read', async () => {
    const stream = oldStream()
    for (const paths of [
      [stream, transcript],
      [transcript, stream],
    ]) {
      const {days, undated} = await read(paths)
      expect(days).toEqual([['2026-11-15', true]])
      expect(undated).toBeUndefined()
    }
  })
  test('by what was noted when it was recorded, whichever file is read first', async () => {
    const stream = oldStream()
    const offsets = stream.replace('stream.jsonl', 'offsets.txt')
    const notes = stream.replace('.jsonl', '.meta.json')
    writeFileSync(notes, JSON.stringify({format: 'recount-recording', startedAt: '2025-09-30T23:59:00.000Z'}))
    writeFileSync(offsets, '1\t10\tsystem/init\n2\t30000\tassistant\n6\t40000\tassistant\n9\t90000\tresult\n')
    for (const paths of [
      [stream, offsets, notes],
      [notes, offsets, stream],
    ]) {
      const {days, undated, ended} = await read(paths)
      // The response came before midnight, the result after it.
      expect(days).toEqual([
        ['2025-09-30', false],
        ['2025-10-01', true],
      ])
      expect(ended).toBe('2025-10-01T00:00:30.000Z')
      expect(undated).toBeUndefined()
    }
  })
  test('by when it was recorded, where single lines were not noted', async () => {
    const stream = oldStream()
    const notes = stream.replace('.jsonl', '.meta.json')
    writeFileSync(notes, JSON.stringify({startedAt: '2025-09-30T12:00:00.000Z'}))
    expect((await read([stream, notes])).days).toEqual([['2025-09-30', true]])
  })
  test('by what is left if its notes are damaged', async () => {
    const stream = oldStream()
    const offsets = stream.replace('stream.jsonl', 'offsets.txt')
    const notes = stream.replace('.jsonl', '.meta.json')
    writeFileSync(notes, JSON.stringify({startedAt: '2025-09-30T12:00:00.000Z'}))
    writeFileSync(offsets, '1\t10\tsystem/init\n9\t86400000\tresult\n')
    expect((await read([stream, offsets, notes], offsets)).days).toEqual([['2025-09-30', true]])
    writeFileSync(offsets, '1\t10\tsystem/init\n9\t86400000\tresult\n')
    expect((await read([stream, offsets, notes], notes)).days).toEqual([['2031-01-02', true]])
  })
  test('by the time that other files tell of the session', async () => {
    const stream = oldStream()
    const session = transcript.split('/').at(-1)?.replace('.jsonl', '')
    const path = join(mkdtempSync(join(temp, 'project-')), `${session}.jsonl`)
    const prompt = {
      type: 'user',
      uuid: '00000000-0000-4000-8000-000000000001',
      parentUuid: null,
      sessionId: session,
      timestamp: '2026-11-14T10:00:00.000Z',
      message: {role: 'user', content: 'Hello'},
    }
    writeFileSync(path, `${JSON.stringify(prompt)}\n`)
    expect((await read([stream, path])).days).toEqual([['2026-11-14', true]])
  })
  test('by when its file was changed if nothing else is known, and that is said', async () => {
    const {days, undated, text, ended} = await read([oldStream()])
    expect(days).toEqual([['2031-01-02', true]])
    expect(ended).toBe('2031-01-02T03:04:05.000Z')
    expect(undated).toBe(1)
    expect(text).toContain('1 session has no timestamps and is dated by the last change of the file.')
  })
})
