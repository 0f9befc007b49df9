import {describe, expect, test} from 'vitest'
import {documentOf, foldFiles, recordings} from '../../test/support/recordings.ts'
import {agentAnswer, answer, call, event, finished, result, tell, text} from '../../test/support/tell.ts'
import type {FoldOptions} from '../conversation/index.ts'
import {Conversation} from '../conversation/index.ts'
import type {Depth, Entry} from '../page/index.ts'
import {depths} from '../page/index.ts'
import type {SourceFile} from '../sources/index.ts'
import type {NarratorOptions} from './narrator.ts'
import {Narrator} from './narrator.ts'

const usual: NarratorOptions = {depth: 'tool', pair: true, thinking: true, heading: {}}

/** Tells records one by one; gives for each what was told with it, the last being what the end told. */
function told(records: readonly object[], options: Partial<NarratorOptions> = {}): readonly string[][] {
  const narrator = new Narrator({...usual, ...options})
  const telling = tell({keep: 'open'})
  const steps = records.map((record) => narrator.hear(telling.say([record])))
  return [...steps, [...narrator.hear(telling.end()), ...narrator.finish()]].map((entries) =>
    entries.map(brief),
  )
}

const brief = ({kind, title, state, lane}: Entry): string =>
  [lane && `${lane.name}:`, kind, title, state].filter((word) => word !== undefined).join(' ')

/** The calls that the last record names as denied. */
function denied(records: readonly object[]): readonly string[] {
  const [last] = new Narrator(usual).hear(tell({keep: 'open'}).say(records)).slice(-1)
  const fields = last?.asked.flatMap((node) => (node.kind === 'fields' ? node.fields : [])) ?? []
  return fields.flatMap(({label, value}) => (label === 'Denied' ? [value] : []))
}

const start = 'session Session Initialized'

describe('a call', () => {
  test('is told with its result, and a text at once', () => {
    expect(told([answer('m', text('Hello.')), answer('m', call('a')), result('a')])).toEqual([
      [start, 'answer Assistant'],
      [],
      ['tool Bash completed'],
      [],
    ])
  })
  test('and its parallel siblings are told as they end', () => {
    const records = [answer('m', call('a')), answer('m', call('b', 'Read')), result('b'), result('a')]
    expect(told(records).slice(2)).toEqual([['tool Read completed'], ['tool Bash completed'], []])
  })
  test('is told twice without pairing: when it is made and when it ends', () => {
    expect(told([answer('m', call('a')), result('a')], {pair: false})).toEqual([
      [start, 'tool Bash pending'],
      ['tool Bash completed'],
      [],
    ])
  })
  test('that got no result is told at the end, once', () => {
    expect(told([answer('m', call('a'))])).toEqual([[start], ['tool Bash orphaned']])
  })
  test('that was left behind is told as interrupted before what its thread did next', () => {
    expect(told([answer('m', call('a')), answer('n', text('Next.'))])[1]).toEqual([
      'tool Bash interrupted',
      'answer Assistant',
    ])
  })
  test('that was refused is told with the next thing, which may say that it was interrupted', () => {
    const refusal = result(
      'a',
      "The user doesn't want to proceed with this tool use. The tool use was rejected",
      true,
    )
    const interruption = {
      type: 'user',
      session_id: 's',
      message: {role: 'user', content: [{type: 'text', text: '[Request interrupted by user for tool use]'}]},
    }
    expect(told([answer('m', call('a')), refusal, answer('n', text('Well.'))]).slice(1, 3)).toEqual([
      [],
      ['tool Bash denied', 'answer Assistant'],
    ])
    expect(told([answer('m', call('a')), refusal, interruption])[2]?.[0]).toBe('tool Bash interrupted')
  })
  test('that was refused in words that only a refusal has is told at once, before its parallel siblings end', () => {
    const refusal = result('a', 'This command requires approval', true)
    expect(
      told([answer('m', call('a')), answer('m', call('b', 'Read')), refusal, result('b')]).slice(2, 4),
    ).toEqual([['tool Bash denied'], ['tool Read completed']])
  })
})

describe('a call that a host was asked about', () => {
  const permission = {
    type: 'control_request',
    session_id: 's',
    request_id: 'r',
    request: {subtype: 'can_use_tool', tool_name: 'Bash', tool_use_id: 'a'},
  }
  const refused = [answer('m', call('a')), permission, result('a', 'The user said no', true)]
  const listed = finished({permission_denials: [{tool_name: 'Bash', tool_use_id: 'a'}]})
  test('and that was refused in words of its own is told at its place, and the result names it', () => {
    expect(told([...refused, answer('n', text('Well.')), listed]).slice(2)).toEqual([
      ['tool Bash failed'],
      ['answer Assistant'],
      ['result Completed'],
      [],
    ])
    expect(denied([...refused, listed])).toEqual(['Bash'])
    expect(denied([...refused, finished()])).toEqual([])
    // It was told as denied already.
    const known = result('a', 'This command requires approval', true)
    expect(denied([answer('m', call('a')), permission, known, listed])).toEqual([])
  })
})

describe('the subject of a call', () => {
  const subjectOf = (name: string, input: object): string | undefined => {
    const narrator = new Narrator(usual)
    const telling = tell()
    const init = {type: 'system', subtype: 'init', session_id: 's', cwd: '/home/ada/shop'}
    const records = [init, answer('m', call('a', name, input)), result('a')]
    return narrator.hear(telling.say(records)).at(-1)?.subject
  }
  test('is told from the folder of the session where it is a path in it', () => {
    expect(subjectOf('Read', {file_path: '/home/ada/shop/src/cart.ts'})).toBe('src/cart.ts')
    expect(subjectOf('Read', {file_path: '/home/ada/shop/src/cart.ts', offset: 10, limit: 31})).toBe(
      'src/cart.ts:10-40',
    )
    expect(subjectOf('Read', {file_path: '/home/ada/shopping/list'})).toBe('/home/ada/shopping/list')
    expect(subjectOf('Bash', {command: '/home/ada/shop/run.sh now'})).toBe('/home/ada/shop/run.sh now')
  })
})

describe('a call that was given up', () => {
  test('is told so once, however often it shows life and falls silent again, and then with its result', () => {
    const narrator = new Narrator(usual)
    const telling = tell({keep: 'open', patienceMs: 1000})
    const heartbeat = {type: 'tool_progress', session_id: 's', tool_use_id: 'a', tool_name: 'Read'}
    const told = [
      ...narrator.hear(telling.say([answer('m', call('a', 'Read'))], 0)),
      ...narrator.hear(telling.state.pass(2000)),
      ...narrator.hear(telling.say([heartbeat], 3000)),
      ...narrator.hear(telling.state.pass(6000)),
      ...narrator.hear(telling.say([result('a')], 7000)),
    ]
    expect(told.map(brief)).toEqual([start, 'tool Read orphaned', 'tool Read completed'])
  })
  test('is told at the end where the telling stops before its source does', () => {
    const narrator = new Narrator(usual)
    const telling = tell({keep: 'open'})
    narrator.hear(telling.say([answer('m', call('a', 'Read'))], 0))
    expect(narrator.finish().map(brief)).toEqual(['tool Read pending'])
  })
})

describe('an agent', () => {
  const task = call('t', 'Task', {subagent_type: 'Explore', description: 'look', prompt: 'Look.'})
  test('has a lane of its own, with a head, and ends with its call', () => {
    const records = [
      answer('m', task),
      agentAnswer('t', 'n', call('a')),
      {...result('a'), parent_tool_use_id: 't'},
      result('t', 'Found.'),
    ]
    expect(told(records)).toEqual([
      [start],
      ['look: agent look'],
      ['look: tool Bash completed'],
      ['tool Task completed'],
      [],
    ])
  })
  test('says nothing at the depth of the assistant', () => {
    const records = [answer('m', task), agentAnswer('t', 'n', text('Looking.')), result('t', 'Found.')]
    expect(told(records, {depth: 'assistant'}).flat()).toEqual([start])
    expect(told(records, {depth: 'agent'}).flat()).toContain('look: answer Assistant')
  })
  test('that compacts the conversation is called so, and left out where its summary is told anyway', () => {
    const line = {...answer('m', text('Summary')), isSidechain: true, sessionId: 's', agentId: 'acompact-1f'}
    const records = [answer('l', text('Hi.')), line]
    expect(told(records, {depth: 'hook'}).flat()).toContain('Compaction: agent Compaction')
    expect(told(records, {depth: 'tool'}).flat().join()).not.toContain('Compaction')
  })
  test('is called by its name in a team', () => {
    const alice = call('t', 'Task', {name: 'alice', description: 'Run the tests', prompt: 'Test.'})
    expect(told([answer('m', alice), agentAnswer('t', 'n', text('Hi.'))])[1]).toEqual([
      'alice: agent alice',
      'alice: answer Assistant',
    ])
  })
  test('is all that is told of calls at its own depth', () => {
    const records = [answer('m', task), answer('m', call('b')), result('b'), result('t', 'Found.')]
    expect(told(records, {depth: 'agent'}).flat()).toEqual([start, 'tool Task completed'])
  })
})

describe('texts', () => {
  const piece = (delta: string) =>
    event({type: 'content_block_delta', index: 0, delta: {type: 'text_delta', text: delta}})
  const written = [
    event({type: 'message_start', message: {id: 'm', model: 'claude'}}),
    event({type: 'content_block_start', index: 0, content_block: {type: 'text', text: ''}}),
    piece('Hel'),
    piece('lo.'),
  ]
  test('that are still written are told when they are whole, once', () => {
    const whole = [answer('m', text('Hello.')), event({type: 'content_block_stop', index: 0})]
    expect(told([...written, ...whole]).slice(-4)).toEqual([[], ['answer Assistant'], [], []])
  })
  test('that broke off are told at the end as far as they came', () => {
    expect(told(written).at(-1)).toEqual(['answer Assistant'])
  })
  test('that a result says again are told once', () => {
    const narrator = new Narrator(usual)
    const telling = tell({keep: 'open'})
    narrator.hear(telling.say([answer('m', text('Done.'))]))
    const [same] = narrator.hear(telling.say([finished({result: 'Done.'})]))
    const [other] = narrator.hear(telling.say([finished({result: 'Something else.'})]))
    expect([same?.answered.length, other?.answered.length]).toEqual([0, 1])
  })
})

describe('in every recording', () => {
  test('each call is told in the state it ends in, but for what only a later result or a later run tells', () => {
    const late: string[] = []
    for (const {name, streams, transcripts} of recordings) {
      for (const files of [streams, transcripts]) {
        const told = new Map(entriesOf(files, 'all').map(({key, state}) => [key, state]))
        for (const run of documentOf(files).toolRuns)
          if (told.get(run.id) !== run.state)
            late.push(`${name}: ${run.name} ${told.get(run.id)} → ${run.state}`)
      }
    }
    expect(late).toEqual([
      // Only the result at the end of the turn lists it.
      '1.0.128/control-permission: Bash failed → denied',
      // Its client was killed. That it was interrupted is known when the session goes on in another stream.
      '1.0.128/sigint: Bash orphaned → interrupted',
      '2.1.112/control-permission: Bash failed → denied',
      '2.1.112/sigint: Bash orphaned → interrupted',
    ])
  })
})

describe('whatever the fold keeps', () => {
  test('the same is told', () => {
    for (const {name, streams, transcripts} of recordings) {
      for (const files of [streams, transcripts])
        expect(entriesOf(files, 'open'), name).toEqual(entriesOf(files, 'all'))
    }
  })
})

describe('the depths', () => {
  test('each show at least what the one before it shows', () => {
    const files = recordings.flatMap(({streams}) => streams)
    const counts = depths.map((depth) => entriesOf(files, 'open', depth).length)
    expect([...counts].sort((a, b) => a - b)).toEqual(counts)
    expect(new Set(counts).size).toBe(depths.length)
  })
})

function entriesOf(
  files: readonly SourceFile[],
  keep: FoldOptions['keep'],
  depth: Depth = 'all',
): readonly Entry[] {
  const narrator = new Narrator({...usual, depth})
  const entries: Entry[] = []
  foldFiles(files, {
    state: new Conversation({keep}),
    told: (changes) => entries.push(...narrator.hear(changes)),
  })
  return [...entries, ...narrator.finish()]
}
