import {describe, expect, test} from 'vitest'
import {entryOf} from '../../../test/support/pages/entry.ts'
import {type Entry, type Lane, note, prose} from '../../page/index.ts'
import {entryFilter} from './entry-filter.ts'

const review: Lane = {key: 'a1', name: 'Review two', level: 1, above: []}
const nested: Lane = {key: 'b2', name: 'Nested', level: 2, above: [review]}

const bash = entryOf({kind: 'tool', tool: 'Bash', title: 'Bash', state: 'completed', turn: 1})
const call = entryOf({kind: 'tool', tool: 'Agent', title: 'Agent', subject: 'Review two', depth: 'agent'})

/** The filter of a command line, after it has seen some entries. */
function filtered(options: Readonly<Record<string, string>>, entries: readonly Entry[]) {
  const values = new Map(Object.entries(options).filter(([, value]) => value !== ''))
  const switches = new Set(Object.keys(options).filter((name) => options[name] === ''))
  const filter = entryFilter({operands: [], values, switches})
  return {wanted: entries.filter(filter.wants), missing: filter.missing(), showsAll: filter.showsAll}
}

describe('without options', () => {
  test('every entry is shown', () => {
    expect(filtered({}, [bash])).toEqual({wanted: [bash], missing: undefined, showsAll: true})
    expect(filtered({}, []).missing).toBeUndefined()
  })
})

describe('--agent', () => {
  const work = entryOf({kind: 'answer', lane: review})
  const deeper = entryOf({kind: 'answer', lane: nested})
  test('shows the work of an agent and of its own agents, and the call with its report', () => {
    expect(filtered({agent: 'review'}, [bash, work, deeper, call]).wanted).toEqual([work, deeper, call])
    expect(filtered({agent: 'b2'}, [work, deeper, call]).wanted).toEqual([deeper])
  })
  test('lists the agents of the session', () => {
    expect(filtered({agent: 'zzz'}, [work, deeper]).missing).toEqual({
      sentence: 'No agent named "zzz". Agents: Review two, Nested.',
      isFailure: true,
    })
    expect(filtered({agent: 'zzz'}, [bash]).missing?.sentence).toBe('No agent named "zzz". Agents: none.')
  })
})

describe('--turn and --tool', () => {
  test('list the turns and tools of the session', () => {
    const second = {...bash, turn: 2}
    expect(filtered({turn: '2'}, [bash, second]).wanted).toEqual([second])
    expect(filtered({turn: '9'}, [bash, second]).missing?.sentence).toBe(
      'No turn 9. The session has 2 turns.',
    )
    expect(filtered({tool: 'Foo'}, [bash, call]).missing?.sentence).toBe(
      'No calls to "Foo". Tools in this session: Bash, Agent.',
    )
    expect(filtered({tool: 'bash', turn: '2'}, [bash, {...call, turn: 2}]).missing?.sentence).toBe(
      'No entries match all of these filters.',
    )
  })
})

describe('--errors', () => {
  test('shows failures, interruptions, denials and warnings', () => {
    const wrong = [
      ...(['failed', 'denied', 'interrupted', 'orphaned'] as const).map((state) => ({...bash, state})),
      {...bash, isError: true},
      entryOf({kind: 'interruption', title: 'Interrupted by the user'}),
      entryOf({kind: 'notice', title: 'API overloaded (529), retry 1 of 2', depth: 'assistant'}),
      entryOf({kind: 'answer', asked: [prose('Once'), note('warning', 'Cut off here')]}),
    ]
    const right = [bash, entryOf({kind: 'notice', title: 'Tip', depth: 'hook'})]
    expect(filtered({errors: ''}, [...right, ...wrong]).wanted).toEqual(wrong)
  })
  test('does not fail if there are no errors', () => {
    expect(filtered({errors: ''}, [bash]).missing).toEqual({
      sentence: 'No errors.',
      isFailure: false,
    })
  })
})
