import {mkdtempSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {expect, test} from 'vitest'
import type {SourceFile} from '../../src/sources/index.ts'
import {describeFile} from '../../src/sources/index.ts'
import {memoryArchive} from '../support/archive/memory-archive.ts'
import {allRecordings, foldFiles} from '../support/conversation/recordings.ts'
import {
  assistantResponse,
  resultRecord,
  toolResult,
  toolUse,
  transcriptRecord,
} from '../support/conversation/test-conversation.ts'

/** How many calls of each session failed, by the archive. */
async function errorsKept(files: readonly SourceFile[]): Promise<ReadonlyMap<string, number>> {
  const database = await memoryArchive(files.map(({path}) => path))
  const rows = database.prepare('select id, errors from session').all()
  return new Map(rows.map((row) => [String(row['id']), Number(row['errors'])]))
}

/** The same by the fold, for the sessions that the archive has. */
function errorsFolded(files: readonly SourceFile[], ids: Iterable<string>): ReadonlyMap<string, number> {
  const {sessions} = foldFiles(files)
  const failed = (id: string): number =>
    [...(sessions.get(id)?.runs.values() ?? [])].filter(({state}) => state === 'failed').length
  return new Map([...ids].map((id) => [id, failed(id)]))
}

const orders = <Value>(a: readonly Value[], b: readonly Value[]) => [a, b, [...a, ...b], [...b, ...a]]

test('an archive counts the errors of each recording as the fold does, stream and transcript in any order', async () => {
  let together = 0
  for (const {name, streams, transcripts} of allRecordings()) {
    if (streams.length === 0 || transcripts.length === 0) continue
    together += 1
    for (const files of orders(streams, transcripts)) {
      const kept = await errorsKept(files)
      expect(errorsFolded(files, kept.keys()), name).toEqual(kept)
    }
  }
  expect(together).toBeGreaterThan(40)
})

const id = '00000000-0000-4000-8000-000000000001'
const own = {session_id: id}
const words = toolResult('a', 'The user said no', true)
const failedIn = {...words, ...own}
const callIn = {...assistantResponse('m', toolUse('a')), ...own}
const list = {...resultRecord({permission_denials: [{tool_name: 'Bash', tool_use_id: 'a'}]}), ...own}
const saved = (more: object) => [
  transcriptRecord('assistant', 'u1', null, {
    message: assistantResponse('m', toolUse('a')).message,
    sessionId: id,
  }),
  transcriptRecord('user', 'u2', 'u1', {message: words.message, sessionId: id, ...more}),
]

test.each([
  ['the result of the stream lists the denial', [callIn, failedIn, list], saved({}), 0],
  ['the transcript names its kind', [callIn, failedIn], saved({toolDenialKind: 'user-rejected'}), 0],
  ['no file knows of a denial', [callIn, failedIn, {...resultRecord(), ...own}], saved({}), 1],
])('a call whose result is in a host’s own words, where %s', async (_, stream, transcript, errors) => {
  const folder = mkdtempSync(join(tmpdir(), 'recount-'))
  try {
    const write = (name: string, records: readonly object[]): SourceFile => {
      const path = join(folder, name)
      writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''))
      return describeFile(path)
    }
    const [streamed, kept] = [write('stream.jsonl', stream), write(`${id}.jsonl`, transcript)]
    for (const files of [
      [streamed, kept],
      [kept, streamed],
    ]) {
      expect(await errorsKept(files)).toEqual(new Map([[id, errors]]))
      expect(errorsFolded(files, [id])).toEqual(new Map([[id, errors]]))
    }
  } finally {
    rmSync(folder, {recursive: true})
  }
})
