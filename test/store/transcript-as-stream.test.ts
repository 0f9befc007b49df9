import {mkdtempSync, readFileSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, describe, expect, test} from 'vitest'
import type {Database} from '../../src/archive/sqlite/database/driver.ts'
import {querySessions} from '../../src/archive/sqlite/sessions/query-sessions.ts'
import {queryUsage} from '../../src/archive/sqlite/usage/query-usage.ts'
import type {ConversationDocument} from '../../src/conversation/index.ts'
import {Conversation} from '../../src/conversation/index.ts'
import {readLines} from '../../src/dialects/index.ts'
import {parseSdkMessage} from '../../src/dialects/stream-json/sdk/index.ts'
import type {SourceFile} from '../../src/sources/index.ts'
import {readSession} from '../../src/sources/index.ts'
import type {SavedSession} from '../../src/store/index.ts'
import {convertToStream, openConversationStore, writeChorus} from '../../src/store/index.ts'
import {memoryArchive} from '../support/archive/memory-archive.ts'
import {allRecordings, recordings} from '../support/conversation/recordings.ts'

const all = allRecordings()
const temp = mkdtempSync(join(tmpdir(), 'recount-stream-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

/** The sessions of a recording, each with the files of its agents. */
function sessionsOf(files: readonly SourceFile[]): readonly (readonly SourceFile[])[] {
  const ids = new Set(files.flatMap(({session}) => session ?? []))
  return [...ids].map((id) => files.filter(({session}) => session === id))
}

const saved = (files: readonly SourceFile[]): SavedSession => ({
  files,
  steps: () => readSession(files),
})

function foldSaved(session: SavedSession): ConversationDocument {
  const state = new Conversation()
  for (const {path, session: id, agent} of session.files) state.begin(path, {session: id, agent})
  for (const step of session.steps()) {
    if (step.kind === 'lines') for (const line of step.lines) state.add(line)
    if (step.kind === 'end') state.end(step.file.path)
  }
  return state.document()
}

function foldStream(lines: readonly string[]): ConversationDocument {
  const state = new Conversation()
  const reader = readLines('stream.jsonl')
  const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''))
  for (const line of [...reader.push(bytes), ...reader.end()]) state.add(line)
  state.end('stream.jsonl')
  return state.document()
}

/** What two tellings of one conversation must have in common. */
function essence(document: ConversationDocument) {
  const callOf = new Map(document.agents.map((agent) => [agent.key, agent.toolCallId]))
  return {
    usage: document.usage,
    complete: document.isComplete,
    cost: document.reportedCostUsd,
    sessions: document.sessions.map(
      ({sessionId, title, cwd, clientVersion, models, startedAt, endedAt, outcome, turns}) => ({
        ...{
          id: sessionId,
          title,
          cwd,
          version: clientVersion,
          models,
          startedAt,
          endedAt,
          outcome: outcome.state,
        },
        turns: turns.map(({trigger}) => trigger),
        said: turns.flatMap(({items}) =>
          items.filter(isSaid).map(({kind, text, at: time}) => [kind, text, time]),
        ),
      }),
    ),
    runs: document.toolCalls
      .map(({toolCallId: id, name, state, agent, input, result}) => ({
        ...{id, name, state, input, result},
        agent: agent === null ? null : callOf.get(agent),
      }))
      .sort((a, b) => (a.id < b.id ? -1 : 1)),
    agents: document.agents
      .map(({toolCallId, type, prompt, state, description, answer, isBackground, items}) => ({
        ...{toolRun: toolCallId, type, prompt, state, description, answer, background: isBackground},
        said: items.filter(isSaid).map(({kind, text}) => [kind, text]),
      }))
      .sort((a, b) => (String(a.toolRun) < String(b.toolRun) ? -1 : 1)),
  }
}

/** How long turns took, by their places, where that is known. */
const durationsOf = ({sessions}: ConversationDocument): ReadonlyMap<string, number> =>
  new Map(
    sessions.flatMap(({sessionId, turns}) =>
      turns.flatMap(({durationMs}, at) =>
        durationMs === null ? [] : [[`${sessionId} ${at}`, durationMs] as const],
      ),
    ),
  )

const isSaid = ({kind}: {readonly kind: string}): boolean => kind === 'text' || kind === 'thinking'

// Of some lines of a transcript a stream has no kind at all: attachments, queues, snapshots, logs of requests, the graph
// with its abandoned branches, the git branch. Everything else must come back.
describe('a transcript that is written as a stream is the same conversation', () => {
  for (const {name, transcripts} of all) {
    for (const [index, files] of sessionsOf(transcripts).entries()) {
      test(`${name} ${index + 1}`, () => {
        const session = saved(files)
        const lines = [...convertToStream(session, 'recount 1')].map(({text}) => text)
        const before = foldSaved(session)
        const after = foldStream(lines)
        expect(essence(after)).toEqual(essence(before))
        expect(after.strays).toEqual([])
        // A result says how long a turn took; if the transcript has that, it is the same.
        for (const [turn, ms] of durationsOf(before))
          expect([turn, durationsOf(after).get(turn)]).toEqual([turn, ms])
        if (before.sessions.length === 0) return
        const [first, ...rest] = lines.map((line) => JSON.parse(line))
        expect(first).toMatchObject({
          type: 'system',
          subtype: 'init',
          session_id: before.sessions[0]?.sessionId,
          synthesized: {by: 'recount 1', from: 'transcript'},
        })
        const ended = ['completed', 'failed', 'interrupted'].includes(before.sessions[0]?.outcome.state ?? '')
        expect(rest.filter(({type}) => type === 'result')).toHaveLength(ended ? 1 : 0)
        if (ended) expect(rest.at(-1)).toMatchObject({type: 'result', synthesized: true})
        for (const line of lines) expect(parseSdkMessage(line)).toBeDefined()
      })
    }
  }
})

test('a stream comes out as it was', () => {
  for (const {path} of recordings.flatMap(({streams}) => streams)) {
    const lines = readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
    const out = [...convertToStream(saved([{path}]), 'recount 1')].map(({text}) => text)
    // A session that was printed as one array comes apart.
    if (!lines.some((line) => line.startsWith('['))) expect(out).toEqual(lines)
  }
})

describe('from the archive into a store and back', () => {
  const rows = (database: Database) =>
    querySessions(database, {now: 0})
      .map(
        ({
          sessionId,
          title,
          project,
          clientVersion,
          model,
          toolCalls,
          errors,
          turns,
          startedAt: started,
          endedAt: ended,
        }) => ({
          ...{
            id: sessionId,
            title,
            project,
            version: clientVersion,
            model,
            tools: toolCalls,
            errors,
            turns,
            started,
            ended,
          },
        }),
      )
      .sort((a, b) => (a.id < b.id ? -1 : 1))
  const usage = (database: Database) => queryUsage(database, {group: 'session', timeZone: 'UTC'}).total.usage

  for (const {name, transcripts} of recordings) {
    if (transcripts.length === 0) continue
    test(`${name} is the same`, async () => {
      const store = openConversationStore(join(temp, name))
      const before = await memoryArchive(transcripts.map(({path}) => path))
      const groups = sessionsOf(transcripts)
      for (const files of groups) {
        const place = {workspace: 'w', agent: 'claude', conversation: files[0]?.session ?? ''}
        // Clients before 2.1 wrote a session's title into the file of another one; the archive knows whose it is.
        const title = querySessions(before, {now: 0}).find(
          ({sessionId}) => sessionId === place.conversation,
        )?.title
        writeChorus(store, saved(files), place, {madeBy: 'recount 1', title})
        // Once more adds nothing.
        expect(writeChorus(store, saved(files), place, {madeBy: 'recount 1', title})).toMatchObject({
          added: 0,
        })
      }
      const after = await memoryArchive(store.list().map(({path}) => path))
      expect(rows(after)).toEqual(rows(before))
      expect(usage(after)).toEqual(usage(before))
    })
  }
})
