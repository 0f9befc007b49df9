import {describe, expect, test} from 'vitest'
import type {FoldOptions} from '../../src/conversation/index.ts'
import {Conversation} from '../../src/conversation/index.ts'
import type {NarratorOptions} from '../../src/describe/live/narrator.ts'
import {Narrator} from '../../src/describe/live/narrator.ts'
import type {Depth, Entry} from '../../src/page/index.ts'
import {depths} from '../../src/page/index.ts'
import type {SourceFile} from '../../src/sources/index.ts'
import {foldDocument, foldFiles, recordings} from '../support/conversation/recordings.ts'
import {
  agentResponse,
  assistantResponse,
  resultRecord,
  streamEvent,
  testConversation,
  textBlock,
  toolResult,
  toolUse,
} from '../support/conversation/test-conversation.ts'

const usual: NarratorOptions = {depth: 'tool', pair: true, thinking: true, heading: {}}

/** Narrates records one by one; gives the entries of each, and of the end as the last. */
function told(records: readonly object[], options: Partial<NarratorOptions> = {}): readonly string[][] {
  const narrator = new Narrator({...usual, ...options})
  const telling = testConversation({keep: 'open'})
  const steps = records.map((record) => narrator.apply(telling.add([record])))
  return [...steps, [...narrator.apply(telling.end()), ...narrator.finish()]].map((entries) =>
    entries.map(brief),
  )
}

const brief = ({kind, title, state, lane}: Entry): string =>
  [lane && `${lane.name}:`, kind, title, state].filter((word) => word !== undefined).join(' ')

/** The calls that the last record names as denied. */
function denied(records: readonly object[]): readonly string[] {
  const [last] = new Narrator(usual).apply(testConversation({keep: 'open'}).add(records)).slice(-1)
  const fields = last?.asked.flatMap((node) => (node.kind === 'fields' ? node.fields : [])) ?? []
  return fields.flatMap(({label, value}) => (label === 'Denied' ? [value] : []))
}

const start = 'session Session Initialized'

describe('a call', () => {
  test('is printed with its result, and a text at once', () => {
    expect(
      told([
        assistantResponse('m', textBlock('Hello.')),
        assistantResponse('m', toolUse('a')),
        toolResult('a'),
      ]),
    ).toEqual([[start, 'answer Assistant'], [], ['tool Bash completed'], []])
  })
  test('and its parallel siblings are printed as they end', () => {
    const records = [
      assistantResponse('m', toolUse('a')),
      assistantResponse('m', toolUse('b', 'Read')),
      toolResult('b'),
      toolResult('a'),
    ]
    expect(told(records).slice(2)).toEqual([['tool Read completed'], ['tool Bash completed'], []])
  })
  test('is printed twice without pairing: when it starts and when it ends', () => {
    expect(told([assistantResponse('m', toolUse('a')), toolResult('a')], {pair: false})).toEqual([
      [start, 'tool Bash pending'],
      ['tool Bash completed'],
      [],
    ])
  })
  test('without a result is printed at the end, once', () => {
    expect(told([assistantResponse('m', toolUse('a'))])).toEqual([[start], ['tool Bash orphaned']])
  })
  test('that was left behind is printed as interrupted before what its thread did next', () => {
    expect(
      told([assistantResponse('m', toolUse('a')), assistantResponse('n', textBlock('Next.'))])[1],
    ).toEqual(['tool Bash interrupted', 'answer Assistant'])
  })
  test('that was refused is printed with the next item, which may say that it was interrupted', () => {
    const refusal = toolResult(
      'a',
      "The user doesn't want to proceed with this tool use. The tool use was rejected",
      true,
    )
    const interruption = {
      type: 'user',
      session_id: 's',
      message: {role: 'user', content: [{type: 'text', text: '[Request interrupted by user for tool use]'}]},
    }
    expect(
      told([assistantResponse('m', toolUse('a')), refusal, assistantResponse('n', textBlock('Well.'))]).slice(
        1,
        3,
      ),
    ).toEqual([[], ['tool Bash denied', 'answer Assistant']])
    expect(told([assistantResponse('m', toolUse('a')), refusal, interruption])[2]?.[0]).toBe(
      'tool Bash interrupted',
    )
  })
  test('that was refused in words that only a refusal has is printed at once, before its parallel siblings end', () => {
    const refusal = toolResult('a', 'This command requires approval', true)
    expect(
      told([
        assistantResponse('m', toolUse('a')),
        assistantResponse('m', toolUse('b', 'Read')),
        refusal,
        toolResult('b'),
      ]).slice(2, 4),
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
  const refused = [
    assistantResponse('m', toolUse('a')),
    permission,
    toolResult('a', 'The user said no', true),
  ]
  const listed = resultRecord({permission_denials: [{tool_name: 'Bash', tool_use_id: 'a'}]})
  test('and that was refused in words of its own is printed at its place, and the result names it', () => {
    expect(told([...refused, assistantResponse('n', textBlock('Well.')), listed]).slice(2)).toEqual([
      ['tool Bash failed'],
      ['answer Assistant'],
      ['result Completed'],
      [],
    ])
    expect(denied([...refused, listed])).toEqual(['Bash'])
    expect(denied([...refused, resultRecord()])).toEqual([])
    // It was shown as denied already.
    const known = toolResult('a', 'This command requires approval', true)
    expect(denied([assistantResponse('m', toolUse('a')), permission, known, listed])).toEqual([])
  })
})

describe('the subject of a call', () => {
  const subjectOf = (name: string, input: object): string | undefined => {
    const narrator = new Narrator(usual)
    const telling = testConversation()
    const init = {type: 'system', subtype: 'init', session_id: 's', cwd: '/home/ada/shop'}
    const records = [init, assistantResponse('m', toolUse('a', name, input)), toolResult('a')]
    return narrator.apply(telling.add(records)).at(-1)?.subject
  }
  test('is printed relative to the folder of the session if it is in it', () => {
    expect(subjectOf('Read', {file_path: '/home/ada/shop/src/cart.ts'})).toBe('src/cart.ts')
    expect(subjectOf('Read', {file_path: '/home/ada/shop/src/cart.ts', offset: 10, limit: 31})).toBe(
      'src/cart.ts:10-40',
    )
    expect(subjectOf('Read', {file_path: '/home/ada/shopping/list'})).toBe('/home/ada/shopping/list')
    expect(subjectOf('Bash', {command: '/home/ada/shop/run.sh now'})).toBe('/home/ada/shop/run.sh now')
  })
})

describe('a call that was given up', () => {
  test('is printed so once, however often it is active and silent again, and then with its result', () => {
    const narrator = new Narrator(usual)
    const telling = testConversation({keep: 'open', maxSilenceMs: 1000})
    const heartbeat = {type: 'tool_progress', session_id: 's', tool_use_id: 'a', tool_name: 'Read'}
    const told = [
      ...narrator.apply(telling.add([assistantResponse('m', toolUse('a', 'Read'))], 0)),
      ...narrator.apply(telling.state.pass(2000)),
      ...narrator.apply(telling.add([heartbeat], 3000)),
      ...narrator.apply(telling.state.pass(6000)),
      ...narrator.apply(telling.add([toolResult('a')], 7000)),
    ]
    expect(told.map(brief)).toEqual([start, 'tool Read orphaned', 'tool Read completed'])
  })
  test('is printed at the end if the narration stops before its source ends', () => {
    const narrator = new Narrator(usual)
    const telling = testConversation({keep: 'open'})
    narrator.apply(telling.add([assistantResponse('m', toolUse('a', 'Read'))], 0))
    expect(narrator.finish().map(brief)).toEqual(['tool Read pending'])
  })
})

describe('an agent', () => {
  const task = toolUse('t', 'Task', {subagent_type: 'Explore', description: 'look', prompt: 'Look.'})
  test('has a lane of its own, with a head, and ends with its call', () => {
    const records = [
      assistantResponse('m', task),
      agentResponse('t', 'n', toolUse('a')),
      {...toolResult('a'), parent_tool_use_id: 't'},
      toolResult('t', 'Found.'),
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
    const records = [
      assistantResponse('m', task),
      agentResponse('t', 'n', textBlock('Looking.')),
      toolResult('t', 'Found.'),
    ]
    expect(told(records, {depth: 'assistant'}).flat()).toEqual([start])
    expect(told(records, {depth: 'agent'}).flat()).toContain('look: answer Assistant')
  })
  test('that compacts the conversation is called so, and left out if its summary is printed anyway', () => {
    const line = {
      ...assistantResponse('m', textBlock('Summary')),
      isSidechain: true,
      sessionId: 's',
      agentId: 'acompact-1f',
    }
    const records = [assistantResponse('l', textBlock('Hi.')), line]
    expect(told(records, {depth: 'hook'}).flat()).toContain('Compaction: agent Compaction')
    expect(told(records, {depth: 'tool'}).flat().join()).not.toContain('Compaction')
  })
  test('is called by its name in a team', () => {
    const alice = toolUse('t', 'Task', {name: 'alice', description: 'Run the tests', prompt: 'Test.'})
    expect(told([assistantResponse('m', alice), agentResponse('t', 'n', textBlock('Hi.'))])[1]).toEqual([
      'alice: agent alice',
      'alice: answer Assistant',
    ])
  })
  test('is all that is printed of calls at its own depth', () => {
    const records = [
      assistantResponse('m', task),
      assistantResponse('m', toolUse('b')),
      toolResult('b'),
      toolResult('t', 'Found.'),
    ]
    expect(told(records, {depth: 'agent'}).flat()).toEqual([start, 'tool Task completed'])
  })
})

describe('texts', () => {
  const piece = (delta: string) =>
    streamEvent({type: 'content_block_delta', index: 0, delta: {type: 'text_delta', text: delta}})
  const written = [
    streamEvent({type: 'message_start', message: {id: 'm', model: 'claude'}}),
    streamEvent({type: 'content_block_start', index: 0, content_block: {type: 'text', text: ''}}),
    piece('Hel'),
    piece('lo.'),
  ]
  test('that are still being written are printed when they are complete, once', () => {
    const whole = [
      assistantResponse('m', textBlock('Hello.')),
      streamEvent({type: 'content_block_stop', index: 0}),
    ]
    expect(told([...written, ...whole]).slice(-4)).toEqual([[], ['answer Assistant'], [], []])
  })
  test('that broke off are printed at the end as far as they came', () => {
    expect(told(written).at(-1)).toEqual(['answer Assistant'])
  })
  test('that a result repeats are printed once', () => {
    const narrator = new Narrator(usual)
    const telling = testConversation({keep: 'open'})
    narrator.apply(telling.add([assistantResponse('m', textBlock('Done.'))]))
    const [same] = narrator.apply(telling.add([resultRecord({result: 'Done.'})]))
    const [other] = narrator.apply(telling.add([resultRecord({result: 'Something else.'})]))
    expect([same?.answered.length, other?.answered.length]).toEqual([0, 1])
  })
})

describe('in every recording', () => {
  test('each call is printed in the state it ends in, except for what only a later result or run shows', () => {
    const late: string[] = []
    for (const {name, streams, transcripts} of recordings) {
      for (const files of [streams, transcripts]) {
        const told = new Map(entriesOf(files, 'all').map(({key, state}) => [key, state]))
        for (const run of foldDocument(files).toolCalls)
          if (told.get(run.toolCallId) !== run.state)
            late.push(`${name}: ${run.name} ${told.get(run.toolCallId)} → ${run.state}`)
      }
    }
    expect(late).toEqual([
      // Only the result at the end of the turn lists it.
      '1.0.128/control-permission: Bash failed → denied',
      // Its client was killed. That it was interrupted is known when the session continues in another stream.
      '1.0.128/sigint: Bash orphaned → interrupted',
      '2.1.112/control-permission: Bash failed → denied',
      '2.1.112/sigint: Bash orphaned → interrupted',
    ])
  })
})

describe('whatever the fold keeps', () => {
  test('the same is printed', () => {
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
    onChanges: (changes) => entries.push(...narrator.apply(changes)),
  })
  return [...entries, ...narrator.finish()]
}
