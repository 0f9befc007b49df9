import {describe, expect, test} from 'vitest'
import {
  agentResponse,
  assistantResponse,
  promptRecord,
  resultRecord,
  streamEvent,
  testConversation,
  textBlock,
  toolResult,
  toolUse,
  transcriptRecord,
} from '../../../test/support/conversation/test-conversation.ts'

describe('a tool run', () => {
  test('is pending until it shows life, then running, then what its result says', () => {
    const conversation = testConversation()
    conversation.add([assistantResponse('m1', toolUse('a'))])
    expect(conversation.states()).toEqual({a: 'pending'})
    conversation.add([
      {
        type: 'tool_progress',
        session_id: 's',
        tool_use_id: 'a-heartbeat-0',
        parent_tool_use_id: 'a',
        tool_name: 'Bash',
        elapsed_time_seconds: 30,
      },
    ])
    expect(conversation.states()).toEqual({a: 'running'})
    conversation.add([toolResult('a', 'no such file', true)])
    expect(conversation.states()).toEqual({a: 'failed'})
  })
  test('is not interrupted by its siblings, by results between them, or by lines of another response in an agent', () => {
    const conversation = testConversation()
    conversation.add([
      assistantResponse('m1', toolUse('a')),
      assistantResponse('m1', toolUse('b', 'Task')),
      toolResult('b'),
      assistantResponse('m1', toolUse('c')),
    ])
    conversation.add([agentResponse('b', 'm2', toolUse('d')), agentResponse('b', 'm3', toolUse('e'))])
    expect(conversation.states()).toEqual({
      a: 'pending',
      b: 'completed',
      c: 'pending',
      d: 'interrupted',
      e: 'pending',
    })
  })
  test('says what interrupted it, and has an end only if the user did', () => {
    const ending = (options: object, ...records: readonly object[]) => {
      const conversation = testConversation(options)
      conversation.add([assistantResponse('m1', toolUse('a'))], 1000)
      conversation.add(records, 5000)
      const run = [...conversation.state.sessions.values()][0]?.runs.get('a')
      return run?.state === 'interrupted' ? [run.by, run.endedAt] : run?.state
    }
    expect(ending({}, promptRecord('[Request interrupted by user for tool use]'))).toEqual(['user', 5000])
    expect(ending({}, toolResult('a', '[Request interrupted by user for tool use]', true))).toEqual([
      'user',
      5000,
    ])
    expect(ending({}, assistantResponse('m2', textBlock('Next.')))).toEqual(['moved-on', undefined])
    expect(ending({}, assistantResponse('m2', toolUse('b')))).toEqual(['next-call', 5000])
    expect(ending({oneAtATime: true}, assistantResponse('m1', toolUse('b')))).toEqual(['next-call', 5000])
  })
  test('is not left behind by another client that writes to the same session', () => {
    const conversation = testConversation()
    const line = (uuid: string, parent: string | null, id: string, block: object) =>
      transcriptRecord('assistant', uuid, parent, {
        message: {id, role: 'assistant', model: 'claude', content: [block]},
      })
    conversation.add([
      line('a1', null, 'm1', textBlock('Hello.')),
      line('a2', 'a1', 'm2', toolUse('mine')),
      line('a3', 'a1', 'm3', textBlock('Of another client.')),
    ])
    expect(conversation.states()).toEqual({mine: 'pending'})
    conversation.add([line('a4', 'a2', 'm4', textBlock('Never mind.'))])
    expect(conversation.states()).toEqual({mine: 'interrupted'})
  })
  test('is left behind when its thread has a new response, unless its result is only late', () => {
    const conversation = testConversation()
    conversation.add([
      assistantResponse('m1', toolUse('a'), toolUse('b')),
      toolResult('a'),
      assistantResponse('m2', textBlock('continuing')),
    ])
    expect(conversation.states()).toEqual({a: 'completed', b: 'interrupted'})
    conversation.add([resultRecord(), toolResult('b', 'late but here')])
    expect(conversation.states()).toEqual({a: 'completed', b: 'completed'})
  })
  test('whose result is read first is complete once its call is read; until then the result is a separate item', () => {
    const conversation = testConversation()
    conversation.add([toolResult('a', 'early')])
    const items = () => conversation.document().sessions[0]?.turns.flatMap((turn) => turn.items) ?? []
    expect(items()).toMatchObject([{kind: 'content', block: {type: 'tool-result', callId: 'a'}}])
    conversation.add([assistantResponse('m1', toolUse('a'))])
    expect(items()).toMatchObject([{kind: 'tool', toolCallId: 'a', state: 'completed'}])
  })
  test('a new call interrupts the one before it, as in ccpretty, only on request', () => {
    const conversation = testConversation({oneAtATime: true})
    conversation.add([assistantResponse('m1', toolUse('a', 'Read')), assistantResponse('m1', toolUse('b'))])
    expect(conversation.states()).toEqual({a: 'interrupted', b: 'pending'})
  })
  test('is orphaned when its source ends first', () => {
    const conversation = testConversation()
    conversation.add([assistantResponse('m1', toolUse('a'))])
    conversation.end()
    expect(conversation.states()).toEqual({a: 'orphaned'})
  })
  test('has the times of its call and of its result, and the duration between them', () => {
    const conversation = testConversation()
    conversation.add([assistantResponse('m1', toolUse('a'))], 1000)
    conversation.add([toolResult('a')], 1750)
    expect(conversation.document().toolCalls[0]).toMatchObject({
      durationMs: 750,
      startedAt: '1970-01-01T00:00:01.000Z',
    })
  })
})

test('a call is not counted from the time of its arrival to the time of a record', () => {
  const conversation = testConversation()
  const written = {timestamp: '2026-01-02T03:04:05.678Z'}
  const heard = Date.parse('2026-11-16T00:00:00.000Z')
  conversation.add([assistantResponse('m1', toolUse('a'), toolUse('b'))], heard)
  conversation.add([{...toolResult('a'), ...written}], heard + 500)
  conversation.add([{...promptRecord('[Request interrupted by user for tool use]'), ...written}], heard + 900)
  expect(conversation.document().toolCalls).toMatchObject([{durationMs: 500}, {durationMs: null}])
  expect(conversation.document().sessions[0]).toMatchObject({
    startedAt: written.timestamp,
    endedAt: written.timestamp,
  })
})

test('a call that a backend dates apart from its message began then, and ended with its own result', () => {
  const conversation = testConversation()
  const record = (type: string, metadata: object) => ({
    type,
    content: '',
    timestamp: began,
    session_id: 's',
    metadata,
  })
  const began = 1_767_225_600
  const used = (id: string, after: number) => ({id, name: 'Read', input: {}, timestamp: began + after})
  const gave = (tool_use_id: string, after: number) => ({
    tool_use_id,
    content: 'ok',
    timestamp: began + after,
  })
  conversation.add([
    record('assistant', {tool_uses: [used('a', 1), used('b', 2.5)]}),
    record('user', {tool_results: [gave('b', 3), gave('a', 4)]}),
  ])
  expect(conversation.document().toolCalls).toMatchObject([
    {toolCallId: 'a', durationMs: 3000},
    {toolCallId: 'b', durationMs: 500},
  ])
})

describe('work in the background', () => {
  for (const structured of [
    {stdout: '', stderr: '', interrupted: false, backgroundTaskId: 'task'},
    {isAsync: true, status: 'async_launched', agentId: 'task'},
    {status: 'async_launched', agentId: 'task', outputFile: '/tmp/out'},
    {status: 'remote_launched', taskId: 'task', sessionUrl: 'https://example.com'},
    {taskId: 'task', timeoutMs: 1000, persistent: false},
  ]) {
    test(`is begun by ${Object.keys(structured).join(', ')}, and ends when its task does`, () => {
      const conversation = testConversation()
      conversation.add([
        assistantResponse('m1', toolUse('a', 'Any')),
        {...toolResult('a', 'started'), tool_use_result: structured},
      ])
      expect(conversation.document().toolCalls).toMatchObject([
        {background: {taskId: 'task', state: 'running'}},
      ])
      const ended = {type: 'system', subtype: 'task_notification', session_id: 's', tool_use_id: 'a'}
      conversation.add([{...ended, task_id: 'task', status: 'failed', summary: 'broke'}])
      expect(conversation.document().toolCalls).toMatchObject([
        {state: 'completed', background: {state: 'failed', summary: 'broke'}},
      ])
    })
  }
  test('is not begun by what a tool says about a task', () => {
    const conversation = testConversation()
    const structured = {success: true, taskId: '1', updatedFields: ['status']}
    conversation.add([
      assistantResponse('m1', toolUse('a', 'TaskUpdate')),
      {...toolResult('a', 'updated'), tool_use_result: structured},
    ])
    expect(conversation.document().toolCalls).toMatchObject([{background: null}])
  })
})

describe('a verdict', () => {
  test('that a result list or a later notice denies a call is kept, whatever a copy of the result says', () => {
    const conversation = testConversation()
    conversation.add([
      assistantResponse('m1', toolUse('a'), toolUse('b')),
      toolResult('a', 'The user said no', true),
      toolResult('b', 'The user said no', true),
    ])
    conversation.add([
      {
        type: 'system',
        subtype: 'permission_denied',
        session_id: 's',
        tool_use_id: 'b',
        tool_name: 'Bash',
        message: 'no',
      },
    ])
    conversation.add([
      resultRecord({permission_denials: [{tool_name: 'Bash', tool_use_id: 'a', tool_input: {}}]}),
    ])
    expect(conversation.states()).toEqual({a: 'denied', b: 'denied'})
    conversation.add([
      {...toolResult('a', 'The user said no', true), tool_use_result: 'Error: The user said no'},
    ])
    expect(conversation.states()).toEqual({a: 'denied', b: 'denied'})
  })
  test('of interruption needs the words at the beginning: a failure may quote them', () => {
    const conversation = testConversation()
    conversation.add([assistantResponse('m1', toolUse('a'), toolUse('b'))])
    conversation.add([toolResult('a', 'grep: found "[Request interrupted by user]" in log', true)])
    conversation.add([toolResult('b', 'Exit code 137\n[Request interrupted by user for tool use]', true)])
    expect(conversation.states()).toEqual({a: 'failed', b: 'interrupted'})
  })
  test('of interruption by the tool is in its structured output', () => {
    const conversation = testConversation()
    conversation.add([
      assistantResponse('m1', toolUse('a')),
      {...toolResult('a', ''), tool_use_result: {stdout: '', stderr: '', interrupted: true}},
    ])
    expect(conversation.states()).toEqual({a: 'interrupted'})
  })
  test('of interruption is used, whatever else the result says', () => {
    const conversation = testConversation()
    conversation.add([assistantResponse('m1', toolUse('a'), toolUse('b', 'Task'), toolUse('c', 'Write'))])
    const aborted = 'half\n<error>Command was aborted before completion</error>'
    conversation.add([toolResult('a', aborted, true)])
    conversation.add([
      {...toolResult('b', 'so far', true), tool_use_result: {content: [], wasInterrupted: true}},
    ])
    conversation.add([toolResult('c', 'Permission prompt was aborted.', true)])
    expect(conversation.states()).toEqual({a: 'interrupted', b: 'interrupted', c: 'interrupted'})
  })
  for (const words of [
    'Permission to use Bash with command rm -rf /tmp/x has been denied.',
    "Permission to use Bash has been denied because Claude Code is running in don't ask mode. IMPORTANT: …",
    'Permission for this tool use was denied. The tool use was rejected (eg. if it was a file edit, …',
    'Permission for this tool use was denied: it requires interactive approval, and permission prompts …',
    'Permission for this action has been denied. Reason: Pushing to the default branch. If you have …',
    'Permission to read /etc/shadow has been denied.',
    '<tool_use_error>File is in a directory that is denied by your permission settings.</tool_use_error>',
    "cd to '/etc' was blocked. For security, Claude Code may only change directories to …",
    "touch in '/etc/x' was blocked. For security, Claude Code may only create or modify files in …",
    'The agent proposed a plan that was rejected by the user. The user chose to stay in plan mode …',
    'User chose to stay in plan mode and continue planning',
    '<tool_use_error>Execution stopped by PreToolUse hook: halt now</tool_use_error>',
    'Tool permission request failed: AbortError: Stream closed',
    "Claude requested permissions to use WebSearch, but you haven't granted it yet.",
  ]) {
    test(`of denial is known by the client's words: ${words.slice(0, 60)}`, () => {
      const conversation = testConversation()
      conversation.add([assistantResponse('m1', toolUse('a')), toolResult('a', words, true)])
      expect(conversation.states()).toEqual({a: 'denied'})
    })
  }
  for (const words of [
    'Exit code 128\nERROR: Permission to ada/shop.git denied to eve.',
    'Exit code 1\n(eval):1: permission denied: ./run',
    'Permission denied (publickey).',
    '<tool_use_error>Cancelled: parallel tool call Bash(mkdir build) errored</tool_use_error>',
  ]) {
    test(`of denial is not in what a program printed: ${words}`, () => {
      const conversation = testConversation()
      conversation.add([assistantResponse('m1', toolUse('a')), toolResult('a', words, true)])
      expect(conversation.states()).toEqual({a: 'failed'})
    })
  }
  test('over an agent is the end of the calls it was making', () => {
    const conversation = testConversation()
    conversation.add([assistantResponse('m1', toolUse('a', 'Agent')), agentResponse('a', 'm2', toolUse('b'))])
    conversation.add([promptRecord('[Request interrupted by user for tool use]')])
    expect(conversation.states()).toEqual({a: 'interrupted', b: 'interrupted'})
    conversation.end()
    expect(conversation.document().agents).toMatchObject([{state: 'stopped'}])
  })
})

describe('a silent call, live', () => {
  test('is orphaned after thirty seconds', () => {
    const conversation = testConversation()
    conversation.add([assistantResponse('m1', toolUse('a', 'Write'))], 0)
    conversation.state.pass(30_000)
    expect(conversation.states()).toEqual({a: 'pending'})
    conversation.state.pass(30_001)
    expect(conversation.states()).toEqual({a: 'orphaned'})
    conversation.add([toolResult('a')], 40_000)
    expect(conversation.states()).toEqual({a: 'completed'})
  })
  test('is silent since it was heard of, however old its record says it is', () => {
    const conversation = testConversation()
    conversation.add(
      [{...assistantResponse('m1', toolUse('a', 'Write')), timestamp: '2020-01-01T00:00:00.000Z'}],
      1_800_000_000_000,
    )
    conversation.state.pass(1_800_000_010_000)
    expect(conversation.states()).toEqual({a: 'pending'})
    conversation.state.pass(1_800_000_031_000)
    expect(conversation.states()).toEqual({a: 'orphaned'})
  })
  test('that was given up runs again with the next heartbeat', () => {
    const conversation = testConversation()
    conversation.add([assistantResponse('m1', toolUse('a', 'mcp__x__y'))], 0)
    conversation.state.pass(30_500)
    expect(conversation.states()).toEqual({a: 'orphaned'})
    conversation.add(
      [
        {
          type: 'tool_progress',
          session_id: 's',
          tool_use_id: 'a-heartbeat-0',
          parent_tool_use_id: 'a',
          tool_name: 'x',
          elapsed_time_seconds: 30,
        },
      ],
      31_000,
    )
    expect(conversation.states()).toEqual({a: 'running'})
    conversation.end()
    expect(conversation.states()).toEqual({a: 'orphaned'})
  })
  test('is not given up while its agent works on a call that may take longer', () => {
    const conversation = testConversation()
    conversation.add(
      [
        assistantResponse('m1', toolUse('a', 'Agent')),
        agentResponse('a', 'm2', toolUse('b', 'Bash', {timeout: 600_000})),
      ],
      0,
    )
    conversation.state.pass(400_000)
    expect(conversation.states()).toEqual({a: 'running', b: 'pending'})
  })
  test('has the time it asked for', () => {
    const conversation = testConversation()
    conversation.add(
      [
        assistantResponse(
          'm1',
          toolUse('a', 'Bash', {timeout: 600_000}),
          toolUse('b'),
          toolUse('c', 'AskUserQuestion'),
        ),
      ],
      0,
    )
    conversation.state.pass(130_000)
    expect(conversation.states()).toEqual({a: 'pending', b: 'orphaned', c: 'pending'})
  })
  test('runs while its agent writes', () => {
    const conversation = testConversation()
    conversation.add([assistantResponse('m1', toolUse('a', 'Agent'))], 0)
    conversation.add([agentResponse('a', 'm2', toolUse('b'))], 25_000)
    conversation.state.pass(50_000)
    expect(conversation.states()['a']).toBe('running')
  })
})

describe('a response that is still streaming', () => {
  const start = streamEvent({type: 'message_start', message: {id: 'm1', model: 'claude', usage: {}}})
  test('grows block by block, and the complete line replaces its parts', () => {
    const conversation = testConversation()
    conversation.add([
      start,
      streamEvent({type: 'content_block_start', index: 0, content_block: {type: 'text', text: ''}}),
    ])
    conversation.add([
      streamEvent({type: 'content_block_delta', index: 0, delta: {type: 'text_delta', text: 'Hel'}}),
    ])
    conversation.add([
      streamEvent({type: 'content_block_delta', index: 0, delta: {type: 'text_delta', text: 'lo'}}),
    ])
    const items = () => conversation.document().sessions[0]?.turns.flatMap((turn) => turn.items) ?? []
    expect(items()).toMatchObject([{kind: 'text', text: 'Hello', partial: true}])
    conversation.add([assistantResponse('m1', textBlock('Hello.'))])
    conversation.add([
      streamEvent({type: 'content_block_stop', index: 0}),
      streamEvent({type: 'message_stop'}),
    ])
    expect(items()).toMatchObject([{kind: 'text', text: 'Hello.', partial: false}])
  })
  test('is shown once also if its end is read before its complete line', () => {
    const conversation = testConversation()
    conversation.add([
      start,
      streamEvent({type: 'content_block_start', index: 0, content_block: {type: 'text', text: 'Hello.'}}),
    ])
    conversation.add([
      streamEvent({type: 'content_block_stop', index: 0}),
      streamEvent({type: 'message_stop'}),
      assistantResponse('m1', textBlock('Hello.')),
    ])
    const items = conversation.document().sessions[0]?.turns.flatMap((turn) => turn.items) ?? []
    expect(items).toMatchObject([{kind: 'text', text: 'Hello.', partial: false}])
  })
  test('gives its calls even if no complete line follows', () => {
    const conversation = testConversation()
    conversation.add([
      start,
      streamEvent({type: 'content_block_start', index: 0, content_block: toolUse('a', 'Bash')}),
    ])
    conversation.add([
      streamEvent({
        type: 'content_block_delta',
        index: 0,
        delta: {type: 'input_json_delta', partial_json: '{"comm'},
      }),
    ])
    conversation.add([
      streamEvent({
        type: 'content_block_delta',
        index: 0,
        delta: {type: 'input_json_delta', partial_json: 'and":"ls"}'},
      }),
    ])
    conversation.add([streamEvent({type: 'content_block_stop', index: 0})])
    expect(conversation.document().toolCalls).toMatchObject([
      {toolCallId: 'a', input: {command: 'ls'}, state: 'pending'},
    ])
  })
  test('is counted, and marked as incomplete, also if it broke off before its first line', () => {
    const conversation = testConversation()
    const usage = {input_tokens: 3, cache_read_input_tokens: 40, output_tokens: 1}
    const event = {type: 'message_start', message: {id: 'm1', model: 'claude', usage}}
    conversation.add([{type: 'stream_event', session_id: 's', event}])
    conversation.end()
    expect(conversation.document()).toMatchObject({usage: {input: 3, cacheRead: 40}, isComplete: false})
  })
  test('has its final usage, which no line has', () => {
    const conversation = testConversation()
    conversation.add([
      start,
      streamEvent({type: 'message_delta', delta: {}, usage: {input_tokens: 5, output_tokens: 77}}),
    ])
    expect(conversation.document()).toMatchObject({usage: {input: 5, output: 77}, isComplete: true})
  })
})

test('memory stays bounded when only what is open is kept, and counts stay right', () => {
  const conversation = testConversation({keep: 'open'})
  for (let i = 0; i < 50; i++) {
    conversation.add([
      promptRecord(`ask ${i}`),
      assistantResponse(`m${i}`, toolUse(`t${i}`)),
      toolResult(`t${i}`),
      assistantResponse(`n${i}`, textBlock('done')),
      resultRecord(),
    ])
  }
  const session = conversation.state.sessions.get('s')
  expect(session?.runs.size).toBeLessThan(3)
  expect(session?.turns.length).toBeLessThan(3)
  expect(conversation.state.runCounts.completed).toBe(50)
})
