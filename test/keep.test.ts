import {describe, expect, test} from 'vitest'
import type {FoldOptions} from '../src/conversation/index.ts'
import {findBranches, newConversation, spendingOf} from '../src/conversation/index.ts'
import type {SourceFile} from '../src/sources/index.ts'
import {everyFile, foldFiles, recordings} from './support/recordings.ts'

/** Everything `inspect` counts. */
function countsOf(files: readonly SourceFile[], keep: FoldOptions['keep']) {
  const state = foldFiles(files, {state: newConversation({keep})})
  const sessions = [...state.sessions.values()].filter((session) => session.substantial)
  return {
    runs: state.runCounts,
    spending: spendingOf(state),
    sessions: sessions.map(
      (session) => `${session.id} ${session.outcome.state} ${session.title} ${session.copiedFrom}`,
    ),
    agents: sessions
      .flatMap((session) =>
        session.agents.filter((agent) => !agent.copied).map((agent) => `${agent.callId} ${agent.state}`),
      )
      .sort(),
    branches: sessions.flatMap((session) => findBranches(session).map((branch) => branch.id)),
  }
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
      expect(countsOf(files, 'turn'), name).toEqual(all)
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
})
