import {describe, expect, test} from 'vitest'
import type {SDKToolProgressMessage} from './conversation-messages.ts'
import {
  isAssistantMessage,
  isAuthStatus,
  isCompactBoundary,
  isHookResponse,
  isPartialAssistantMessage,
  isResultMessage,
  isSDKMessage,
  isStatus,
  isSystemInit,
  isToolProgress,
  isUserMessage,
  isUserMessageReplay,
} from './guards.ts'
import {type ParsedSDKMessage, parseSdkMessage} from './parse-sdk-message.ts'
import type {StdoutMessageMap, StdoutWireKey} from './sdk-message.ts'

// One test per scenario of the sdk-messages specification. Hook, status and replay lines are real.

const session = {uuid: '0d7595f1-d7aa-4735-a961-d33ab8d3ccae', session_id: 's1'}

function received<Key extends StdoutWireKey>(key: Key, line: string | object): StdoutMessageMap[Key] {
  const message = parseSdkMessage(typeof line === 'string' ? line : JSON.stringify(line))
  if (!isSDKMessage(message, key)) throw new Error(`Expected ${key}, got ${JSON.stringify(message)}`)
  return message
}

describe('tool progress', () => {
  const progress = (tool_use_id: string, parent_tool_use_id: string | null) => ({
    type: 'tool_progress',
    tool_use_id,
    tool_name: 'Bash',
    parent_tool_use_id,
    elapsed_time_seconds: 30,
    ...session,
  })

  test('a running tool says which call it is, which tool, and for how long it has run', () => {
    const message = received('tool_progress', progress('toolu_1', null))
    expect(message.tool_use_id).toBe('toolu_1')
    expect(message.tool_name).toBe('Bash')
    expect(message.elapsed_time_seconds).toBe(30)
    expect(JSON.stringify(message)).toContain('"type":"tool_progress"')
  })

  test('nested progress names its parent, so an execution tree can be built', () => {
    const lines = [progress('toolu_1', null), progress('toolu_2', 'toolu_1'), progress('toolu_3', 'toolu_2')]
    const messages = lines.map((line) => parseSdkMessage(JSON.stringify(line))).filter(isToolProgress)
    const pathOf = (message: SDKToolProgressMessage): string => {
      const parent = messages.find((other) => other.tool_use_id === message.parent_tool_use_id)
      return parent === undefined ? message.tool_use_id : `${pathOf(parent)} > ${message.tool_use_id}`
    }
    expect(messages.map(pathOf)).toEqual(['toolu_1', 'toolu_1 > toolu_2', 'toolu_1 > toolu_2 > toolu_3'])
  })
})

describe('auth status', () => {
  const auth = (fields: object) => received('auth_status', {type: 'auth_status', ...fields, ...session})

  test('while signing in, isAuthenticating is true and output has the progress', () => {
    const message = auth({isAuthenticating: true, output: ['Opening browser…', 'Waiting…']})
    expect(message.isAuthenticating).toBe(true)
    expect(message.output).toEqual(['Opening browser…', 'Waiting…'])
  })

  test('a failed sign-in carries its error and is over', () => {
    const message = auth({isAuthenticating: false, output: [], error: 'Token expired'})
    expect(message.error).toBe('Token expired')
    expect(message.isAuthenticating).toBe(false)
  })

  test('a finished sign-in is over and carries no error', () => {
    const message = auth({isAuthenticating: false, output: ['Signed in.']})
    expect(message.isAuthenticating).toBe(false)
    expect(message.error).toBeUndefined()
  })
})

describe('status', () => {
  const line =
    '{"type":"system","subtype":"status","status":"compacting","session_id":"36099087-2ec6-41f1-b888-0111ffad1a6a","uuid":"b63026f3-e6c3-47c6-9d59-4d8734e64ce9"}'

  test('compaction is announced as a system message of subtype status', () => {
    const message = received('system/status', line)
    expect(message.subtype).toBe('status')
    expect(message.status).toBe('compacting')
  })

  test('a status message serialises with its type, subtype and status', () => {
    expect(JSON.parse(JSON.stringify(received('system/status', line)))).toMatchObject({
      type: 'system',
      subtype: 'status',
      status: 'compacting',
    })
  })
})

describe('hook response', () => {
  const allowed =
    '{"type":"system","subtype":"hook_response","hook_id":"a38b62bb-4430-4bd2-828e-8beb29c0d19d","hook_name":"UserPromptSubmit","hook_event":"UserPromptSubmit","output":"prompt hook context\\n","stdout":"prompt hook context\\n","stderr":"","exit_code":0,"outcome":"success","uuid":"3b0ca57b-bef8-4229-88c4-b8217ab76de9","session_id":"7ac9087c-6243-4a0c-b1f7-209306c51930"}'
  const blocked =
    '{"type":"system","subtype":"hook_response","hook_id":"e4a65318-05f0-4133-b2ea-42f00cb20d34","hook_name":"PreToolUse:Bash","hook_event":"PreToolUse","output":"rm is not allowed here\\n","stdout":"","stderr":"rm is not allowed here\\n","exit_code":2,"outcome":"error","uuid":"8e90ea71-0199-4822-8ee0-432b2d0cb2b8","session_id":"7ac9087c-6243-4a0c-b1f7-209306c51930"}'

  test('a finished hook has its name, its event, what it printed and its exit code', () => {
    const {hook_name, hook_event, stdout, stderr, exit_code} = received('system/hook_response', blocked)
    expect({hook_name, hook_event, stdout, stderr, exit_code}).toEqual({
      hook_name: 'PreToolUse:Bash',
      hook_event: 'PreToolUse',
      stdout: '',
      stderr: 'rm is not allowed here\n',
      exit_code: 2,
    })
  })

  test('a hook that succeeded has exit code 0, output and no errors', () => {
    const message = received('system/hook_response', allowed)
    expect(message.exit_code ?? 0).toBe(0)
    expect(message.stdout).toBe('prompt hook context\n')
    expect(message.stderr).toBe('')
  })

  test('a hook that failed has another exit code, its errors, and the event it failed on', () => {
    const message = received('system/hook_response', blocked)
    expect(message.exit_code).toBe(2)
    expect(message.stderr).toBe('rm is not allowed here\n')
    expect(message.hook_event).toBe('PreToolUse')
  })
})

describe('user message replay', () => {
  const replay =
    '{"type":"user","message":{"role":"user","content":[{"type":"text","text":"First question"}]},"session_id":"6f4561bd-a59a-49ed-b3d4-41bba95f426b","parent_tool_use_id":null,"uuid":"11111111-1111-4111-8111-111111111111","timestamp":"2026-11-15T21:44:27.081Z","isReplay":true}'
  const {isReplay: _, ...original} = JSON.parse(replay) as {isReplay: true; uuid: string; session_id: string}

  test('a replayed prompt is marked and has the complete user message', () => {
    const message = received('user/replay', replay)
    expect(message.isReplay).toBe(true)
    expect(message.message).toEqual({role: 'user', content: [{type: 'text', text: 'First question'}]})
    expect(message.parent_tool_use_id).toBeNull()
  })

  test('isReplay distinguishes a replay from the original, whose uuid and session it has', () => {
    const first = received('user', original)
    const again = received('user/replay', replay)
    expect([isUserMessage(first), isUserMessageReplay(first)]).toEqual([true, false])
    expect([isUserMessage(again), isUserMessageReplay(again)]).toEqual([false, true])
    expect([again.uuid, again.session_id]).toEqual([first.uuid, first.session_id])
  })
})

describe('the union', () => {
  test('every kind of message keeps its own type, and a new kind falls into no existing branch', () => {
    const kinds: readonly (readonly [name: string, guard: (message: ParsedSDKMessage) => boolean])[] = [
      ['Assistant', isAssistantMessage],
      ['User', isUserMessage],
      ['UserReplay', isUserMessageReplay],
      ['Result', isResultMessage],
      ['System', isSystemInit],
      ['PartialAssistant', isPartialAssistantMessage],
      ['CompactBoundary', isCompactBoundary],
      ['Status', isStatus],
      ['HookResponse', isHookResponse],
      ['ToolProgress', isToolProgress],
      ['AuthStatus', isAuthStatus],
    ]
    const kindsOf = (line: string) =>
      kinds.filter(([, guard]) => guard(parseSdkMessage(line))).map(([name]) => name)

    expect(kindsOf('{"type":"assistant"}')).toEqual(['Assistant'])
    expect(kindsOf('{"type":"user"}')).toEqual(['User'])
    expect(kindsOf('{"type":"user","isReplay":true}')).toEqual(['UserReplay'])
    expect(kindsOf('{"type":"result","subtype":"success"}')).toEqual(['Result'])
    expect(kindsOf('{"type":"result","subtype":"error_max_turns"}')).toEqual(['Result'])
    expect(kindsOf('{"type":"system","subtype":"init"}')).toEqual(['System'])
    expect(kindsOf('{"type":"stream_event"}')).toEqual(['PartialAssistant'])
    expect(kindsOf('{"type":"system","subtype":"compact_boundary"}')).toEqual(['CompactBoundary'])
    expect(kindsOf('{"type":"system","subtype":"status"}')).toEqual(['Status'])
    expect(kindsOf('{"type":"system","subtype":"hook_response"}')).toEqual(['HookResponse'])
    expect(kindsOf('{"type":"tool_progress"}')).toEqual(['ToolProgress'])
    expect(kindsOf('{"type":"auth_status"}')).toEqual(['AuthStatus'])
    expect(kindsOf('{"type":"released_tomorrow"}')).toEqual([])
    expect(kindsOf('{"type":"system","subtype":"released_tomorrow"}')).toEqual([])
  })
})
