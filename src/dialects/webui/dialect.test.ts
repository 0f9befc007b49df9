import {describe, expect, test} from 'vitest'
import type {JsonObject, Message} from '../../model/index.ts'
import {readRecord} from '../read-line.ts'

function read(record: JsonObject): Message {
  const message = readRecord(record)
  if (message?.dialect !== 'webui') throw new Error(`not the backend's: ${JSON.stringify(record)}`)
  return message
}

const answer = (fields: JsonObject): JsonObject => ({
  type: 'assistant',
  timestamp: 1761073198.2721586,
  ...fields,
})

describe('the examples of the ccWebUI backend', () => {
  test('a system message', () => {
    expect(
      read({
        type: 'system',
        content: 'Claude Code Launched',
        timestamp: '2025-10-22T22:42:24.874251+00:00',
        metadata: {
          subtype: 'client_launched',
          session_id: '05e06a0c-cff9-4c22-9560-de519616dc0e',
          working_directory: null,
          permissions: null,
          tools: [],
          model: null,
          system_prompt: null,
          has_tool_uses: false,
          has_thinking: false,
          has_tool_results: false,
        },
        session_id: '05e06a0c-cff9-4c22-9560-de519616dc0e',
      }),
    ).toMatchObject({
      kind: 'status',
      name: 'client_launched',
      detail: 'Claude Code Launched',
      session: '05e06a0c-cff9-4c22-9560-de519616dc0e',
      time: Date.UTC(2025, 9, 22, 22, 42, 24, 874),
    })
  })

  test('a simple user message', () => {
    expect(
      read({
        type: 'user',
        content: "Welcome to 21 Questions! I've selected a common household object...",
        session_id: '0801e1da-1f96-4461-b296-39460b58ea78',
        timestamp: '2025-10-21T18:59:02.228585+00:00',
      }),
    ).toMatchObject({
      kind: 'prompt',
      text: "Welcome to 21 Questions! I've selected a common household object...",
      session: '0801e1da-1f96-4461-b296-39460b58ea78',
      time: Date.UTC(2025, 9, 21, 18, 59, 2, 228),
    })
  })

  test('a user message with tool results', () => {
    expect(
      read({
        type: 'user',
        content: 'Tool results: 1 results',
        timestamp: 1761073198.3302684,
        metadata: {
          tool_uses: [],
          tool_results: [
            {
              tool_use_id: 'toolu_01SMt2ETHn8ocNGdRXJaWaWF',
              content: 'Message sent to fred',
              is_error: null,
              timestamp: 1761073198.3302684,
            },
          ],
          has_tool_uses: false,
          has_tool_results: true,
          has_thinking: false,
        },
        session_id: '0801e1da-1f96-4461-b296-39460b58ea78',
      }),
    ).toMatchObject({
      kind: 'tool-result',
      time: 1761073198330,
      results: [
        {
          callId: 'toolu_01SMt2ETHn8ocNGdRXJaWaWF',
          content: [{type: 'text', text: 'Message sent to fred'}],
          isError: false,
        },
      ],
      blocks: [],
    })
  })

  test('a simple assistant response', () => {
    expect(
      read({
        type: 'assistant',
        content: 'I can help you with that!',
        timestamp: 1761073198.2721586,
        metadata: {
          model: 'claude-sonnet-4-5-20250929',
          has_tool_uses: false,
          has_thinking: false,
          has_tool_results: false,
        },
      }),
    ).toMatchObject({
      kind: 'assistant',
      model: 'claude-sonnet-4-5-20250929',
      time: 1761073198272,
      blocks: [{type: 'text', text: 'I can help you with that!'}],
      usage: undefined,
    })
  })

  test('an assistant with tool uses', () => {
    const input = {
      to_minion_name: 'fred',
      summary: 'Q1: Is it an appliance?',
      content: '**Question 1:** Is it an electrical appliance?\n\n**My guess:** Toaster',
      comm_type: 'question',
    }
    const message = read({
      type: 'assistant',
      content: 'Assistant response',
      timestamp: 1761073198.2721586,
      metadata: {
        tool_uses: [
          {
            id: 'toolu_01SMt2ETHn8ocNGdRXJaWaWF',
            name: 'mcp__legion__send_comm',
            input,
            timestamp: 1761073198.2721586,
          },
        ],
        has_tool_uses: true,
        has_tool_results: false,
        has_thinking: false,
        model: 'claude-sonnet-4-5-20250929',
        session_id: '0801e1da-1f96-4461-b296-39460b58ea78',
      },
      session_id: '0801e1da-1f96-4461-b296-39460b58ea78',
    })
    expect(message).toMatchObject({
      kind: 'assistant',
      blocks: [
        {type: 'tool-call', id: 'toolu_01SMt2ETHn8ocNGdRXJaWaWF', name: 'mcp__legion__send_comm', input},
      ],
    })
  })

  test('an assistant with thinking', () => {
    const thought = 'I should consider multiple approaches to solve this problem...'
    expect(
      read({
        type: 'assistant',
        content: 'Let me think about this...',
        timestamp: 1761073198.2721586,
        metadata: {
          thinking_content: thought,
          thinking_blocks: [{content: thought, timestamp: 1761073198.2721586}],
          has_thinking: true,
          has_tool_uses: false,
          model: 'claude-sonnet-4-5-20250929',
        },
      }),
    ).toMatchObject({
      kind: 'assistant',
      blocks: [
        {type: 'thinking', text: thought},
        {type: 'text', text: 'Let me think about this...'},
      ],
    })
  })

  test('the life of a call, without content and time', () => {
    expect(
      read({type: 'assistant', metadata: {tool_uses: [{id: 'toolu_xxx', name: 'Read', input: {}}]}}),
    ).toMatchObject({
      kind: 'assistant',
      time: undefined,
      blocks: [{type: 'tool-call', id: 'toolu_xxx', name: 'Read'}],
    })
    expect(
      read({
        type: 'user',
        metadata: {tool_results: [{tool_use_id: 'toolu_xxx', content: '...', is_error: false}]},
      }),
    ).toMatchObject({kind: 'tool-result', results: [{callId: 'toolu_xxx', isError: false}]})
  })
})

describe('the edge cases of the ccWebUI backend', () => {
  test('missing metadata', () => {
    expect(read(answer({content: 'Hi'}))).toMatchObject({
      kind: 'assistant',
      model: undefined,
      blocks: [{text: 'Hi'}],
    })
    expect(read({type: 'user', content: 'Hi'})).toMatchObject({
      kind: 'prompt',
      text: 'Hi',
      session: undefined,
    })
    expect(read({type: 'system', content: 'Hi'})).toMatchObject({kind: 'notice', text: 'Hi'})
  })

  test.each([
    [null, false],
    [false, false],
    [true, true],
  ])('is_error %s is an error: %s', (is_error, isError) => {
    const metadata = {tool_results: [{tool_use_id: 'x', content: '', is_error}]}
    expect(read({type: 'user', metadata})).toMatchObject({results: [{isError}]})
  })

  test('empty lists', () => {
    const metadata = {tool_uses: [], tool_results: [], thinking_blocks: [], thinking_content: ''}
    expect(read(answer({content: 'Hi', metadata}))).toMatchObject({blocks: [{type: 'text', text: 'Hi'}]})
    expect(read({type: 'user', content: 'Hi', metadata})).toMatchObject({kind: 'prompt', text: 'Hi'})
  })

  test('missing content', () => {
    expect(read(answer({metadata: {}}))).toMatchObject({kind: 'assistant', blocks: []})
    expect(read({type: 'user', metadata: {}})).toMatchObject({kind: 'prompt', text: ''})
    expect(read({type: 'system', metadata: {subtype: 'odd'}})).toMatchObject({
      kind: 'notice',
      name: 'odd',
      text: '',
    })
  })

  test('a result without its call, and an unknown tool', () => {
    const orphan = {tool_results: [{tool_use_id: 'toolu_gone', content: 'late', is_error: true}]}
    expect(read({type: 'user', metadata: orphan})).toMatchObject({
      results: [{callId: 'toolu_gone', isError: true}],
    })
    const metadata = {tool_uses: [{id: 'toolu_1', name: 'FrobnicateTool', input: {x: 1}}]}
    expect(read(answer({metadata}))).toMatchObject({blocks: [{name: 'FrobnicateTool', input: {x: 1}}]})
  })

  test.each(['yesterday', '', 'attempt 12', -1, null, {}])('timestamp %j is not a time', (timestamp) => {
    expect(read({type: 'user', content: 'Hi', timestamp})).toMatchObject({kind: 'prompt', time: undefined})
  })

  test('content that is a list of blocks already has what the metadata repeats', () => {
    const content = [
      {thinking: 'Hm', signature: 'EqQB'},
      {text: 'Hi'},
      {id: 'toolu_1', name: 'Read', input: {}},
    ]
    const metadata = {
      tool_uses: [{id: 'toolu_1', name: 'Read', input: {}}],
      thinking_blocks: [{content: 'Hm'}],
    }
    expect(read(answer({content, metadata}))).toMatchObject({
      blocks: [{type: 'thinking', signature: 'EqQB'}, {type: 'text'}, {type: 'tool-call'}],
    })
    const results = [{tool_use_id: 'toolu_1', content: 'ok', is_error: null}]
    const user = read({type: 'user', content: results, metadata: {tool_results: results}})
    expect(user).toMatchObject({kind: 'tool-result', results: [{callId: 'toolu_1'}]})
    expect(user.kind === 'tool-result' && user.results).toHaveLength(1)
  })
})

describe('the backend’s placeholders', () => {
  const tool_uses = [{id: 'toolu_1', name: 'Read', input: {}}]

  test.each([
    [{tool_uses}, ['tool-call']],
    [{thinking_blocks: [{content: 'Hm'}]}, ['thinking']],
    [{thinking_content: 'Hm'}, ['thinking']],
  ])('are left out next to %j', (metadata, types) => {
    const message = read(answer({content: 'Assistant response', metadata}))
    expect(message.kind === 'assistant' && message.blocks.map((block) => block.type)).toEqual(types)
  })

  test('are kept if there is no other text', () => {
    expect(read(answer({content: 'Assistant response'}))).toMatchObject({
      blocks: [{type: 'text', text: 'Assistant response'}],
    })
    expect(read({type: 'user', content: 'Tool results: 1 results'})).toMatchObject({
      kind: 'prompt',
      text: 'Tool results: 1 results',
    })
  })

  test('do not replace real text', () => {
    const tool_results = [{tool_use_id: 'toolu_1', content: 'ok', is_error: false}]
    expect(read({type: 'user', content: 'And now the other one', metadata: {tool_results}})).toMatchObject({
      kind: 'tool-result',
      blocks: [{type: 'text', text: 'And now the other one'}],
    })
  })
})

describe('what else the backend keeps', () => {
  test('who started the client, and how', () => {
    const metadata = {
      subtype: 'init',
      working_directory: '/home/ada/shop',
      permissions: 'acceptEdits',
      model: 'opus',
      tools: ['Read'],
    }
    expect(read({type: 'system', content: 'Claude Code ready', metadata})).toMatchObject({
      kind: 'init',
      cwd: '/home/ada/shop',
      permissionMode: 'acceptEdits',
      model: 'opus',
      tools: ['Read'],
    })
    const init_data = {
      type: 'system',
      subtype: 'init',
      cwd: '/work',
      model: 'sonnet',
      tools: ['Bash'],
      permissionMode: 'plan',
    }
    const bare = {
      subtype: 'init',
      working_directory: null,
      permissions: null,
      model: null,
      tools: [],
      init_data,
    }
    expect(read({type: 'system', content: 'System message', metadata: bare})).toMatchObject({
      kind: 'init',
      cwd: '/work',
      permissionMode: 'plan',
      model: 'sonnet',
      tools: ['Bash'],
    })
  })

  test('a compaction', () => {
    const metadata = {subtype: 'compact_boundary', compact_metadata: {trigger: 'manual', pre_tokens: 9}}
    expect(read({type: 'system', content: 'Conversation compacted', metadata})).toMatchObject({
      kind: 'compaction',
      trigger: 'manual',
      preTokens: 9,
    })
    expect(
      read({type: 'system', content: 'Compacting conversation', metadata: {subtype: 'status'}}),
    ).toMatchObject({
      kind: 'status',
      detail: 'Compacting conversation',
    })
  })

  test('the output of a local command, whose tag it took off', () => {
    const metadata = {is_local_command_response: true, subtype: 'local_command_response'}
    expect(read({type: 'user', content: 'Total cost: $0.01', metadata})).toMatchObject({
      kind: 'command-output',
      stdout: 'Total cost: $0.01',
    })
  })

  test('the end of a turn', () => {
    const metadata = {
      subtype: 'success',
      is_error: false,
      duration_ms: 10,
      num_turns: 2,
      total_cost_usd: 0.5,
      usage: {},
    }
    expect(read({type: 'result', content: 'Done.', timestamp: 1761073198, metadata})).toMatchObject({
      kind: 'result',
      failed: false,
      text: 'Done.',
      durationMs: 10,
      turns: 2,
      costUsd: 0.5,
      usage: undefined,
    })
  })

  test('an error', () => {
    expect(read({type: 'error', content: 'Process died', timestamp: 1761073198})).toMatchObject({
      kind: 'notice',
      level: 'error',
      text: 'Process died',
    })
  })

  test('whose words they are', () => {
    const metadata = {parent_tool_use_id: 'toolu_agent', session_id: 's2'}
    expect(read(answer({content: 'Hi', metadata}))).toMatchObject({parentCall: 'toolu_agent', session: 's2'})
  })
})

describe('objects of the SDK, under _type', () => {
  const wrap = (_type: string, data: JsonObject): JsonObject => ({
    _type,
    timestamp: 1761073198.2721586,
    session_id: 's',
    data,
  })
  const flat = (_type: string, data: JsonObject): JsonObject => ({
    _type,
    timestamp: 1761073198.2721586,
    session_id: 's',
    ...data,
  })

  describe.each([
    ['wrapped in data', wrap],
    ['flat', flat],
  ])('%s', (_form, form) => {
    test('AssistantMessage', () => {
      const content = [
        {text: 'I will read it.'},
        {thinking: 'Hm', signature: 'EqQB'},
        {id: 'toolu_1', name: 'Read', input: {file_path: '/a'}},
        {_type: 'ToolUseBlock', id: 'toolu_2', name: 'Bash', input: {}},
        {released: 'tomorrow'},
      ]
      expect(
        read(form('AssistantMessage', {content, model: 'claude-sonnet-4-5', parent_tool_use_id: null})),
      ).toMatchObject({
        kind: 'assistant',
        type: 'AssistantMessage',
        session: 's',
        time: 1761073198272,
        model: 'claude-sonnet-4-5',
        parentCall: undefined,
        blocks: [
          {type: 'text', text: 'I will read it.'},
          {type: 'thinking', text: 'Hm', signature: 'EqQB'},
          {type: 'tool-call', id: 'toolu_1', name: 'Read', input: {file_path: '/a'}},
          {type: 'tool-call', id: 'toolu_2', name: 'Bash'},
          {type: 'unknown', value: {released: 'tomorrow'}},
        ],
      })
    })

    test('UserMessage', () => {
      expect(read(form('UserMessage', {content: 'Hi'}))).toMatchObject({kind: 'prompt', text: 'Hi'})
      const content = [{tool_use_id: 'toolu_1', content: [{type: 'text', text: 'ok'}], is_error: null}]
      expect(read(form('UserMessage', {content, parent_tool_use_id: 'toolu_agent'}))).toMatchObject({
        kind: 'tool-result',
        parentCall: 'toolu_agent',
        results: [{callId: 'toolu_1', content: [{type: 'text', text: 'ok'}], isError: false}],
      })
    })

    test('SystemMessage', () => {
      const data = {type: 'system', subtype: 'init', model: 'opus', tools: ['Read'], permissionMode: 'plan'}
      expect(read(form('SystemMessage', {subtype: 'init', data}))).toMatchObject({
        kind: 'init',
        model: 'opus',
        tools: ['Read'],
        permissionMode: 'plan',
      })
      expect(
        read(form('SystemMessage', {subtype: 'informational', data: {content: 'Careful'}})),
      ).toMatchObject({
        kind: 'notice',
        name: 'informational',
        text: 'Careful',
      })
    })

    test('ResultMessage', () => {
      const data = {
        subtype: 'error_max_turns',
        duration_ms: 1,
        duration_api_ms: 2,
        is_error: false,
        num_turns: 3,
        total_cost_usd: 0.25,
        usage: {input_tokens: 5},
        result: null,
      }
      expect(read(form('ResultMessage', data))).toMatchObject({
        kind: 'result',
        failed: true,
        subtype: 'error_max_turns',
        turns: 3,
        costUsd: 0.25,
        usage: {input: 5},
        text: undefined,
      })
    })

    test('PermissionRequestMessage', () => {
      const data = {
        request_id: 'r1',
        tool_name: 'Bash',
        input_params: {},
        content: 'Permission requested for tool: Bash',
      }
      expect(read(form('PermissionRequestMessage', data))).toMatchObject({
        kind: 'permission',
        phase: 'asked',
        toolName: 'Bash',
        reason: 'Permission requested for tool: Bash',
      })
    })

    test.each([
      ['allow', 'asked'],
      ['deny', 'denied'],
    ])('PermissionResponseMessage %s', (decision, phase) => {
      expect(
        read(
          form('PermissionResponseMessage', {
            request_id: 'r1',
            decision,
            tool_name: 'Bash',
            reasoning: 'because',
          }),
        ),
      ).toMatchObject({
        kind: 'permission',
        phase,
        reason: 'because',
      })
    })

    test.each([
      ['pending', {kind: 'progress', callId: 'toolu_1', toolName: 'Edit', detail: 'pending'}],
      ['awaiting_permission', {kind: 'progress', detail: 'awaiting_permission'}],
      ['running', {kind: 'progress', detail: 'running'}],
      [
        'completed',
        {
          kind: 'tool-result',
          results: [{callId: 'toolu_1', isError: false, content: [{type: 'text', text: 'edited'}]}],
        },
      ],
      ['failed', {kind: 'tool-result', results: [{isError: true, denial: undefined}]}],
      [
        'denied',
        {kind: 'tool-result', results: [{isError: true, denial: 'user-rejected', decision: 'reject'}]},
      ],
      ['interrupted', {kind: 'tool-result', results: [{isError: true, denial: 'interrupted'}]}],
    ])('ToolCallUpdate %s', (status, wanted) => {
      expect(
        read(
          form('ToolCallUpdate', {tool_use_id: 'toolu_1', name: 'Edit', input: {}, status, result: 'edited'}),
        ),
      ).toMatchObject(wanted)
    })
  })

  test('a call that failed says why', () => {
    const data = {
      tool_use_id: 'toolu_1',
      name: 'Edit',
      status: 'failed',
      result: 'half',
      error: 'No such file',
    }
    expect(read(wrap('ToolCallUpdate', data))).toMatchObject({
      results: [{content: [{type: 'text', text: 'No such file'}]}],
    })
  })

  test('lines of one response share its id, and each has another id', () => {
    const data = {content: [{text: 'Hi'}], message_id: 'msg_1', uuid: 'u1'}
    expect(read(wrap('AssistantMessage', data))).toMatchObject({responseId: 'msg_1', id: 'u1'})
    expect(read(flat('AssistantMessage', {content: [{text: 'Hi'}], message_id: 'msg_1'}))).toMatchObject({
      responseId: 'msg_1',
      id: undefined,
    })
    expect(read({...wrap('AssistantMessage', {content: []}), message_id: 'own'})).toMatchObject({id: 'own'})
  })

  test('an unknown class is not a message', () => {
    expect(readRecord(wrap('ReleasedTomorrow', {}))).toBeUndefined()
  })
})
