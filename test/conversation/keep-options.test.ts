import {readFileSync} from 'node:fs'
import {describe, expect, test} from 'vitest'
import type {ConversationDocument, FoldOptions} from '../../src/conversation/index.ts'
import {Conversation} from '../../src/conversation/index.ts'
import {readLines} from '../../src/dialects/index.ts'
import type {SourceFile} from '../../src/sources/index.ts'
import {
  everyFile,
  foldDocument,
  foldFiles,
  recording,
  recordings,
} from '../support/conversation/recordings.ts'

/** Everything `inspect` counts. */
function countsOf(files: readonly SourceFile[], keep: FoldOptions['keep']) {
  const state = foldFiles(files, {state: new Conversation({keep})})
  const sessions = state.substantialSessions()
  return {
    runs: state.runCounts,
    spending: state.spending(),
    sessions: sessions.map(
      (session) => `${session.id} ${session.outcome.state} ${session.title} ${session.copiedFrom}`,
    ),
    agents: sessions
      .flatMap((session) =>
        session.agents.filter((agent) => !agent.copied).map((agent) => `${agent.callId} ${agent.state}`),
      )
      .sort(),
    branches: sessions.flatMap((session) => state.branches(session.id).map((branch) => branch.id)),
  }
}

/** What a reader is shown: notes of the client and its requests to a program aside. */
const toldBy = ({sessions, agents}: ConversationDocument) => ({
  outcomes: sessions.map(({sessionId, outcome}) => [sessionId, outcome.state]),
  turns: sessions.map(({turns}) => turns.map(({items}) => kindsOf(items)).filter(({length}) => length > 0)),
  agents: agents.map(({items}) => kindsOf(items)),
})

const silent: ReadonlySet<string> = new Set(['metadata', 'snapshot', 'api-log', 'control'])

const kindsOf = (items: readonly {readonly kind: string}[]): readonly string[] =>
  items.map(({kind}) => kind).filter((kind) => !silent.has(kind))

/** Folds one text as if it stood in each of the sources. */
function foldText(text: string, sources: readonly string[]): Conversation {
  const state = new Conversation()
  for (const source of sources) {
    const reader = readLines(source)
    for (const line of reader.push(new TextEncoder().encode(text))) state.add(line)
    state.end(source)
  }
  return state
}

const recorded = new Set(
  recordings.flatMap(({streams, transcripts}) => [...streams, ...transcripts]).map(({path}) => path),
)
const groups: readonly (readonly [string, readonly SourceFile[]])[] = [
  ...recordings.flatMap(({name, streams, transcripts}) => [
    [`the streams of ${name}`, streams] as const,
    [`the transcripts of ${name}`, transcripts] as const,
    [`both of ${name}`, [...streams, ...transcripts]] as const,
  ]),
  ...everyFile()
    .filter(({path}) => !recorded.has(path))
    .map((file) => [file.path, [file]] as const),
]

describe('what is counted does not depend on what is kept', () => {
  test(`in ${groups.length} groups of files`, () => {
    for (const [name, files] of groups) {
      const all = countsOf(files, 'all')
      expect(countsOf(files, 'nothing'), name).toEqual(all)
      // A stream that is only followed keeps no ids, so a transcript beside it is not known for the same.
      if (!name.startsWith('both of')) expect(countsOf(files, 'open'), name).toEqual(all)
    }
  })
})

describe('reading something again', () => {
  test('adds nothing, whatever is read again', () => {
    for (const {name, streams, transcripts} of recordings) {
      const once = countsOf([...streams, ...transcripts], 'all')
      const again = countsOf(
        [...streams, ...transcripts, ...transcripts, ...streams.map((file) => ({...file, path: file.path}))],
        'all',
      )
      expect(again.runs, name).toEqual(once.runs)
      expect(again.agents, name).toEqual(once.agents)
      expect(again.spending.usage, name).toEqual(once.spending.usage)
    }
  })
  test('shows nothing twice, though partial answers, queues and requests come without an id to know them by', () => {
    for (const {name, streams, transcripts} of recordings) {
      for (const files of [streams, transcripts]) {
        const copies = files.map((file) => ({...file, path: file.path}))
        expect(toldBy(foldDocument([...files, ...copies])), name).toEqual(toldBy(foldDocument(files)))
      }
    }
  })
  test('costs nothing twice, though clients before 1.0.128 gave their lines no ids', () => {
    for (const name of ['1.0.128/parallel', '1.0.128/subagent', '1.0.128/tool-errors']) {
      const [path = ''] = recording(name).streams.map((stream) => stream.path)
      const old = readFileSync(path, 'utf8').replaceAll(/,"uuid":"[^"]*"/g, '')
      const once = foldText(old, ['one'])
      const twice = foldText(old, ['one', 'two'])
      expect(twice.spending(), name).toEqual(once.spending())
      expect(toldBy(twice.document()), name).toEqual(toldBy(once.document()))
    }
  })
})
