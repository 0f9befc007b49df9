import {expect, expectTypeOf, test} from 'vitest'
import type {SDKUserMessage, SDKUserMessageReplay} from './conversation-messages.ts'
import * as guards from './guards.ts'
import {type ParsedSDKMessage, parseSdkMessage} from './parse-sdk-message.ts'
import type {SDKResultError, SDKResultSuccess} from './result-messages.ts'
import type {SDKSystemMessage} from './system-messages.ts'
import {stdoutWireKeys} from './wire-keys.ts'

const {isSDKMessage, ...named} = guards

const lineOf = (key: string) => {
  const [type, subtype] = key.split('/')
  return JSON.stringify({type, subtype, isReplay: subtype === 'replay'})
}

test('each named guard accepts its own messages and no other', () => {
  const accepted = Object.entries(named).map(([name, guard]) => [
    name,
    Object.keys(stdoutWireKeys).filter((key) => guard(parseSdkMessage(lineOf(key)))),
  ])
  const errors = [
    'result/error_during_execution',
    'result/error_max_turns',
    'result/error_max_budget_usd',
    'result/error_max_structured_output_retries',
  ]
  expect(Object.fromEntries(accepted)).toEqual({
    isAssistantMessage: ['assistant'],
    isUserMessage: ['user'],
    isUserMessageReplay: ['user/replay'],
    isPartialAssistantMessage: ['stream_event'],
    isResultSuccess: ['result/success'],
    isResultError: errors,
    isResultMessage: ['result/success', ...errors],
    isSystemInit: ['system/init'],
    isCompactBoundary: ['system/compact_boundary'],
    isStatus: ['system/status'],
    isAPIRetry: ['system/api_retry'],
    isPermissionDenied: ['system/permission_denied'],
    isHookStarted: ['system/hook_started'],
    isHookProgress: ['system/hook_progress'],
    isHookResponse: ['system/hook_response'],
    isTaskStarted: ['system/task_started'],
    isTaskProgress: ['system/task_progress'],
    isTaskUpdated: ['system/task_updated'],
    isTaskNotification: ['system/task_notification'],
    isToolProgress: ['tool_progress'],
    isAuthStatus: ['auth_status'],
    isRateLimitEvent: ['rate_limit_event'],
    isControlRequest: ['control_request'],
    isControlResponse: ['control_response'],
  })
})

test('a guard takes anything', () => {
  for (const value of [
    undefined,
    null,
    7,
    'assistant',
    [],
    {},
    {type: 'foo'},
    parseSdkMessage('{"type":"foo"}'),
  ]) {
    expect(isSDKMessage(value, 'assistant')).toBe(false)
    expect(guards.isResultMessage(value)).toBe(false)
  }
})

test('a guard narrows to exactly its message', () => {
  const check = (message: ParsedSDKMessage) => {
    if (isSDKMessage(message, 'system/init')) expectTypeOf(message).toEqualTypeOf<SDKSystemMessage>()
    if (isSDKMessage(message, 'result/error_max_turns'))
      expectTypeOf(message).toEqualTypeOf<SDKResultError<'error_max_turns'>>()
    if (guards.isResultSuccess(message)) expectTypeOf(message).toEqualTypeOf<SDKResultSuccess>()
    else if (guards.isResultMessage(message)) expectTypeOf(message.errors).toEqualTypeOf<readonly string[]>()
    if (guards.isUserMessage(message)) expectTypeOf(message).toEqualTypeOf<SDKUserMessage>()
    else if (message.type === 'user') expectTypeOf(message).toEqualTypeOf<SDKUserMessageReplay>()
  }
  expect(() => check(parseSdkMessage('{"type":"user"}'))).not.toThrow()
})
