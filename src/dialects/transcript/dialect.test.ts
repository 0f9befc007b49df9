import {describe, expect, test} from 'vitest'
import type {JsonObject, Message, MessageKind} from '../../model/index.ts'
import {readRecord} from '../read-line.ts'

/** What is around every record of the graph. */
const envelope = {
  parentUuid: '139b6e17-1a7c-4eb5-bc3d-8897d4032a7a',
  isSidechain: false,
  userType: 'external',
  entrypoint: 'cli',
  cwd: '/home/dev/demo',
  sessionId: '89488521-e2e7-4d97-bc02-38197efdddc8',
  version: '2.1.325',
  gitBranch: 'main',
  uuid: '64794da2-9308-4a6d-914d-1748046f9e35',
  timestamp: '2025-07-16T09:52:28.673Z',
}

function read(record: JsonObject): Message {
  const message = readRecord({...envelope, ...record})
  if (!message) throw new Error(`not a message: ${JSON.stringify(record)}`)
  return message
}

const user = (content: unknown, fields: JsonObject = {}) =>
  ({type: 'user', message: {role: 'user', content}, ...fields}) as JsonObject

const system = (subtype: string, fields: JsonObject = {}): JsonObject => ({
  type: 'system',
  subtype,
  ...fields,
})

const attachment = (type: string, fields: JsonObject = {}): JsonObject => ({
  type: 'attachment',
  attachment: {type, ...fields},
})

describe('every entry type the 2.1.325 client knows', () => {
  const metadata = [
    ...[
      'continued-in',
      'resume-head-vouch',
      'content-replacement',
      'data-flow-records',
      'data-flow-incomplete',
    ],
    ...['fork-context-ref', 'frame-link', 'artifact-comment-monitor', 'memory-mode', 'tag', 'relocated'],
    ...[
      'ended-by-model',
      'agent-color',
      'agent-setting',
      'pr-link',
      'derived-from',
      'artifact-autoreact-ledger',
    ],
    ...['bridge-session', 'history-suppression', 'attribution-snapshot', 'mode', 'permission-mode'],
    ...['isolation-latch', 'session-owner', 'dev-mods', 'atis-latch', 'tools-used', 'worktree-state'],
    ...['observer-ref', 'repl-mode'],
  ]

  test.each<[string, MessageKind]>([
    ['user', 'prompt'],
    ['assistant', 'assistant'],
    ['system', 'notice'],
    ['attachment', 'attachment'],
    ['progress', 'progress'],
    ['file-history-snapshot', 'snapshot'],
    ['file-history-delta', 'snapshot'],
    ['last-prompt', 'leaf'],
    ['api-request-shape', 'api-log'],
    ['api-request-blob', 'api-log'],
    ['api-request', 'api-log'],
    ['summary', 'title'],
    ['custom-title', 'title'],
    ['ai-title', 'title'],
    ['agent-name', 'title'],
    ['cost-state', 'cost-state'],
    ['queue-operation', 'queue'],
    ...metadata.map((type): [string, MessageKind] => [type, 'metadata']),
  ])('%s is read as %s', (type, kind) => {
    expect(readRecord({type, sessionId: 's'})).toMatchObject({dialect: 'transcript', kind, session: 's'})
  })

  test.each(metadata)('%s says its name', (type) => {
    expect(readRecord({type})).toMatchObject({kind: 'metadata', name: type})
  })

  test('is all: another one is unknown', () => {
    expect(readRecord({...envelope, type: 'released-tomorrow'})).toBeUndefined()
    expect(readRecord({...envelope, type: 'system', subtype: 'released_tomorrow'})).toBeUndefined()
  })
})

describe('the envelope', () => {
  test('is read completely', () => {
    expect(read(user('Hi', {agentId: 'a1', logicalParentUuid: 'before'}))).toMatchObject({
      dialect: 'transcript',
      type: 'user',
      session: envelope.sessionId,
      id: envelope.uuid,
      parent: envelope.parentUuid,
      logicalParent: 'before',
      time: 1752659548673,
      sidechain: false,
      agent: 'a1',
      parentCall: undefined,
      version: '2.1.325',
      cwd: '/home/dev/demo',
      gitBranch: 'main',
      entrypoint: 'cli',
    })
  })

  test('has a root from a record outside the graph', () => {
    expect(read(user('Hi', {parentUuid: null})).parent).toBeNull()
    expect(readRecord({type: 'summary', summary: 'x', leafUuid: 'y'})?.parent).toBeUndefined()
  })

  test('has a sub-agent', () => {
    expect(read(user('Hi', {isSidechain: true})).sidechain).toBe(true)
  })

  test('may say no more than isSidechain', () => {
    expect(
      readRecord({
        type: 'user',
        message: {role: 'user', content: [{type: 'text', text: 'Help me fix this bug...'}]},
        isSidechain: false,
      }),
    ).toMatchObject({dialect: 'transcript', kind: 'prompt', text: 'Help me fix this bug...'})
  })

  test('of an old client has the cost of the line', () => {
    expect(
      readRecord({
        uuid: 'unique-message-uuid',
        parentUuid: 'parent-message-uuid',
        timestamp: '2025-01-15T10:30:00.000Z',
        type: 'assistant',
        message: {content: []},
        costUSD: 0.0123,
        durationMs: 2345,
      }),
    ).toMatchObject({
      kind: 'assistant',
      id: 'unique-message-uuid',
      parent: 'parent-message-uuid',
      time: 1736937000000,
      costUsd: 0.0123,
    })
  })
})

describe('what is in a person’s place', () => {
  test.each([
    [
      'a command by its tags',
      user('<command-name>/init</command-name>'),
      {kind: 'slash-command', name: '/init'},
    ],
    [
      'a command by isMeta',
      user('Caveat: The messages below were generated...', {isMeta: true}),
      {kind: 'instruction', source: 'caveat'},
    ],
    [
      'a command’s output',
      user('<local-command-stdout>ok</local-command-stdout>'),
      {kind: 'command-output', stdout: 'ok'},
    ],
    ['a shell line', user('<bash-input>ls</bash-input>'), {kind: 'bash-input', command: 'ls'}],
    [
      'a shell’s output',
      user('<bash-stdout>a</bash-stdout><bash-stderr>b</bash-stderr>'),
      {kind: 'bash-output', stdout: 'a', stderr: 'b'},
    ],
    [
      'a summary',
      user('Earlier …', {isCompactSummary: true, isVisibleInTranscriptOnly: true}),
      {kind: 'compact-summary', text: 'Earlier …'},
    ],
    ['a memory', user('<user-memory-input>tabs</user-memory-input>'), {kind: 'memory', text: 'tabs'}],
    [
      'a skill',
      user([{type: 'text', text: 'Tidy'}], {isMeta: true, sourceToolUseID: 'toolu_1'}),
      {kind: 'instruction', source: 'skill', callId: 'toolu_1'},
    ],
    [
      'a cut response',
      user('[Request interrupted by user]', {interruptedMessageId: 'msg_1'}),
      {kind: 'interruption', responseId: 'msg_1'},
    ],
    [
      'a person’s own words',
      user('Hi', {origin: {kind: 'human'}}),
      {kind: 'prompt', text: 'Hi', origin: 'human'},
    ],
    [
      'a picture',
      user([{type: 'image', source: {type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo...'}}]),
      {kind: 'prompt', blocks: [{type: 'image'}]},
    ],
  ])('%s', (_name, record, wanted) => {
    expect(read(record)).toMatchObject(wanted)
  })
})

describe('a prompt typed while Claude works', () => {
  test('goes through the queue', () => {
    const queue = (operation: string, content?: unknown) =>
      readRecord({
        type: 'queue-operation',
        operation,
        sessionId: 's',
        ...(content === undefined ? {} : {content}),
      } as JsonObject)
    expect(queue('enqueue', 'and run the tests, too')).toMatchObject({
      kind: 'queue',
      operation: 'enqueue',
      text: 'and run the tests, too',
    })
    expect(queue('enqueue', [{type: 'text', text: '/init'}])).toMatchObject({
      operation: 'enqueue',
      text: '/init',
    })
    expect(queue('remove', 'stop that')).toMatchObject({operation: 'remove', text: 'stop that'})
    expect(queue('remove')).toMatchObject({operation: 'remove', text: undefined})
    expect(queue('dequeue')).toMatchObject({operation: 'dequeue', text: undefined})
  })

  test('is steering if the model took it up', () => {
    expect(
      read(attachment('queued_command', {prompt: 'And then stop', source_uuid: 'u1', commandMode: 'prompt'})),
    ).toMatchObject({
      kind: 'steering',
      type: 'attachment/queued_command',
      text: 'And then stop',
      blocks: [{type: 'text', text: 'And then stop'}],
      sourceId: 'u1',
    })
    expect(
      read(attachment('queued_command', {prompt: [{type: 'text', text: 'Look'}, {type: 'image'}]})),
    ).toMatchObject({
      kind: 'steering',
      text: 'Look',
      blocks: [{type: 'text'}, {type: 'image'}],
    })
  })

  test('is none if a task reported in the meantime', () => {
    const prompt = '<task-notification>\n<task-id>b1</task-id>\n<status>failed</status>\n</task-notification>'
    expect(read(attachment('queued_command', {prompt}))).toMatchObject({
      kind: 'task-notification',
      taskId: 'b1',
      status: 'failed',
    })
  })
})

describe('a response', () => {
  const answer = (fields: JsonObject, message: JsonObject = {}) =>
    read({
      type: 'assistant',
      message: {
        id: 'msg_1',
        model: 'opus',
        content: [],
        usage: {output_tokens: 7},
        stop_reason: null,
        ...message,
      },
      ...fields,
    })

  test.each([
    ['0.2.126', true],
    ['1.0.128', false],
    ['2.0.76', false],
    ['2.1.37', false],
    ['2.1.112', true],
    ['2.1.325', true],
    [undefined, true],
  ])('of version %s has its final usage once it has ended: %s', (version, usageFinal) => {
    const ended = answer({version}, {stop_reason: 'end_turn'})
    expect(ended).toMatchObject({kind: 'assistant', usageFinal, usage: {output: 7}})
  })

  test('has request, error and cut', () => {
    expect(answer({requestId: 'req_1', isApiErrorMessage: true, isAbortedMidStream: true})).toMatchObject({
      requestId: 'req_1',
      error: 'api_error',
      aborted: true,
    })
  })
})

describe('a tool result', () => {
  const result = (fields: JsonObject) =>
    user([{type: 'tool_result', tool_use_id: 'toolu_xxx', is_error: false, content: '...'}], fields)

  test('has the tool’s structured output', () => {
    expect(read(result({toolUseResult: {stdout: 'x'}}))).toMatchObject({
      kind: 'tool-result',
      results: [{callId: 'toolu_xxx', structured: {stdout: 'x'}}],
    })
  })

  test('has why the call was not run', () => {
    expect(
      read(result({toolDenialKind: 'user-rejected', permissionDecision: {decision: 'reject'}})),
    ).toMatchObject({
      results: [{denial: 'user-rejected', decision: 'reject'}],
    })
    expect(
      read(result({permissionDecision: {decision: 'accept', source: 'config', reasonType: 'mode'}})),
    ).toMatchObject({
      results: [{denial: undefined, decision: 'accept'}],
    })
  })
})

describe('system records', () => {
  test.each([
    [undefined, 'info'],
    ['info', 'info'],
    ['suggestion', 'info'],
    ['warning', 'warning'],
    ['error', 'error'],
  ])('without subtype and of level %s are notices of level %s', (given, level) => {
    const record = {
      type: 'system',
      content: 'Running \u001b[1ma hook\u001b[22m...',
      level: given,
      toolUseID: 'toolu_1',
    }
    expect(read(record)).toMatchObject({
      kind: 'notice',
      name: 'system',
      level,
      text: record.content,
      callId: 'toolu_1',
    })
  })

  test('recap what happened while the user was away, without the client’s hint at the end', () => {
    const recap = (content: string) => read(system('away_summary', {content}))
    expect(recap('We fixed the cart. (disable recaps in /config)')).toMatchObject({
      kind: 'recap',
      text: 'We fixed the cart.',
    })
    expect(recap('Type it (disable recaps in /config) to stop them.')).toMatchObject({
      text: 'Type it (disable recaps in /config) to stop them.',
    })
  })

  test('sum up the hooks of a stop', () => {
    const summary = (fields: JsonObject) =>
      read(
        system('stop_hook_summary', {
          hookCount: 2,
          hookInfos: [{command: 'a.sh', durationMs: 102}, {command: 'b.sh'}],
          hookErrors: [],
          preventedContinuation: false,
          stopReason: '',
          toolUseID: 'x',
          ...fields,
        }),
      )
    expect(summary({})).toMatchObject({
      kind: 'hook',
      phase: 'summary',
      event: 'Stop',
      name: 'a.sh, b.sh',
      callId: 'x',
      outcome: 'success',
      stderr: '',
    })
    expect(summary({hookErrors: ['please double check']})).toMatchObject({
      outcome: 'error',
      stderr: 'please double check',
    })
    expect(summary({preventedContinuation: true, stopReason: 'not yet'})).toMatchObject({
      outcome: 'blocked',
      stdout: 'not yet',
    })
  })

  test.each([
    [
      '<command-name>/status</command-name>\n<command-args></command-args>',
      {kind: 'slash-command', name: '/status'},
    ],
    [
      '<local-command-stdout>Total cost: $0.01</local-command-stdout>',
      {kind: 'command-output', stdout: 'Total cost: $0.01'},
    ],
    ['/rename new name', {kind: 'slash-command', name: '/rename', args: 'new name'}],
    ['Session renamed', {kind: 'command-output', stdout: 'Session renamed'}],
  ])('of a local command: %s', (content, wanted) => {
    expect(read(system('local_command', {content}))).toMatchObject(wanted)
  })

  test('of a compaction write camel case', () => {
    const compactMetadata = {trigger: 'manual', preTokens: 145450, postTokens: 6867, durationMs: 112368}
    expect(
      read(system('compact_boundary', {parentUuid: null, logicalParentUuid: 'u0', compactMetadata})),
    ).toMatchObject({
      kind: 'compaction',
      parent: null,
      logicalParent: 'u0',
      trigger: 'manual',
      preTokens: 145450,
      postTokens: 6867,
      durationMs: 112368,
    })
  })

  test('say how long a turn took, and what failed', () => {
    expect(read(system('turn_duration', {durationMs: 61000}))).toMatchObject({
      kind: 'turn-duration',
      durationMs: 61000,
    })
    expect(read(system('api_error', {level: 'error', error: {message: 'overloaded'}}))).toMatchObject({
      kind: 'notice',
      level: 'error',
      text: 'API request failed: overloaded',
    })
    expect(read(system('api_error', {error: {}}))).toMatchObject({level: 'error', text: 'API request failed'})
  })

  test.each([
    'memory_saved',
    'agents_killed',
    'scheduled_task_fire',
    'permission_retry',
    'task_summary',
    'informational',
  ])('%s is a notice', (subtype) => {
    expect(read(system(subtype, {content: 'x'}))).toMatchObject({kind: 'notice', name: subtype, text: 'x'})
  })

  test.each(['file_snapshot', 'bridge_status'])('%s is metadata', (subtype) => {
    expect(read(system(subtype))).toMatchObject({kind: 'metadata', name: subtype})
  })
})

describe('attachments', () => {
  const hook = (type: string, fields: JsonObject = {}) =>
    read(
      attachment(type, {
        hookName: 'PostToolUse:Edit',
        hookEvent: 'PostToolUse',
        toolUseID: 'toolu_x',
        ...fields,
      }),
    )

  test.each([
    [
      'hook_success',
      {stdout: 'fine\n', stderr: '', exitCode: 0, content: ''},
      {outcome: 'success', stdout: 'fine\n', stderr: '', exitCode: 0},
    ],
    [
      'hook_additional_context',
      {content: ['one note', 'and another']},
      {outcome: 'success', stdout: 'one note\nand another'},
    ],
    [
      'hook_system_message',
      {content: 'post hook system message'},
      {outcome: 'success', stdout: 'post hook system message'},
    ],
    [
      'hook_blocking_error',
      {blockingError: {blockingError: 'lint failed', command: 'npm run lint'}},
      {outcome: 'blocked', stderr: 'lint failed'},
    ],
    [
      'hook_non_blocking_error',
      {stderr: 'exit status 1', stdout: '', exitCode: 1},
      {outcome: 'error', stderr: 'exit status 1', exitCode: 1},
    ],
    ['hook_error_during_execution', {content: 'spawn failed'}, {outcome: 'error', stdout: 'spawn failed'}],
    ['hook_cancelled', {}, {outcome: 'cancelled'}],
  ])('%s is the end of a hook', (type, fields, wanted) => {
    expect(hook(type, fields)).toMatchObject({
      kind: 'hook',
      phase: 'finished',
      name: 'PostToolUse:Edit',
      event: 'PostToolUse',
      callId: 'toolu_x',
      ...wanted,
    })
  })

  test('of any other type keep all they have', () => {
    expect(read(attachment('released_tomorrow', {files: ['a']}))).toMatchObject({
      kind: 'attachment',
      type: 'attachment/released_tomorrow',
      name: 'released_tomorrow',
      value: {type: 'released_tomorrow', files: ['a']},
    })
    expect(readRecord({type: 'attachment'})).toMatchObject({kind: 'attachment', name: 'unknown', value: {}})
  })
})

describe('records outside the graph', () => {
  test.each([
    [
      {
        type: 'summary',
        summary: 'Claude Code warmup for deep-manifest project',
        leafUuid: 'b83b0f5f-8bfc-4b98-8368-16162a6e9320',
      },
      {
        source: 'summary',
        title: 'Claude Code warmup for deep-manifest project',
        leaf: 'b83b0f5f-8bfc-4b98-8368-16162a6e9320',
      },
    ],
    [
      {type: 'custom-title', customTitle: 'Mine', sessionId: 's'},
      {source: 'custom', title: 'Mine', leaf: undefined},
    ],
    [
      {type: 'ai-title', aiTitle: 'Its', sessionId: 's'},
      {source: 'ai', title: 'Its'},
    ],
    [
      {type: 'agent-name', agentName: 'code-reviewer', sessionId: 's'},
      {source: 'agent', title: 'code-reviewer'},
    ],
  ])('%j is a title', (record, wanted) => {
    expect(readRecord(record)).toMatchObject({kind: 'title', ...wanted})
  })

  test('say which branch is live', () => {
    expect(
      readRecord({type: 'last-prompt', lastPrompt: 'Go on', leafUuid: 'u9', sessionId: 's'}),
    ).toMatchObject({kind: 'leaf', leaf: 'u9', prompt: 'Go on'})
    expect(readRecord({type: 'last-prompt', sessionId: 's'})).toMatchObject({
      kind: 'leaf',
      leaf: undefined,
      prompt: undefined,
    })
  })

  test('say what the session cost so far', () => {
    const modelUsage = {opus: {inputTokens: 1, outputTokens: 2, costUSD: 0.5}}
    expect(readRecord({type: 'cost-state', sessionId: 's', totalCostUSD: 0.5, modelUsage})).toMatchObject({
      kind: 'cost-state',
      costUsd: 0.5,
      totals: [{model: 'opus', costUsd: 0.5, usage: {input: 1, output: 2}}],
    })
  })

  test('show that a call is running', () => {
    const progress = (data: JsonObject, fields: JsonObject = {}) =>
      read({type: 'progress', data, toolUseID: 'bash-progress-0', parentToolUseID: 'toolu_1', ...fields})
    expect(progress({type: 'bash_progress', elapsedTimeSeconds: 2.001})).toMatchObject({
      kind: 'progress',
      type: 'progress/bash_progress',
      callId: 'toolu_1',
      elapsedMs: 2001,
      detail: 'bash_progress',
    })
    expect(progress({type: 'agent_progress', agentId: 'agent-1'})).toMatchObject({
      agentId: 'agent-1',
      elapsedMs: undefined,
    })
    expect(progress({}, {parentToolUseID: undefined})).toMatchObject({
      callId: 'bash-progress-0',
      detail: 'progress',
    })
  })

  test('name the message whose files they keep', () => {
    expect(readRecord({type: 'file-history-snapshot', messageId: 'm1', snapshot: {}})).toMatchObject({
      kind: 'snapshot',
      messageId: 'm1',
    })
    expect(readRecord({type: 'file-history-delta', messageId: 'm2'})).toMatchObject({
      kind: 'snapshot',
      messageId: 'm2',
    })
  })
})
