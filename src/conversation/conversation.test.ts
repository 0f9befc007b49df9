import {describe, expect, test} from 'vitest'
import {
  agentResponse,
  assistantResponse,
  promptRecord,
  resultRecord,
  testConversation,
  textBlock,
  toolResult,
  toolUse,
  transcriptRecord,
} from '../../test/support/conversation/test-conversation.ts'
import {readLines} from '../dialects/index.ts'

type Entry = ReturnType<typeof transcriptRecord>

const asked = (uuid: string, parent: string | null, said: string, more: object = {}): Entry =>
  transcriptRecord('user', uuid, parent, {message: {role: 'user', content: said}, ...more})
const said = (
  uuid: string,
  parent: string | null,
  id: string,
  block: object = textBlock(id),
  more: object = {},
): Entry =>
  transcriptRecord('assistant', uuid, parent, {
    message: {id, role: 'assistant', model: 'claude', content: [block]},
    ...more,
  })
const answered = (uuid: string, parent: string, toolId: string, more: object = {}): Entry =>
  transcriptRecord('user', uuid, parent, {
    message: {role: 'user', content: [{type: 'tool_result', tool_use_id: toolId, content: 'ok'}]},
    ...more,
  })

const itemsOf = (conversation: ReturnType<typeof testConversation>) =>
  conversation.document().sessions.flatMap((session) => session.turns.flatMap((turn) => turn.items))

describe('turns', () => {
  test('begin with what a person asked and hold everything up to the next', () => {
    const conversation = testConversation()
    conversation.add([
      asked('u1', null, 'one'),
      said('a1', 'u1', 'm1'),
      asked('u2', 'a1', 'two'),
      said('a2', 'u2', 'm2'),
    ])
    expect(
      conversation
        .document()
        .sessions[0]?.turns.map((turn) => [turn.trigger, turn.items.map((item) => item.kind)]),
    ).toEqual([
      ['prompt', ['prompt', 'text']],
      ['prompt', ['prompt', 'text']],
    ])
  })
  test('hold the rest of a response in which a command was given, but nothing that follows a record written again', () => {
    const conversation = testConversation()
    conversation.add([
      asked('u1', null, 'one'),
      said('a1', 'u1', 'm1'),
      asked('c1', 'a1', '<command-name>/model</command-name><command-args></command-args>'),
      said('a2', 'a1', 'm1', toolUse('tool')),
      answered('r1', 'a2', 'tool'),
      said('a3', 'r1', 'm2'),
      asked('u2', 'a3', 'two'),
      said('a4', 'u2', 'm3'),
      said('a1', 'u1', 'm1'),
      said('a5', 'a4', 'm4'),
    ])
    const turns = conversation.document().sessions[0]?.turns ?? []
    expect(turns.map(({items}) => items.flatMap((item) => ('text' in item ? item.text : item.kind)))).toEqual(
      [['one', 'm1', 'tool', 'm2'], ['command'], ['two', 'm3', 'm1', 'm4']],
    )
  })
  test('do not show a result separately if its call is read while its turn is unknown', () => {
    const conversation = testConversation()
    conversation.add([promptRecord('one'), assistantResponse('m1', textBlock('done')), resultRecord()])
    const transcript = readLines('transcript')
    const records = [
      asked('u1', null, 'one'),
      answered('r1', 'u1', 'tool'),
      said('a1', null, 'm2', toolUse('tool'), {isSidechain: true, agentId: 'agent'}),
    ]
    const bytes = new TextEncoder().encode(records.map((record) => `${JSON.stringify(record)}\n`).join(''))
    for (const line of transcript.push(bytes)) conversation.state.add(line)
    conversation.state.end('transcript')
    expect(itemsOf(conversation).filter(({kind}) => kind === 'content')).toEqual([])
    expect(conversation.states()).toEqual({tool: 'completed'})
  })
  test('take a prompt that a stream gives back in their middle as steering', () => {
    const conversation = testConversation()
    conversation.add([
      promptRecord('go', {isReplay: true}),
      assistantResponse('m1', toolUse('a')),
      toolResult('a'),
      promptRecord('also this', {isReplay: true}),
      resultRecord(),
    ])
    conversation.add([
      promptRecord('next', {isReplay: true}),
      assistantResponse('m2', textBlock('yes')),
      resultRecord(),
    ])
    expect(
      conversation.document().sessions[0]?.turns.map((turn) => turn.items.map((item) => item.kind)),
    ).toEqual([
      ['prompt', 'tool', 'steering', 'result'],
      ['prompt', 'text', 'result'],
    ])
  })
  test('show a queued prompt once, though a queue operation and an attachment both report it', () => {
    const conversation = testConversation()
    conversation.add([asked('u1', null, 'go'), said('a1', 'u1', 'm1', toolUse('t'))])
    conversation.add([
      {type: 'queue-operation', operation: 'enqueue', content: 'also this', sessionId: 's'},
      {type: 'queue-operation', operation: 'remove', sessionId: 's'},
      transcriptRecord('attachment', 'q1', 'a1', {attachment: {type: 'queued_command', prompt: 'also this'}}),
    ])
    expect(itemsOf(conversation).filter((item) => item.kind === 'steering')).toMatchObject([
      {text: 'also this'},
    ])
  })
  test('show it once also if the attachment is first, and a second time when it was queued twice', () => {
    const conversation = testConversation()
    const queued = (uuid: string) =>
      transcriptRecord('attachment', uuid, 'a1', {attachment: {type: 'queued_command', prompt: 'continue'}})
    const removed = {type: 'queue-operation', operation: 'remove', content: 'continue', sessionId: 's'}
    conversation.add([
      asked('u1', null, 'go'),
      said('a1', 'u1', 'm1', toolUse('t')),
      queued('q1'),
      removed,
      queued('q2'),
      removed,
    ])
    expect(itemsOf(conversation).filter((item) => item.kind === 'steering')).toHaveLength(2)
  })
  test('end when their last record was written, not when the next prompt was', () => {
    const conversation = testConversation()
    conversation.add([
      asked('u1', null, 'one', {timestamp: '2026-01-01T00:00:00.000Z'}),
      said('a1', 'u1', 'm1', textBlock('hi'), {timestamp: '2026-01-01T00:00:05.000Z'}),
    ])
    conversation.add([asked('u2', 'a1', 'two', {timestamp: '2026-01-02T00:00:00.000Z'})])
    expect(conversation.document().sessions[0]?.turns[0]?.endedAt).toBe('2026-01-01T00:00:05.000Z')
  })
  test('pair a slash command and a shell line with what they printed', () => {
    const conversation = testConversation()
    conversation.add([
      asked('u1', null, '<command-name>/cost</command-name><command-args></command-args>'),
      transcriptRecord('system', 'o1', 'u1', {
        subtype: 'local_command',
        content: '<local-command-stdout>$1</local-command-stdout>',
      }),
      asked('u2', 'o1', '<bash-input>ls</bash-input>'),
      asked('u3', 'u2', '<bash-stdout>a b</bash-stdout><bash-stderr></bash-stderr>'),
    ])
    expect(itemsOf(conversation)).toMatchObject([
      {kind: 'command', name: '/cost', output: {stdout: '$1'}},
      {kind: 'shell', command: 'ls', output: {stdout: 'a b'}},
    ])
  })
  test('have a hook once, from its start to its result', () => {
    const conversation = testConversation()
    const hook = (subtype: string, more: object) => ({
      type: 'system',
      subtype,
      session_id: 's',
      hook_id: 'h',
      hook_name: 'Stop',
      ...more,
    })
    conversation.add([
      assistantResponse('m', textBlock('hi')),
      hook('hook_started', {}),
      hook('hook_progress', {stdout: 'a'}),
      hook('hook_response', {stdout: 'ab', exit_code: 1, outcome: 'error'}),
    ])
    expect(itemsOf(conversation).filter((item) => item.kind === 'hook')).toMatchObject([
      {stdout: 'ab', exitCode: 1, outcome: 'error'},
    ])
  })
})

describe('a stream that begins again without a result', () => {
  test('has begun another turn: work in the background woke the model', () => {
    const init = {type: 'system', subtype: 'init', session_id: 's'}
    const conversation = testConversation()
    conversation.add([
      init,
      assistantResponse('m', textBlock('Waiting.')),
      init,
      assistantResponse('n', textBlock('It came.')),
      resultRecord(),
    ])
    expect(conversation.document().sessions[0]?.turns.map((turn) => turn.trigger)).toEqual([
      'continuation',
      'notification',
    ])
  })
})

describe('items of the document', () => {
  test('name their own record and file, whatever else their record names', () => {
    const conversation = testConversation()
    conversation.add([
      asked('u1', null, 'one'),
      asked('u2', 'u1', '<local-command-caveat>Caveat: not for you.</local-command-caveat>', {isMeta: true}),
      transcriptRecord('file-history-snapshot', 'f1', 'u2', {messageId: 'u1', snapshot: {messageId: 'u1'}}),
    ])
    const [prompt, ...others] = itemsOf(conversation)
    expect(others).toMatchObject([
      {kind: 'instruction', messageId: 'u2', source: prompt?.source, origin: 'caveat'},
      {kind: 'snapshot', messageId: 'f1', source: prompt?.source, forMessageId: 'u1'},
    ])
  })
})

describe('a turn without a prompt', () => {
  const init = {type: 'system', subtype: 'init', session_id: 's'}
  const launched = {...toolResult('t'), tool_use_result: {backgroundTaskId: 'b'}}
  const ended = {
    type: 'system',
    subtype: 'task_notification',
    session_id: 's',
    task_id: 'b',
    tool_use_id: 't',
    status: 'completed',
  }
  const woken = [init, assistantResponse('n', textBlock('It came.'))]
  test.each([
    ['its result says so', [], {origin: {kind: 'task-notification'}}],
    ['a task ended before it', [ended], {}],
  ])('was begun by work in the background: %s', (_how, between, more) => {
    const conversation = testConversation()
    conversation.add([
      init,
      assistantResponse('m', toolUse('t')),
      launched,
      resultRecord(),
      ...between,
      ...woken,
      resultRecord(more),
    ])
    conversation.add([init, assistantResponse('o', textBlock('Yes?')), resultRecord()])
    expect(conversation.document().sessions[0]?.turns.map((turn) => turn.trigger)).toEqual([
      'continuation',
      'notification',
      'continuation',
    ])
  })
})

describe('the time of a turn', () => {
  const at = (time: string) => ({timestamp: `2026-01-01T${time}.000Z`})
  const times = (records: readonly object[]) => {
    const conversation = testConversation()
    conversation.add(records)
    conversation.end()
    return conversation.document().sessions[0]?.turns.map(({startedAt, endedAt}) => [startedAt, endedAt])
  }
  const begun = [
    asked('u1', null, 'go', at('10:00:00')),
    said('a1', 'u1', 'm1', textBlock('Done.'), at('10:00:20')),
  ]
  const turn = ['2026-01-01T10:00:00.000Z', '2026-01-01T10:00:20.000Z']

  test('ends with what was said or done in it, not with what the client noted hours later', () => {
    const later = at('14:00:00')
    const caveat = '<local-command-caveat>Caveat: …</local-command-caveat>'
    expect(
      times([
        ...begun,
        {type: 'queue-operation', operation: 'enqueue', sessionId: 's', content: 'next', ...later},
        asked('u2', 'a1', caveat, {isMeta: true, ...later}),
        transcriptRecord('system', 's1', 'u2', {subtype: 'informational', content: 'Hello', ...later}),
        transcriptRecord('system', 's2', 's1', {subtype: 'compact_boundary', ...later}),
      ]),
    ).toEqual([turn])
  })
  test('does not reach to what the client says when the session is taken up again', () => {
    const filling = {
      id: 'x',
      role: 'assistant',
      model: '<synthetic>',
      content: [textBlock('No response requested.')],
    }
    expect(
      times([...begun, transcriptRecord('assistant', 'a2', 'a1', {message: filling, ...at('14:00:00')})]),
    ).toEqual([turn])
  })
  test('begins with the first line that has a time, and lasts to the end of a task', () => {
    const update = {
      type: 'system',
      subtype: 'task_updated',
      session_id: 's',
      task_id: 't',
      patch: {status: 'completed', end_time: Date.parse('2026-01-01T10:00:03Z')},
    }
    const conversation = testConversation()
    conversation.add([
      assistantResponse('m', toolUse('a')),
      {...toolResult('a'), ...at('10:00:00')},
      update,
      assistantResponse('n', textBlock('End.')),
    ])
    expect([...conversation.state.sessions.values()][0]?.turns).toMatchObject([
      {startedAt: Date.parse('2026-01-01T10:00:00Z'), spanMs: 3000},
    ])
  })
  test('is not counted from the time of a record to that of an arrival', () => {
    const conversation = testConversation()
    const replay = {...promptRecord('go'), ...at('10:00:00')}
    conversation.add(
      [replay, assistantResponse('m', textBlock('Done.')), resultRecord({duration_ms: 31})],
      Date.parse('2030-01-01'),
    )
    expect([...conversation.state.sessions.values()][0]?.turns).toMatchObject([
      {durationMs: 31, spanMs: undefined},
    ])
  })
})

describe('the end of a transcript', () => {
  const outcomeOf = (records: readonly object[]) => {
    const conversation = testConversation()
    conversation.add(records)
    conversation.end()
    return conversation.document().outcome
  }
  test('is an end though its last command was one that the client has not', () => {
    const records = [asked('u1', null, 'Unknown command: /nosuchcommand')]
    expect(outcomeOf(records)).toEqual({state: 'completed', inferred: true})
  })
  test('is a failure if a limit stopped it, whatever the client says about a command then', () => {
    const message = {id: 'x', role: 'assistant', model: '<synthetic>', content: [textBlock('Out of usage.')]}
    expect(
      outcomeOf([
        asked('u1', null, 'go'),
        transcriptRecord('assistant', 'a1', 'u1', {message, error: 'rate_limit', isApiErrorMessage: true}),
        asked('u2', 'a1', 'Unknown skill: rate-limit-options'),
      ]),
    ).toEqual({state: 'failed', inferred: true, reason: 'rate_limit'})
  })
})

describe('a summary of hooks', () => {
  const stopped = {
    subtype: 'stop_hook_summary',
    toolUseID: 'h',
    hookErrors: ['no'],
    hookInfos: [{command: 'x'}],
  }
  const blocked = {
    attachment: {
      type: 'hook_blocking_error',
      hookName: 'Stop',
      hookEvent: 'Stop',
      toolUseID: 'h',
      blockingError: {blockingError: 'no', command: 'x'},
    },
  }
  const hooksIn = (...records: readonly object[]) => {
    const conversation = testConversation()
    conversation.add([said('a1', null, 'm1'), ...records])
    return itemsOf(conversation)
      .filter(({kind}) => kind === 'hook')
      .map((item) => [item['phase'], item['outcome'], item['reason']])
  }
  test('is a separate run only if the hooks were not reported one by one', () => {
    expect(hooksIn(transcriptRecord('system', 's1', 'a1', stopped))).toEqual([
      [undefined, 'error', undefined],
    ])
    expect(
      hooksIn(
        transcriptRecord('attachment', 'h1', 'a1', blocked),
        transcriptRecord('system', 's1', 'h1', stopped),
      ),
    ).toEqual([
      [undefined, 'blocked', 'no'],
      ['summary', 'error', undefined],
    ])
  })
})

describe('sub-agents', () => {
  const task = toolUse('toolu_a', 'Task', {
    prompt: 'look around',
    description: 'Look',
    subagent_type: 'Explore',
  })
  test('inline sidechains, which name no call, are linked to the call with their prompt', () => {
    const conversation = testConversation()
    conversation.add([
      asked('u1', null, 'go'),
      said('a1', 'u1', 'm1', task),
      asked('s1', null, 'look around', {isSidechain: true}),
      said('s2', 's1', 'm2', toolUse('toolu_b', 'Read'), {isSidechain: true}),
      answered('s3', 's2', 'toolu_b', {isSidechain: true}),
      answered('u2', 'a1', 'toolu_a'),
    ])
    const {agents, toolCalls} = conversation.document()
    expect(agents).toMatchObject([{toolCallId: 'toolu_a', type: 'Explore', state: 'completed', answer: 'ok'}])
    expect(toolCalls.find((run) => run.toolCallId === 'toolu_b')?.agent).toBe(agents[0]?.key)
  })
  test('lines by agent id and lines by call become one agent when something links them', () => {
    const conversation = testConversation()
    conversation.add([
      said('x1', null, 'm9', toolUse('toolu_z'), {isSidechain: true, agentId: 'abc'}),
      {...assistantResponse('m8', toolUse('toolu_y')), parent_tool_use_id: 'toolu_a'},
      {
        type: 'system',
        subtype: 'task_started',
        session_id: 's',
        task_id: 'abc',
        tool_use_id: 'toolu_a',
        task_type: 'local_agent',
      },
    ])
    const {agents, toolCalls} = conversation.document()
    expect(agents).toHaveLength(1)
    expect(toolCalls.map((run) => run.agent)).toEqual([agents[0]?.key, agents[0]?.key])
  })
  test('with the same prompt stay two, whichever file is first, once their results name them', () => {
    const conversation = testConversation()
    const other = toolUse('toolu_b', 'Task', {prompt: 'look around', description: 'Again'})
    conversation.add([
      asked('x1', null, 'look around', {isSidechain: true, agentId: 'one'}),
      asked('y1', null, 'look around', {isSidechain: true, agentId: 'two'}),
    ])
    conversation.add([asked('u1', null, 'go'), said('a1', 'u1', 'm1', task), said('a2', 'a1', 'm1', other)])
    conversation.add([
      answered('r1', 'a1', 'toolu_a', {toolUseResult: {agentId: 'two'}}),
      answered('r2', 'a2', 'toolu_b', {toolUseResult: {agentId: 'one'}}),
    ])
    expect(
      conversation
        .document()
        .agents.map((agent) => [agent.agentId, agent.toolCallId])
        .sort(),
    ).toEqual([
      ['one', 'toolu_b'],
      ['two', 'toolu_a'],
    ])
  })
  test('that worked in the background have ended, though the call they belong to is known only afterwards', () => {
    const conversation = testConversation()
    conversation.add([
      asked('u1', null, 'go'),
      said('a1', 'u1', 'm1', toolUse('t', 'Agent', {prompt: 'look'})),
      answered('r1', 'a1', 't'),
      asked(
        'n1',
        'r1',
        '<task-notification><task-id>x</task-id><tool-use-id>t</tool-use-id><status>failed</status><summary>It broke</summary></task-notification>',
      ),
      asked('s1', null, 'look', {isSidechain: true, agentId: 'x'}),
    ])
    conversation.end()
    expect(conversation.document().agents).toMatchObject([
      {toolCallId: 't', isBackground: true, state: 'failed', answer: 'It broke'},
    ])
  })
  test('have answered in their own words, without what the client puts around them for the model', () => {
    const frame = '[Subagent hand-back] … The report follows:\n  All is\n  well.'
    const tail =
      "agentId: x (use SendMessage with to: 'x' to continue this agent)\n<usage>tool_uses: 1</usage>"
    const answers = [
      toolResult('t', [textBlock(`${frame}\n${tail}`)]),
      toolResult('t', [textBlock('All is\nwell.'), textBlock(tail)]),
      {
        ...toolResult('t', [textBlock(tail)]),
        tool_use_result: {agentId: 'x', content: [textBlock('All is\nwell.')]},
      },
    ]
    for (const record of answers) {
      const conversation = testConversation()
      conversation.add([
        assistantResponse('m', toolUse('t', 'Agent')),
        agentResponse('t', 'n', toolUse('u')),
        record,
      ])
      expect(conversation.document().agents).toMatchObject([{toolCallId: 't', answer: 'All is\nwell.'}])
    }
  })
  test('that ran in the background have their last text as their report, if a stream has it', () => {
    const conversation = testConversation()
    const launched = {isAsync: true, status: 'async_launched', agentId: 'x'}
    const task = {type: 'system', session_id: 's', task_id: 'x', tool_use_id: 't'}
    conversation.add([
      assistantResponse('m', toolUse('t', 'Agent')),
      {...toolResult('t', 'Started'), tool_use_result: launched},
      resultRecord(),
      agentResponse('t', 'n', textBlock('All is well.')),
      {...task, subtype: 'task_notification', status: 'completed', summary: 'Agent "x" completed'},
    ])
    expect(conversation.document().agents).toMatchObject([{state: 'completed', answer: 'All is well.'}])
  })
  test('of agents are known by their tasks, if a stream has none of their lines', () => {
    const task = (subtype: string, task_id: string, tool_use_id: string, more: object = {}) => ({
      ...{type: 'system', subtype, session_id: 's', task_id, tool_use_id, task_type: 'local_agent'},
      ...more,
    })
    const conversation = testConversation()
    conversation.add([
      assistantResponse('m', toolUse('t1', 'Agent')),
      task('task_started', 'outer', 't1'),
      task('task_started', 'inner', 't2', {parent_task_id: 'outer', spawn_depth: 2}),
      task('task_started', 'stuck', 't3', {parent_task_id: 'outer', spawn_depth: 2}),
      task('task_notification', 'inner', 't2', {status: 'completed', summary: 'Look'}),
      task('task_notification', 'stuck', 't3', {status: 'failed', summary: 'Look too'}),
      toolResult('t1', 'Seen'),
    ])
    const [outer, ...inner] = conversation.document().agents
    expect(outer).toMatchObject({agentId: 'outer', parent: null, state: 'completed', answer: 'Seen'})
    expect(inner).toMatchObject([
      {agentId: 'inner', parent: outer?.key, state: 'completed', answer: null},
      {agentId: 'stuck', parent: outer?.key, state: 'failed', answer: null},
    ])
  })
  test('may start each other to any depth without deepening the stack', () => {
    const conversation = testConversation()
    const depth = 3000
    conversation.add([assistantResponse('m0', toolUse('t0', 'Task'))])
    conversation.add(
      Array.from({length: depth}, (_, i) => ({
        ...assistantResponse(`m${i + 1}`, toolUse(`t${i + 1}`, 'Task')),
        parent_tool_use_id: `t${i}`,
      })),
    )
    const {agents} = conversation.document()
    expect(agents).toHaveLength(depth)
    expect(agents.at(-1)?.parent).toBe(agents.at(-2)?.key)
  })
})

describe('branches', () => {
  const fork = [
    asked('u1', null, 'one'),
    said('a1', 'u1', 'm1'),
    asked('u2', 'a1', 'the first try'),
    said('a2', 'u2', 'm2'),
    asked('u3', 'a1', 'the second try'),
    said('a3', 'u3', 'm3'),
  ]
  test('are the paths that a rewind left', () => {
    const conversation = testConversation()
    conversation.add(fork)
    expect(conversation.document().branches).toMatchObject([
      {id: 'u2', from: 'a1', leaf: 'a2', prompt: 'the first try', records: 2},
    ])
  })
  test('are left also by a rewind to the very first prompt', () => {
    const conversation = testConversation()
    conversation.add([...fork.slice(0, 4), asked('u5', null, 'from the start'), said('a5', 'u5', 'm5')])
    expect(conversation.document().branches).toMatchObject([
      {id: 'u1', from: null, leaf: 'a2', prompt: 'one', records: 4},
    ])
  })
  test('are not made by a history that is written again, or by prompts that are never linked', () => {
    const rewritten = testConversation()
    rewritten.add([
      ...fork.slice(0, 4),
      asked('u6', null, 'one'),
      said('a6', 'u6', 'm1'),
      said('a7', 'a6', 'm2'),
    ])
    expect(rewritten.document().branches).toEqual([])
    const unlinked = testConversation()
    unlinked.add([...fork.slice(0, 2), asked('u7', null, 'two'), said('a8', 'u7', 'm4')])
    expect(unlinked.document().branches).toEqual([])
    const cleared = testConversation()
    const clear = '<command-name>/clear</command-name>'
    cleared.add([
      ...fork.slice(0, 4),
      asked('c1', 'a2', clear),
      asked('u8', null, 'two'),
      said('a9', 'u8', 'm5'),
    ])
    expect(cleared.document().branches).toEqual([])
  })
  test('follow the client if it says that the live leaf is elsewhere', () => {
    const conversation = testConversation()
    conversation.add([...fork, {type: 'last-prompt', sessionId: 's', leafUuid: 'a2'}])
    expect(conversation.document().branches).toMatchObject([{id: 'u3', prompt: 'the second try'}])
  })
  test('are not made by a local command that is the child of an older record', () => {
    const conversation = testConversation()
    conversation.add([
      ...fork.slice(0, 2),
      asked('u4', 'a1', 'two'),
      said('a4', 'u4', 'm4'),
      asked('b1', 'a1', '<bash-input>ls</bash-input>'),
    ])
    expect(conversation.document().branches).toEqual([])
  })
  test('are not made by a caveat that is written again under its old id', () => {
    const caveat = (parent: string | null) => asked('c1', parent, 'Caveat: …', {isMeta: true})
    const clear = asked('c2', 'c1', '<command-name>/clear</command-name>')
    const talk = [asked('u1', 'c2', 'one'), said('a1', 'u1', 'm1')]
    const cost = asked('c3', 'c1', '<command-name>/cost</command-name>')
    const more = [asked('u2', 'c3', 'two'), said('a2', 'u2', 'm2')]
    for (const parent of ['a1', null]) {
      const conversation = testConversation()
      conversation.add([
        asked('u0', null, 'zero'),
        said('a0', 'u0', 'm0'),
        caveat('a0'),
        clear,
        ...talk,
        caveat(parent),
        cost,
        ...more,
      ])
      expect(conversation.document().branches).toEqual([])
    }
  })
  test('are not made by parallel calls, whose results are children of their calls', () => {
    const conversation = testConversation()
    conversation.add([
      asked('u1', null, 'go'),
      said('a1', 'u1', 'm1', toolUse('t1')),
      said('a2', 'a1', 'm1', toolUse('t2')),
      answered('r1', 'a1', 't1'),
      answered('r2', 'a2', 't2'),
      said('a3', 'r2', 'm2'),
    ])
    expect(conversation.document().branches).toEqual([])
  })
  test('are found in a chain of twenty thousand records, and in a graph that bites its tail', () => {
    const conversation = testConversation({keep: 'nothing'})
    const length = 20_000
    conversation.add(
      Array.from({length}, (_, i) => asked(`u${i}`, i === 0 ? `u${length - 1}` : `u${i - 1}`, 'again')),
    )
    expect(conversation.document().branches).toEqual([])
  })
})

describe('outcomes', () => {
  const init = {type: 'system', subtype: 'init', session_id: 's', tools: []}
  const outcomeOf = (records: readonly object[]) => {
    const conversation = testConversation()
    conversation.add(records)
    conversation.end()
    return conversation.document().outcome
  }
  test('a stream that broke off was cut off, however early', () => {
    expect(outcomeOf([init])).toEqual({state: 'cut-off', inferred: false})
    expect(outcomeOf([init, assistantResponse('m', textBlock('hi'))])).toEqual({
      state: 'cut-off',
      inferred: false,
    })
    expect(outcomeOf([init, assistantResponse('m', textBlock('hi')), resultRecord(), init])).toEqual({
      state: 'cut-off',
      inferred: false,
    })
  })
  test('lines of a background agent after the result do not begin a turn', () => {
    const agent = {...assistantResponse('m2', textBlock('still here')), parent_tool_use_id: 'toolu_a'}
    expect(outcomeOf([init, assistantResponse('m', textBlock('hi')), resultRecord(), agent])).toEqual({
      state: 'completed',
      inferred: false,
    })
  })
  test('a backend’s result counts like any other', () => {
    const backend = (type: string, more: object) => ({
      type,
      session_id: 's',
      timestamp: 1761073198.2,
      content: '',
      ...more,
    })
    expect(
      outcomeOf([
        backend('user', {content: 'go'}),
        backend('result', {metadata: {subtype: 'error_max_turns', is_error: true}}),
      ]),
    ).toMatchObject({state: 'failed', reason: 'error_max_turns'})
  })
  test('a failed response is a failure though its result says success', () => {
    expect(
      outcomeOf([
        init,
        {...assistantResponse('m', textBlock('API Error')), error: 'rate_limit'},
        resultRecord({is_error: true}),
      ]),
    ).toMatchObject({state: 'failed', reason: 'api_error'})
  })
})

describe('titles', () => {
  test('a person’s own beats a model’s, that a summary, that the first prompt', () => {
    const conversation = testConversation()
    const title = () => conversation.document().sessions[0]?.title
    conversation.add([asked('u1', null, 'Fix the bug\nplease')])
    expect(title()).toBe('Fix the bug')
    conversation.add([{type: 'summary', summary: 'A bug fixed', leafUuid: 'u1'}])
    expect(title()).toBe('A bug fixed')
    conversation.add([{type: 'ai-title', aiTitle: 'Bug fix', sessionId: 's'}])
    expect(title()).toBe('Bug fix')
    conversation.add([
      {type: 'custom-title', customTitle: 'Mine', sessionId: 's'},
      {type: 'ai-title', aiTitle: 'Later', sessionId: 's'},
    ])
    expect(title()).toBe('Mine')
  })
  test('a summary waits for the record it sums up, which may be in another file', () => {
    const conversation = testConversation()
    conversation.add([
      {type: 'summary', summary: 'Long ago', leafUuid: 'u9', sessionId: 'other'},
      asked('u9', null, 'hello'),
    ])
    expect(conversation.document().sessions.find((session) => session.sessionId === 's')?.title).toBe(
      'Long ago',
    )
  })
  test('a summary of a record that is nowhere is shown as a line of no session', () => {
    const conversation = testConversation()
    conversation.add([asked('u9', null, 'hello'), {type: 'summary', summary: 'Another one', leafUuid: 'far'}])
    conversation.end()
    expect(conversation.document()).toMatchObject({sessions: [{title: 'hello'}], strays: [{type: 'summary'}]})
    expect(conversation.document().strays[0]?.text).toContain('Another one')
    const found = testConversation()
    found.add([{type: 'summary', summary: 'Here', leafUuid: 'u9'}, asked('u9', null, 'hello')])
    found.end()
    expect(found.document()).toMatchObject({sessions: [{title: 'Here'}], strays: []})
  })
  test('a summary that could not be made is none', () => {
    const conversation = testConversation()
    const summary = 'Invalid API key · Please run /login'
    conversation.add([asked('u9', null, 'hello'), {type: 'summary', summary, leafUuid: 'u9', sessionId: 's'}])
    expect(conversation.document().sessions[0]?.title).toBe('hello')
  })
})

describe('sessions', () => {
  test('/clear changes the session in the middle of a stream', () => {
    const conversation = testConversation()
    conversation.add([assistantResponse('m1', textBlock('before')), resultRecord({total_cost_usd: 0.5})])
    conversation.add([{type: 'conversation_reset', session_id: 's', new_conversation_id: 't'}])
    conversation.add([
      {...assistantResponse('m2', textBlock('after')), session_id: 't'},
      {...resultRecord({total_cost_usd: 0.25}), session_id: 't'},
    ])
    expect(conversation.document()).toMatchObject({
      sessions: [{sessionId: 's'}, {sessionId: 't'}],
      reportedCostUsd: 0.75,
    })
  })
  test('rows that name no session belong to the one that is named later, or to their file', () => {
    const row = (type: string, more: object) => ({
      uuid: `row-${type}`,
      type,
      content: 'hi',
      timestamp: '2026-01-01T00:00:00Z',
      ...more,
    })
    const named = testConversation()
    named.add([row('user', {}), row('assistant', {sessionId: 's'})])
    named.end()
    expect(
      named.document().sessions.map((session) => [session.sessionId, session.turns[0]?.trigger]),
    ).toEqual([['s', 'prompt']])
    const unnamed = testConversation({}, 'store.jsonl')
    unnamed.add([row('user', {}), row('assistant', {})])
    unnamed.end()
    expect(unnamed.document().sessions.map((session) => session.sessionId)).toEqual(['store.jsonl'])
  })
  test('control lines before the first message belong to the session that follows', () => {
    const conversation = testConversation()
    conversation.add([
      {type: 'control_response', response: {subtype: 'success', request_id: '1'}},
      assistantResponse('m', textBlock('hi')),
    ])
    expect(conversation.document().sessions.map((session) => session.sessionId)).toEqual(['s'])
  })
  test('records of unknown types and unreadable lines stay in their place', () => {
    const conversation = testConversation()
    conversation.add([
      assistantResponse('m', textBlock('hi')),
      {type: 'brand_new', session_id: 's', payload: 1},
    ])
    expect(itemsOf(conversation)).toMatchObject([
      {kind: 'text'},
      {kind: 'unknown', type: 'brand_new', value: {payload: 1}},
    ])
  })
  test('names from a model are only names', () => {
    const conversation = testConversation()
    conversation.add([assistantResponse('m', toolUse('__proto__', 'constructor')), toolResult('__proto__')])
    expect(conversation.document().toolCalls).toMatchObject([
      {toolCallId: '__proto__', name: 'constructor', state: 'completed'},
    ])
  })
})

describe('agents of streams that have no line of them', () => {
  test('are known by the result of their call', () => {
    const conversation = testConversation()
    conversation.add([
      assistantResponse(
        'm1',
        toolUse('t1', 'Task', {prompt: 'Think', subagent_type: 'general-purpose', description: 'Thinking'}),
      ),
      toolResult('t1', 'Done thinking'),
    ])
    expect(conversation.document().agents).toMatchObject([
      {
        toolCallId: 't1',
        type: 'general-purpose',
        prompt: 'Think',
        answer: 'Done thinking',
        state: 'completed',
        items: [],
      },
    ])
  })
  test('are none if the call failed or was refused', () => {
    const conversation = testConversation()
    conversation.add([
      assistantResponse('m1', toolUse('t1', 'Task', {prompt: 'Think'})),
      toolResult('t1', 'InputValidationError', true),
    ])
    conversation.end()
    expect(conversation.document().agents).toEqual([])
  })
})

describe('a run with a schema', () => {
  const record = (more: object): Entry =>
    transcriptRecord('user', 'r1', 'a1', {
      message: {
        role: 'user',
        content: [
          {type: 'tool_result', tool_use_id: 't1', content: 'Structured output provided successfully'},
        ],
      },
      ...more,
    })
  const outcomeOf = (...records: readonly Entry[]) => {
    const conversation = testConversation()
    conversation.add([
      asked('u1', null, 'go'),
      said('a1', 'u1', 'm1', toolUse('t1', 'StructuredOutput', {ok: true})),
      ...records,
    ])
    conversation.end()
    return conversation.document().sessions[0]?.outcome
  }
  const attachment = transcriptRecord('attachment', 'x1', 'r1', {
    attachment: {type: 'structured_output', data: {ok: true}},
  })
  test('is completed by the call that gives its output', () => {
    expect(outcomeOf(record({toolEndsTurn: true}), attachment)).toEqual({state: 'completed', inferred: true})
    expect(outcomeOf(record({toolEndsTurn: true}))).toEqual({state: 'completed', inferred: true})
    expect(outcomeOf(record({}), attachment)).toEqual({state: 'completed', inferred: true})
  })
  test('was cut off if a result was missing', () => {
    expect(outcomeOf(record({}))).toEqual({state: 'cut-off', inferred: true})
  })
})
