import {describe, expect, test} from 'vitest'
import type {JsonObject, Message, MessageKind} from '../../model/index.ts'
import {readRecord} from '../read-line.ts'
import type {StdoutWireKey} from './sdk/index.ts'

/** What each message the client can print becomes. A type that the SDK declares and this table lacks does not compile. */
const kinds = {
  assistant: 'assistant',
  user: 'prompt',
  'user/replay': 'prompt',
  'result/success': 'result',
  'result/error_during_execution': 'result',
  'result/error_max_turns': 'result',
  'result/error_max_budget_usd': 'result',
  'result/error_max_structured_output_retries': 'result',
  stream_event: 'partial',
  tool_progress: 'progress',
  tool_use_summary: 'notice',
  auth_status: 'auth',
  rate_limit_event: 'rate-limit',
  prompt_suggestion: 'suggestion',
  conversation_reset: 'reset',
  command_lifecycle: 'metadata',
  'system/init': 'init',
  'system/compact_boundary': 'compaction',
  'system/status': 'status',
  'system/api_retry': 'notice',
  'system/control_request_progress': 'metadata',
  'system/model_fallback': 'notice',
  'system/model_refusal_fallback': 'notice',
  'system/model_refusal_no_fallback': 'notice',
  'system/local_command_output': 'command-output',
  'system/hook_started': 'hook',
  'system/hook_progress': 'hook',
  'system/hook_response': 'hook',
  'system/plugin_install': 'notice',
  'system/task_started': 'task',
  'system/task_progress': 'task',
  'system/task_updated': 'task',
  'system/task_notification': 'task',
  'system/background_tasks_changed': 'metadata',
  'system/thinking_tokens': 'metadata',
  'system/session_state_changed': 'status',
  'system/session_title_changed': 'title',
  'system/worker_shutting_down': 'status',
  'system/commands_changed': 'metadata',
  'system/notification': 'notice',
  'system/files_persisted': 'metadata',
  'system/memory_recall': 'notice',
  'system/elicitation_complete': 'notice',
  'system/permission_denied': 'permission',
  'system/mirror_error': 'notice',
  'system/informational': 'notice',
  'system/session_writes_lost': 'notice',
  active_goal: 'metadata',
  control_request: 'control',
  control_response: 'control',
  control_cancel_request: 'control',
  keep_alive: 'metadata',
} as const satisfies Record<StdoutWireKey, MessageKind>

const session = 'ab0a1e6b-93b6-4839-9a6e-da8e2b60df9c'
const uuid = '6aa03e10-20bf-4163-8778-a8bccce7a3d7'

function read(record: JsonObject): Message {
  const message = readRecord({uuid, session_id: session, ...record})
  if (!message) throw new Error(`not a message: ${JSON.stringify(record)}`)
  return message
}

function readAs<Kind extends MessageKind>(kind: Kind, record: JsonObject): Extract<Message, {kind: Kind}> {
  const message = read(record)
  if (!isOf(message, kind)) throw new Error(`${message.kind} instead of ${kind}`)
  return message
}

const isOf = <Kind extends MessageKind>(
  message: Message,
  kind: Kind,
): message is Extract<Message, {kind: Kind}> => message.kind === kind

const system = (subtype: string, fields: JsonObject = {}): JsonObject => ({
  type: 'system',
  subtype,
  ...fields,
})

describe('every message the client can print', () => {
  test.each(Object.entries(kinds))('%s is read as %s, even when all its fields are missing', (key, kind) => {
    const [type, subtype] = key.split('/')
    const record = type === 'user' ? {type, isReplay: subtype === 'replay'} : {type, subtype}
    expect(read(record)).toMatchObject({dialect: 'stream-json', kind, session, id: uuid})
  })

  test.each([
    {type: 'released_tomorrow'},
    {type: 'system', subtype: 'released_tomorrow'},
    {type: ['assistant']},
    {subtype: 'init'},
    {},
  ])('%j is not a message of another dialect either', (record) => {
    expect(readRecord({uuid, session_id: session, ...record})).toBeUndefined()
  })

  test('keeps its record, the fields of tomorrow too', () => {
    const record = {type: 'assistant', session_id: session, released_tomorrow: {deep: [1]}}
    expect(readRecord(record)?.record).toBe(record)
  })

  test('is named by its type and subtype', () => {
    expect(read(system('init')).type).toBe('system/init')
    expect(read({type: 'stream_event', event: {type: 'message_stop'}}).type).toBe('stream_event/message_stop')
    expect(read({type: 'control_request', request: {subtype: 'mcp_message'}}).type).toBe(
      'control_request/mcp_message',
    )
    expect(read({type: 'control_response', response: {subtype: 'error'}}).type).toBe('control_response/error')
  })

  test('has its time if the client gives one', () => {
    expect(read({type: 'user', timestamp: '2026-11-15T21:43:43.344Z'}).time).toBe(1794779023344)
    expect(read(system('init')).time).toBeUndefined()
  })

  test('names the call of the sub-agent it belongs to', () => {
    const line = {
      type: 'assistant',
      parent_tool_use_id: 'toolu_agent',
      agent_id: 'a27e',
      subagent_type: 'Explore',
    }
    expect(read(line)).toMatchObject({parentCall: 'toolu_agent', agent: 'a27e', agentType: 'Explore'})
    expect(read({type: 'assistant', parent_tool_use_id: null}).parentCall).toBeUndefined()
  })
})

describe('a response', () => {
  const line = (fields: JsonObject, message: JsonObject = {}): JsonObject => ({
    type: 'assistant',
    message: {
      model: 'claude-opus-5-5',
      id: 'msg_01QgKSJr9jpjFfkJ6ufWQB1a',
      type: 'message',
      role: 'assistant',
      content: [{type: 'text', text: 'Hello!'}],
      stop_reason: null,
      usage: {
        input_tokens: 5,
        cache_creation_input_tokens: 2305,
        cache_read_input_tokens: 9237,
        cache_creation: {ephemeral_5m_input_tokens: 305, ephemeral_1h_input_tokens: 2000},
        output_tokens: 2,
      },
      ...message,
    },
    ...fields,
  })

  test('says which one it is, by whom, and what it used so far', () => {
    expect(readAs('assistant', line({request_id: 'req_013S3pacLKGiGwortS6se1fA'}))).toMatchObject({
      responseId: 'msg_01QgKSJr9jpjFfkJ6ufWQB1a',
      model: 'claude-opus-5-5',
      blocks: [{type: 'text', text: 'Hello!'}],
      usage: {input: 5, output: 2, cacheRead: 9237, cacheWrite5m: 305, cacheWrite1h: 2000},
      requestId: 'req_013S3pacLKGiGwortS6se1fA',
      synthetic: false,
      error: undefined,
      aborted: false,
    })
  })

  test('has its final usage only if its stop reason is known', () => {
    expect(readAs('assistant', line({})).usageFinal).toBe(false)
    expect(readAs('assistant', line({}, {stop_reason: 'end_turn'}))).toMatchObject({
      usageFinal: true,
      stopReason: 'end_turn',
    })
  })

  test('of the client has no usage, and an error if it reports one', () => {
    const message = readAs('assistant', line({error: 'rate_limit'}, {model: '<synthetic>', id: uuid}))
    expect(message).toMatchObject({synthetic: true, usage: undefined, error: 'rate_limit'})
    expect(readAs('assistant', line({is_api_error_message: true})).error).toBe('api_error')
  })

  test('that was cut off says so', () => {
    expect(readAs('assistant', line({aborted: true})).aborted).toBe(true)
  })

  test('may be a text instead of a list of blocks', () => {
    expect(readAs('assistant', line({}, {content: 'Hello!'})).blocks).toEqual([
      {type: 'text', text: 'Hello!'},
    ])
    expect(readAs('assistant', line({}, {content: ''})).blocks).toEqual([])
  })

  test('without content shows what it has instead', () => {
    const message = {id: 'msg_1', contenst: []}
    expect(readAs('assistant', {type: 'assistant', message}).blocks).toEqual([
      {type: 'unknown', wireType: 'object', value: message},
    ])
  })

  test('of Chorus is read word for word', () => {
    expect(
      readRecord({
        type: 'assistant',
        message: {
          id: 'msg_01ABC...',
          type: 'message',
          role: 'assistant',
          content: [
            {type: 'text', text: "I'll help you with that. Let me first read the file..."},
            {type: 'tool_use', id: 'toolu_01XYZ...', name: 'Read', input: {file_path: '/path/to/file.ts'}},
          ],
          model: 'claude-sonnet-4-20250514',
          stop_reason: 'tool_use',
          stop_sequence: null,
          usage: {
            input_tokens: 1234,
            output_tokens: 567,
            cache_creation_input_tokens: 0,
            cache_read_input_tokens: 0,
          },
        },
      }),
    ).toMatchObject({
      dialect: 'stream-json',
      kind: 'assistant',
      blocks: [
        {type: 'text', text: "I'll help you with that. Let me first read the file..."},
        {
          type: 'tool-call',
          id: 'toolu_01XYZ...',
          name: 'Read',
          input: {file_path: '/path/to/file.ts'},
          server: false,
        },
      ],
      usage: {input: 1234, output: 567, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0},
      usageFinal: true,
      stopReason: 'tool_use',
    })
  })
})

describe('a tool result', () => {
  const result = (fields: JsonObject, block: JsonObject = {}): JsonObject => ({
    type: 'user',
    message: {
      role: 'user',
      content: [
        {tool_use_id: 'toolu_01XYZ...', type: 'tool_result', content: 'File contents here...', ...block},
      ],
    },
    ...fields,
  })
  const resultOf = (record: JsonObject) => readAs('tool-result', record).results[0]

  test('belongs to its call', () => {
    expect(resultOf(result({}, {is_error: false}))).toMatchObject({
      callId: 'toolu_01XYZ...',
      content: [{type: 'text', text: 'File contents here...'}],
      isError: false,
      structured: undefined,
      denial: undefined,
      decision: undefined,
    })
  })

  test('is an error only if it is marked as one', () => {
    expect(resultOf(result({}, {is_error: true}))?.isError).toBe(true)
    expect(resultOf(result({}, {is_error: null}))?.isError).toBe(false)
    expect(resultOf(result({}))?.isError).toBe(false)
  })

  test.each([
    [{stdout: 'ok', stderr: '', interrupted: false}],
    ['Error: File does not exist.'],
    [[{type: 'text', text: 'from MCP'}]],
  ])('has the tool’s structured output: %j', (structured) => {
    expect(resultOf(result({tool_use_result: structured}))?.structured).toEqual(structured)
  })

  test('has the output of its record only if it is alone there', () => {
    const two = [
      {type: 'tool_result', tool_use_id: 'toolu_1', content: 'one'},
      {type: 'tool_result', tool_use_id: 'toolu_2', content: 'two'},
    ]
    const {results} = readAs('tool-result', {
      type: 'user',
      message: {content: two},
      tool_use_result: {stdout: '?'},
    })
    expect(results.map(({callId, structured}) => [callId, structured])).toEqual([
      ['toolu_1', undefined],
      ['toolu_2', undefined],
    ])
  })

  test('has what the permission check decided', () => {
    const meta = (fields: JsonObject) =>
      result({tool_result_meta: [{id: 'toolu_other'}, {id: 'toolu_01XYZ...', ...fields}]})
    expect(resultOf(meta({permission_decision: {decision: 'accept', source: 'config'}}))).toMatchObject({
      decision: 'accept',
      denial: undefined,
    })
    expect(
      resultOf(
        meta({
          non_execution_kind: 'user-rejected',
          permission_decision: {decision: 'reject', source: 'config'},
        }),
      ),
    ).toMatchObject({decision: 'reject', denial: 'user-rejected'})
  })

  test('keeps the other blocks', () => {
    const content = [
      {type: 'tool_result', tool_use_id: 'toolu_1', content: 'one'},
      {type: 'text', text: 'and more'},
    ]
    expect(readAs('tool-result', {type: 'user', message: {content}}).blocks).toEqual([
      {type: 'text', text: 'and more'},
    ])
  })
})

describe('a user line', () => {
  const user = (content: unknown, fields: JsonObject = {}) =>
    ({type: 'user', message: {role: 'user', content}, ...fields}) as JsonObject

  test('that is played back is a prompt that says so', () => {
    expect(read(user('Hi', {isReplay: true}))).toMatchObject({
      kind: 'prompt',
      text: 'Hi',
      replay: true,
      session,
      id: uuid,
    })
    expect(read(user('Hi'))).toMatchObject({kind: 'prompt', replay: false})
  })

  test('that was queued into a turn begins none, as streams say that were made from a transcript', () => {
    expect(read(user('Go on', {isReplay: true, isQueued: true}))).toMatchObject({
      kind: 'steering',
      text: 'Go on',
    })
    const listed = '<task-notification><task-id>b1</task-id></task-notification>'
    expect(read(user(listed, {isReplay: true, isQueued: true}))).toMatchObject({
      kind: 'task-notification',
      queued: true,
    })
    expect(read(user(listed, {}))).toMatchObject({kind: 'task-notification', queued: false})
  })

  test('that the client made up is an instruction', () => {
    expect(read(user('Your response above was cut off mid-stream.', {isSynthetic: true}))).toMatchObject({
      kind: 'instruction',
      source: 'client',
    })
    expect(
      read(user([{type: 'text', text: 'Stop hook feedback:\nplease double check'}], {isSynthetic: true})),
    ).toMatchObject({
      kind: 'instruction',
      source: 'hook',
      text: 'Stop hook feedback:\nplease double check',
    })
    expect(read(user('Base directory for this skill: /home/dev/tidy', {isSynthetic: true}))).toMatchObject({
      kind: 'instruction',
      source: 'skill',
    })
  })

  test('that brings a file and no word is an attachment', () => {
    const content = [
      {type: 'document', source: {type: 'base64', media_type: 'application/pdf', data: 'JVBERi0xLjQK'}},
    ]
    expect(read(user(content, {isSynthetic: true}))).toMatchObject({
      kind: 'attachment',
      name: 'document',
      value: content,
    })
  })

  test('with a picture and no word is still what a person asked', () => {
    const content = [{type: 'image', source: {type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo'}}]
    expect(read(user(content))).toMatchObject({kind: 'prompt', text: '', blocks: [{type: 'image'}]})
  })

  test('may hold its text in place of its message', () => {
    expect(read({type: 'user', message: 'Hi'})).toMatchObject({kind: 'prompt', text: 'Hi'})
  })
})

describe('a result', () => {
  const result = (fields: JsonObject) => readAs('result', {type: 'result', ...fields})

  test('of Chorus is read word for word', () => {
    expect(
      result({
        result: 'Successfully completed the task...',
        subtype: 'success',
        session_id: 'abc123-def456-...',
        total_cost_usd: 0.0234,
        duration_ms: 45678,
        duration_api_ms: 12345,
        num_turns: 5,
        is_error: false,
      }),
    ).toMatchObject({
      failed: false,
      subtype: 'success',
      text: 'Successfully completed the task...',
      session: 'abc123-def456-...',
      costUsd: 0.0234,
      durationMs: 45678,
      apiDurationMs: 12345,
      turns: 5,
      totals: [],
      sinceLast: undefined,
      usage: undefined,
    })
  })

  test.each([
    ['success', false, false],
    ['success', true, true],
    ['error_max_turns', false, true],
    ['error_max_turns', true, true],
    ['error_during_execution', false, true],
    ['error_max_budget_usd', false, true],
    ['error_max_structured_output_retries', true, true],
    ['error', false, true],
  ])('%s with is_error %s has failed: %s', (subtype, is_error, failed) => {
    expect(result({subtype, is_error})).toMatchObject({subtype, failed})
  })

  test('has its errors', () => {
    expect(result({subtype: 'error_during_execution', errors: ['No conversation found']}).errors).toEqual([
      'No conversation found',
    ])
    expect(result({subtype: 'error', error: 'Overloaded'}).errors).toEqual(['Overloaded'])
  })

  test.each([
    [{total_cost_usd: 0.5}, 0.5],
    [{cost_usd: 0.25, total_cost: 0.25}, 0.25],
    [{total_cost: 0.125}, 0.125],
    [{total_cost_usd: 0}, 0],
    [{}, undefined],
    [{total_cost_usd: '0.5'}, undefined],
  ])('%j cost %s', (fields, costUsd) => {
    expect(result(fields).costUsd).toBe(costUsd)
  })

  test('has tokens and money by model, and what is new since the last result', () => {
    const haiku = {
      inputTokens: 1,
      outputTokens: 2,
      cacheReadInputTokens: 3,
      cacheCreationInputTokens: 10,
      costUSD: 0.01,
      contextWindow: 200000,
    }
    const message = result({
      modelUsage: {haiku, odd: 7},
      model_usage_since_last_result: {haiku: {...haiku, cacheCreationEphemeral1hInputTokens: 4}},
      usage: {input_tokens: 5, output_tokens: 19},
      permission_denials: [{tool_name: 'Bash', tool_use_id: 'toolu_1'}],
      origin: {kind: 'task-notification'},
      stop_reason: 'end_turn',
    })
    const usage = {input: 1, output: 2, cacheRead: 3, cacheWrite5m: 10, cacheWrite1h: 0}
    expect(message).toMatchObject({
      totals: [{model: 'haiku', usage, costUsd: 0.01, contextWindow: 200000}],
      sinceLast: [{model: 'haiku', usage: {...usage, cacheWrite5m: 6, cacheWrite1h: 4}}],
      usage: {input: 5, output: 19, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0},
      denials: ['toolu_1'],
      origin: 'task-notification',
      stopReason: 'end_turn',
    })
    expect(message.totals).toHaveLength(1)
  })
})

describe('progress of a call', () => {
  const progress = (fields: JsonObject) =>
    readAs('progress', {type: 'tool_progress', tool_name: 'Bash', elapsed_time_seconds: 30.1, ...fields})

  test('has the call, the tool and the time it took so far', () => {
    expect(progress({tool_use_id: 'toolu_1'})).toMatchObject({
      callId: 'toolu_1',
      toolName: 'Bash',
      elapsedMs: 30100,
    })
  })

  test('belongs to the call, though a heartbeat has another id and names the call as its parent', () => {
    const beat = progress({tool_use_id: 'toolu_1-heartbeat-12', parent_tool_use_id: 'toolu_1'})
    expect(beat).toMatchObject({callId: 'toolu_1', parentCall: undefined})
  })

  test('belongs to the call that its parent names, if its id is its own (2.1.203)', () => {
    const beat = progress({tool_use_id: 'bash-progress-0', parent_tool_use_id: 'toolu_1'})
    expect(beat).toMatchObject({callId: 'toolu_1', parentCall: undefined})
  })

  test('of a call inside a sub-agent names the call that started it', () => {
    const nested = progress({tool_use_id: 'toolu_2-heartbeat-0', parent_tool_use_id: 'toolu_1'})
    expect(nested).toMatchObject({callId: 'toolu_2', parentCall: 'toolu_1'})
  })
})

describe('signing in', () => {
  test.each([
    [
      {isAuthenticating: true, output: ['Opening the browser…']},
      {authenticating: true, output: ['Opening the browser…'], error: undefined},
    ],
    [
      {isAuthenticating: false, output: [], error: 'denied'},
      {authenticating: false, output: [], error: 'denied'},
    ],
    [
      {isAuthenticating: false, output: []},
      {authenticating: false, output: [], error: undefined},
    ],
  ])('%j', (fields, wanted) => {
    expect(read({type: 'auth_status', ...fields})).toMatchObject({kind: 'auth', ...wanted})
  })
})

describe('a hook', () => {
  const hook = (subtype: string, fields: JsonObject = {}) =>
    readAs(
      'hook',
      system(subtype, {hook_id: 'h1', hook_name: 'PreToolUse:Bash', hook_event: 'PreToolUse', ...fields}),
    )

  test('has its name, its event and what it printed', () => {
    expect(
      hook('hook_response', {stdout: 'fine\n', stderr: '', exit_code: 0, outcome: 'success'}),
    ).toMatchObject({
      phase: 'finished',
      hookId: 'h1',
      name: 'PreToolUse:Bash',
      event: 'PreToolUse',
      stdout: 'fine\n',
      stderr: '',
      exitCode: 0,
      outcome: 'success',
    })
  })

  test.each([
    [{exit_code: 2, stderr: 'no', outcome: 'error'}, 'blocked'],
    [{exit_code: 1, stderr: 'no'}, 'error'],
    [{exit_code: 0}, 'success'],
    [{}, 'success'],
    [{outcome: 'cancelled'}, 'cancelled'],
    [{outcome: 'error', exit_code: 0}, 'error'],
  ])('that ended with %j was a %s', (fields, outcome) => {
    expect(hook('hook_response', fields).outcome).toBe(outcome)
  })

  test('that has not ended has no outcome', () => {
    expect(hook('hook_started')).toMatchObject({phase: 'started', outcome: undefined})
    expect(hook('hook_progress', {stdout: 'so far'})).toMatchObject({
      phase: 'progress',
      stdout: 'so far',
      outcome: undefined,
    })
  })
})

describe('a task', () => {
  test('has from its start what it is and for which call', () => {
    const started = system('task_started', {
      task_id: 'a27e970db4407382f',
      tool_use_id: 'toolu_014CYGEniatgLR8ZUGQrMYV9',
      description: 'Find callers',
      subagent_type: 'general-purpose',
      task_type: 'local_agent',
      prompt: 'Find every caller of subtotal().',
      is_backgrounded: false,
      parent_task_id: 'a1',
    })
    expect(read(started)).toMatchObject({
      kind: 'task',
      phase: 'started',
      taskId: 'a27e970db4407382f',
      callId: 'toolu_014CYGEniatgLR8ZUGQrMYV9',
      parentTask: 'a1',
      taskType: 'local_agent',
      agentType: 'general-purpose',
      description: 'Find callers',
      prompt: 'Find every caller of subtotal().',
      status: 'running',
      background: false,
    })
  })

  test.each([
    ['pending', 'running'],
    ['running', 'running'],
    ['paused', 'running'],
    ['completed', 'completed'],
    ['failed', 'failed'],
    ['killed', 'stopped'],
  ])('whose status is %s is %s', (status, wanted) => {
    expect(read(system('task_updated', {task_id: 't', patch: {status}}))).toMatchObject({
      phase: 'updated',
      status: wanted,
    })
  })

  test('says when and why it ended', () => {
    const patch = {status: 'failed', end_time: 1794779112582, error: 'out of memory', is_backgrounded: true}
    expect(read(system('task_updated', {task_id: 't', patch}))).toMatchObject({
      endedAt: 1794779112582,
      summary: 'out of memory',
      background: true,
    })
  })

  test('reports what it used', () => {
    const usage = {total_tokens: 7872, tool_uses: 3, duration_ms: 1233}
    expect(
      read(system('task_notification', {task_id: 't', status: 'stopped', summary: 'Killed', usage})),
    ).toMatchObject({
      phase: 'finished',
      status: 'stopped',
      summary: 'Killed',
      usage: {tokens: 7872, toolUses: 3, durationMs: 1233},
    })
    expect(read(system('task_progress', {task_id: 't'}))).toMatchObject({
      phase: 'progress',
      status: undefined,
    })
  })
})

describe('what the client says about itself', () => {
  test.each([
    [
      'api_retry',
      {attempt: 1, max_retries: 10, error_status: 529, error: 'overloaded'},
      'warning',
      'API overloaded (529), retry 1 of 10',
    ],
    [
      'model_fallback',
      {trigger: 'overloaded', content: 'Switched to Sonnet'},
      'warning',
      'Switched to Sonnet',
    ],
    ['model_refusal_no_fallback', {content: 'Refused'}, 'warning', 'Refused'],
    ['mirror_error', {error: 'disk full', key: {projectKey: 'p'}}, 'error', 'disk full'],
    ['session_writes_lost', {error_code: 'ENOSPC', lost: ['transcript']}, 'error', 'ENOSPC'],
    ['informational', {content: 'Hook says hi', level: 'notice'}, 'info', 'Hook says hi'],
    ['informational', {content: 'Careful', level: 'warning'}, 'warning', 'Careful'],
    [
      'notification',
      {key: 'stop-hook-error', text: 'Stop hook error occurred', priority: 'immediate'},
      'info',
      'Stop hook error occurred',
    ],
    ['plugin_install', {status: 'failed', name: 'tidy', error: 'no such plugin'}, 'info', 'no such plugin'],
    ['plugin_install', {status: 'installed', name: 'tidy'}, 'info', 'tidy'],
    ['elicitation_complete', {mcp_server_name: 'demo', elicitation_id: 'e1'}, 'info', 'demo'],
    [
      'memory_recall',
      {mode: 'select', memories: [{path: 'a.md', scope: 'team'}, {path: 'b.md'}]},
      'info',
      'a.md, b.md',
    ],
    [
      'post_turn_summary',
      {status_category: 'blocked', status_detail: 'write denied'},
      'info',
      'write denied',
    ],
  ])('%s %j is a notice', (name, fields, level, text) => {
    expect(read(system(name, fields))).toMatchObject({kind: 'notice', name, level, text})
  })

  test.each([
    ['status', {status: 'compacting'}, {state: 'compacting', detail: undefined}],
    ['status', {status: null, compact_result: 'success'}, {state: undefined, detail: 'success'}],
    ['session_state_changed', {state: 'requires_action'}, {state: 'requires_action'}],
    ['worker_shutting_down', {reason: 'host_exit'}, {state: 'host_exit'}],
  ])('%s %j is a state', (name, fields, wanted) => {
    expect(read(system(name, fields))).toMatchObject({kind: 'status', name, ...wanted})
  })

  test('that a compaction failed', () => {
    const failed = {status: null, compact_result: 'failed', compact_error: 'Not enough messages to compact.'}
    expect(read(system('status', failed))).toMatchObject({
      kind: 'notice',
      name: 'compact_failed',
      level: 'warning',
      text: 'Not enough messages to compact.',
    })
  })

  test('that a session has begun', () => {
    const init = system('init', {
      session_id: 'abc123-def456-...',
      tools: ['Read', 'Write', 7],
      mcp_servers: [],
      model: 'claude-sonnet-4-20250514',
      cwd: '/path/to/workspace',
      permissionMode: 'default',
      claude_code_version: '2.1.325',
    })
    expect(read(init)).toMatchObject({
      kind: 'init',
      session: 'abc123-def456-...',
      tools: ['Read', 'Write'],
      model: 'claude-sonnet-4-20250514',
      cwd: '/path/to/workspace',
      permissionMode: 'default',
      version: '2.1.325',
    })
  })

  test('that the conversation was compacted', () => {
    const compact_metadata = {trigger: 'auto', pre_tokens: 155000, post_tokens: 7000, duration_ms: 1500}
    expect(read(system('compact_boundary', {compact_metadata}))).toMatchObject({
      kind: 'compaction',
      trigger: 'auto',
      preTokens: 155000,
      postTokens: 7000,
      durationMs: 1500,
    })
  })

  test('that the conversation was cleared', () => {
    expect(read({type: 'conversation_reset', new_conversation_id: 'new', trigger: 'clear'})).toMatchObject({
      kind: 'reset',
      newSession: 'new',
      trigger: 'clear',
    })
  })

  test('that the title changed', () => {
    expect(read(system('session_title_changed', {title: 'Fix the bug'}))).toMatchObject({
      kind: 'title',
      title: 'Fix the bug',
      source: 'custom',
    })
  })

  test('how much of a limit is used', () => {
    const rate_limit_info = {status: 'allowed_warning', rateLimitType: 'five_hour', utilization: 0.93}
    expect(read({type: 'rate_limit_event', rate_limit_info})).toMatchObject({
      window: 'five_hour',
      utilization: 0.93,
    })
  })

  test('when a limit ends, in seconds', () => {
    expect(
      read({type: 'rate_limit_event', rate_limit_info: {status: 'allowed_warning', resetsAt: 1794783600}}),
    ).toMatchObject({
      kind: 'rate-limit',
      status: 'allowed_warning',
      resetsAt: 1794783600000,
    })
  })

  test('what the person may ask next', () => {
    expect(read({type: 'prompt_suggestion', suggestion: 'run the tests'})).toMatchObject({
      kind: 'suggestion',
      text: 'run the tests',
    })
  })

  test('the summary of calls', () => {
    expect(read({type: 'tool_use_summary', summary: 'Read 2 files'})).toMatchObject({
      kind: 'notice',
      name: 'tool_use_summary',
      text: 'Read 2 files',
    })
  })
})

describe('the control protocol', () => {
  test('asks for permission', () => {
    const request = {
      subtype: 'can_use_tool',
      tool_name: 'Bash',
      tool_use_id: 'toolu_1',
      decision_reason: 'touches a file',
    }
    expect(read({type: 'control_request', request_id: 'r1', request})).toMatchObject({
      kind: 'permission',
      phase: 'asked',
      callId: 'toolu_1',
      toolName: 'Bash',
      reason: 'touches a file',
    })
  })

  test('says what was denied', () => {
    expect(
      read(
        system('permission_denied', {tool_name: 'Bash', tool_use_id: 'toolu_1', message: 'needs approval'}),
      ),
    ).toMatchObject({
      kind: 'permission',
      phase: 'denied',
      callId: 'toolu_1',
      reason: 'needs approval',
    })
  })

  test.each([
    [{type: 'control_request', request_id: 'r1', request: {subtype: 'hook_callback'}}, 'hook_callback'],
    [{type: 'control_response', response: {subtype: 'success', request_id: 'r1'}}, 'success'],
    [{type: 'control_cancel_request', request_id: 'r1'}, 'cancel'],
  ])('%j is %s', (record, name) => {
    expect(read(record)).toMatchObject({kind: 'control', name, requestId: 'r1'})
  })
})
