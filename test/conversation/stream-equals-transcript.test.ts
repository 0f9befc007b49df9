import {describe, expect, test} from 'vitest'
import type {ConversationDocument} from '../../src/conversation/index.ts'
import type {Recording} from '../support/conversation/recordings.ts'
import {allRecordings, foldDocument, foldSession, recording} from '../support/conversation/recordings.ts'

/**
 * What one side knows and the other cannot. Each line is a fact about the client, seen in the recording:
 * everything that is not named here must agree.
 */
const known: Readonly<Record<string, readonly string[]>> = {
  // `--output-format json` without `--verbose` prints the result alone, so its text is in no message.
  'output-json': ['texts'],
  // A second client wrote to the same transcript; its stream was recorded elsewhere.
  concurrent: ['texts', 'saved runs'],
  // The SDK's own denial text says nothing of a denial; only the stream's result lists it.
  'control-permission': ['denied by result'],
  // Transcripts have no result: the limit that ended the run is not in them.
  'max-turns': ['outcome'],
  'max-budget': ['outcome'],
  'json-schema': ['outcome'],
  // Nested agents' and background agents' lines are not forwarded to the stream.
  'subagents-parallel': ['saved runs'],
  'subagent-background': ['saved runs'],
}

for (const recording of allRecordings()) {
  if (recording.streams.length === 0 || recording.transcripts.length === 0) continue
  describe(recording.name, () => compare(recording))
}

function compare(recording: Recording): void {
  const live = foldDocument(recording.streams)
  const saved = foldDocument(recording.transcripts)
  const allowed = known[recording.name.split('/').at(-1) ?? ''] ?? []

  test('every tool run of the stream is in the transcript with the same name and state', () => {
    expect(runs(live, allowed)).toEqual(runs(saved, allowed).filter(([id]) => hasRun(live, id)))
  })
  if (!allowed.includes('saved runs')) {
    test('every tool run of the transcript is in the stream', () => {
      expect(runs(saved, allowed).filter(([id]) => !hasRun(live, id))).toEqual([])
    })
  }
  test('every call belongs to the agent of the same spawning call', () => {
    const inBoth = (document: ConversationDocument, other: ConversationDocument) =>
      owners(document).filter(([id]) => hasRun(other, id))
    expect(inBoth(live, saved)).toEqual(inBoth(saved, live))
  })
  if (!allowed.includes('texts')) {
    test('the assistant said the same', () => {
      expect(texts(live)).toEqual(texts(saved))
    })
  }
  test('agents were started by the same calls and ended alike', () => {
    expect(agents(live)).toEqual(
      agents(saved).filter(([call]) => agents(live).some(([other]) => other === call)),
    )
  })
  if (!allowed.includes('outcome')) {
    test('sessions ended alike', () => {
      const ended = new Map(saved.sessions.map((session) => [session.sessionId, session.outcome.state]))
      const both = live.sessions.filter((session) => ended.has(session.sessionId))
      expect(both.map((session) => session.outcome.state)).toEqual(
        both.map((session) => ended.get(session.sessionId)),
      )
    })
  }
}

const hasRun = (document: ConversationDocument, id: string | undefined): boolean =>
  document.toolCalls.some((run) => run.toolCallId === id)

function runs(document: ConversationDocument, allowed: readonly string[]): readonly (readonly string[])[] {
  return document.toolCalls
    .filter((run) => !run.isCopied)
    .map((run) => [run.toolCallId, run.name, stateOf(run.state, allowed)])
    .sort()
}

function stateOf(state: string, allowed: readonly string[]): string {
  if (allowed.includes('denied by result') && state === 'denied') return 'failed'
  return state
}

function owners(document: ConversationDocument): readonly (readonly [string, string | null])[] {
  const callOf = new Map(document.agents.map((agent) => [agent.key, agent.toolCallId]))
  return document.toolCalls
    .filter((run) => !run.isCopied)
    .map((run) => [run.toolCallId, run.agent === null ? null : (callOf.get(run.agent) ?? 'unknown')] as const)
    .sort()
}

function texts(document: ConversationDocument): readonly unknown[] {
  const items = document.sessions.flatMap((session) => session.turns.flatMap((turn) => turn.items))
  const said = items.flatMap((item) =>
    item.kind === 'text' && item['synthetic'] === false ? [item['text']] : [],
  )
  // A fork's transcript begins with a copy of its parent's, which its stream does not.
  const forked = document.sessions.length > 1
  return forked ? [...new Set(said)].sort() : said.sort()
}

function agents(document: ConversationDocument): readonly (readonly (string | null)[])[] {
  return document.agents
    .filter((agent) => !agent.isCopied)
    .map((agent) => [agent.toolCallId, agent.type, agent.prompt, agent.state])
    .sort()
}

describe('a stream and its transcript together', () => {
  test('tell each prompt that was queued once, whichever is read first', () => {
    const {streams, transcripts} = recording('2.1.325/stream-queue')
    for (const files of [
      [...streams, ...transcripts],
      [...transcripts, ...streams],
    ]) {
      const items = foldDocument(files).sessions.flatMap(({turns}) => turns.flatMap((turn) => turn.items))
      const asked = items.filter(({kind}) => kind === 'prompt' || kind === 'steering')
      expect(asked.map((item) => ('text' in item ? item.text : ''))).toEqual([
        'Long job please',
        'Also do this',
        'And another',
      ])
    }
  })

  test('have a response in the turn that asked for it, though another process compacted before', () => {
    const {streams, transcripts} = recording('2.1.325/compact-manual')
    const {sessions} = foldSession([...streams, ...transcripts]).document()
    const said = sessions.flatMap(({turns}) =>
      turns.map(({items}) =>
        items.flatMap((item) =>
          (item.kind === 'prompt' || item.kind === 'text') && 'text' in item ? [item.text] : [],
        ),
      ),
    )
    expect(said).toEqual([
      ['Remember the word kiwi', 'Noted: kiwi.', 'Saved kiwi.'],
      [],
      ['Which word was it?', 'The word was kiwi.'],
    ])
  })
})
