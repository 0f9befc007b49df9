import {describe, expect, test} from 'vitest'
import type {Item} from '../../src/conversation/index.ts'
import {describePage} from '../../src/describe/index.ts'
import type {PageEntry, SessionPage} from '../../src/page/index.ts'
import {depthIncludes, depths, walkEntries} from '../../src/page/index.ts'
import {allRecordings, foldFiles, recording} from '../support/conversation/recordings.ts'

const entriesOf = (session: SessionPage): readonly PageEntry[] =>
  session.turns.flatMap((turn) => [...walkEntries(turn.entries)])

const isSilent = (item: Item): boolean => item.kind === 'text' && item.text.trim() === '' && !item.aborted

const keyOf = (item: Item): string => (item.kind === 'tool' ? item.callId : `item-${item.key}`)

for (const {name, streams, transcripts} of allRecordings()) {
  for (const [side, files] of Object.entries({streams, transcripts})) {
    if (files.length === 0) continue
    describe(`the page of ${name}, ${side}`, () => {
      const state = foldFiles(files)
      const page = describePage(state, {depth: 'all', thinking: true})

      test('holds everything that was said and done, each once', () => {
        for (const session of page.sessions) {
          const folded = state.sessions.get(session.sessionId)
          const items = [...(folded?.turns ?? []), ...(folded?.agents ?? [])].flatMap((home) => home.items)
          const told = entriesOf(session)
            .filter(({kind, key}) => kind !== 'agent' || !key.startsWith('agent-'))
            .map(({key}) => key)
          expect([...told].sort()).toEqual(
            items
              .filter((item) => !isSilent(item))
              .map(keyOf)
              .sort(),
          )
        }
      })

      test('has a name of its own for each entry', () => {
        for (const session of page.sessions) {
          const anchors = entriesOf(session).map(({anchor}) => anchor)
          expect(new Set(anchors).size).toBe(anchors.length)
          for (const anchor of anchors) expect(anchor).toMatch(/^[\w-]+$/)
        }
      })

      test('names each entry as before when it is made again, and at any depth', () => {
        const named = new Map(page.sessions.flatMap(entriesOf).map(({key, anchor}) => [key, anchor]))
        for (const depth of depths) {
          const again = describePage(foldFiles(files), {depth, thinking: true})
          for (const entry of again.sessions.flatMap(entriesOf)) {
            expect(depthIncludes(depth, entry.depth)).toBe(true)
            expect(entry.anchor).toBe(named.get(entry.key))
          }
        }
      })
    })
  }
}

const pageOf = (
  name: string,
  side: 'streams' | 'transcripts',
  depth: (typeof depths)[number] = 'tool',
): SessionPage => {
  const [session] = describePage(foldFiles(recording(name)[side]), {depth, thinking: true}).sessions
  if (!session) throw new Error(`${name} has no session.`)
  return session
}

describe('a session as a page', () => {
  test('has answers below the request, calls below the answer, agents below the call', () => {
    const [prompt] = pageOf('2.1.325/subagents-parallel', 'transcripts').turns[0]?.entries ?? []
    const answer = prompt?.below.find(({kind}) => kind === 'answer')
    const agents = answer?.below.filter(({tool}) => tool === 'Agent') ?? []
    expect(prompt?.kind).toBe('prompt')
    expect(agents.map(({below}) => below.map(({kind, title}) => `${kind} ${title}`))).toEqual([
      ['agent Review one'],
      ['agent Review two'],
    ])
    const nested = agents[1]?.below[0]?.below.flatMap((entry) => [entry, ...entry.below])
    expect(nested?.find(({tool}) => tool === 'Agent')?.below[0]?.title).toBe('Nested')
  })

  test('shows an agent’s report once, where it was asked for', () => {
    const session = pageOf('2.1.325/subagents-parallel', 'transcripts')
    const entries = entriesOf(session)
    const pointers = entries.filter(({kind, refersTo}) => kind === 'answer' && refersTo !== undefined)
    expect(pointers.length).toBeGreaterThan(0)
    for (const {asked, refersTo} of pointers) {
      expect(asked).toEqual([])
      expect(entries.find(({anchor}) => anchor === refersTo)?.answered.length).toBeGreaterThan(0)
    }
  })

  test('shows what background work reported at the call that began it', () => {
    const entries = entriesOf(pageOf('2.1.112/subagent-background', 'transcripts'))
    const notified = entries.filter(({kind}) => kind === 'task')
    expect(notified.length).toBeGreaterThan(0)
    for (const {answered, refersTo} of notified) {
      expect(answered).toEqual([])
      expect(entries.find(({anchor}) => anchor === refersTo)?.tool).toMatch(/Agent|Task|Bash/)
    }
  })

  test('marks what is on a path that was left', () => {
    const session = pageOf('2.1.325/tui-interactive', 'transcripts')
    const [branch] = session.branches
    expect(branch?.prompt).toBe('Write a secret')
    const left = session.turns.filter((turn) => turn.branch === branch?.id)
    expect(left.map(({entries}) => entries[0]?.subject ?? entries[0]?.title)).toEqual([
      'Write a secret',
      'Conversation compacted',
    ])
    expect(entriesOf(session).find(({anchor}) => anchor === branch?.from)).toBeDefined()
  })

  test('says of each result what came since the one before', () => {
    const results = entriesOf(pageOf('2.1.325/agent-sdk', 'streams')).filter(({kind}) => kind === 'result')
    const costs = results.map(
      ({asked}) =>
        asked
          .flatMap((node) => (node.kind === 'fields' ? node.fields : []))
          .find(({label}) => label === 'Cost')?.value,
    )
    expect(new Set(costs).size).toBe(results.length)
    expect(results.length).toBe(2)
  })

  test('lists the files that were touched, with how many lines changed', () => {
    const {files} = pageOf('2.1.325/tui-interactive', 'transcripts')
    expect(files).toContainEqual(
      expect.objectContaining({
        path: expect.stringMatching(/src\/app\.ts$/),
        reads: 1,
        changes: 1,
        linesAdded: 1,
      }),
    )
  })

  test('shows the usage of a response once, and the sum by turn', () => {
    const session = pageOf('2.1.325/parallel', 'transcripts')
    const sum = session.turns.reduce((total, {usage}) => total + (usage?.output ?? 0), 0)
    expect(sum).toBe(session.usage?.output)
  })

  test('without thoughts has none', () => {
    const page = describePage(foldFiles(recording('2.1.325/thinking').transcripts), {
      depth: 'all',
      thinking: false,
    })
    expect(page.sessions.flatMap(entriesOf).filter(({kind}) => kind === 'thinking')).toEqual([])
  })
})
