import {describe, expect, expectTypeOf, test} from 'vitest'
import type * as SDK from './index.ts'
import {type ParsedSDKMessage, parseSdkMessage, type SDKUnknownMessage} from './parse-sdk-message.ts'
import type {SDKMessage, SDKMessageMap, SDKWireKey, StdoutMessage, StdoutWireKey} from './sdk-message.ts'
import {sdkWireKeys, stdoutWireKeys} from './wire-keys.ts'

/** The `SDKMessage` union of SDK 0.3.325, in its order. */
interface Declared {
  SDKAssistantMessage: SDK.SDKAssistantMessage
  SDKUserMessage: SDK.SDKUserMessage
  SDKUserMessageReplay: SDK.SDKUserMessageReplay
  SDKResultMessage: SDK.SDKResultMessage
  SDKSystemMessage: SDK.SDKSystemMessage
  SDKPartialAssistantMessage: SDK.SDKPartialAssistantMessage
  SDKCompactBoundaryMessage: SDK.SDKCompactBoundaryMessage
  SDKStatusMessage: SDK.SDKStatusMessage
  SDKAPIRetryMessage: SDK.SDKAPIRetryMessage
  SDKControlRequestProgressMessage: SDK.SDKControlRequestProgressMessage
  SDKModelRefusalFallbackMessage: SDK.SDKModelRefusalFallbackMessage
  SDKModelRefusalNoFallbackMessage: SDK.SDKModelRefusalNoFallbackMessage
  SDKLocalCommandOutputMessage: SDK.SDKLocalCommandOutputMessage
  SDKHookStartedMessage: SDK.SDKHookStartedMessage
  SDKHookProgressMessage: SDK.SDKHookProgressMessage
  SDKHookResponseMessage: SDK.SDKHookResponseMessage
  SDKPluginInstallMessage: SDK.SDKPluginInstallMessage
  SDKToolProgressMessage: SDK.SDKToolProgressMessage
  SDKAuthStatusMessage: SDK.SDKAuthStatusMessage
  SDKTaskNotificationMessage: SDK.SDKTaskNotificationMessage
  SDKTaskStartedMessage: SDK.SDKTaskStartedMessage
  SDKTaskUpdatedMessage: SDK.SDKTaskUpdatedMessage
  SDKTaskProgressMessage: SDK.SDKTaskProgressMessage
  SDKBackgroundTasksChangedMessage: SDK.SDKBackgroundTasksChangedMessage
  SDKThinkingTokensMessage: SDK.SDKThinkingTokensMessage
  SDKSessionStateChangedMessage: SDK.SDKSessionStateChangedMessage
  SDKWorkerShuttingDownMessage: SDK.SDKWorkerShuttingDownMessage
  SDKCommandsChangedMessage: SDK.SDKCommandsChangedMessage
  SDKNotificationMessage: SDK.SDKNotificationMessage
  SDKFilesPersistedEvent: SDK.SDKFilesPersistedEvent
  SDKToolUseSummaryMessage: SDK.SDKToolUseSummaryMessage
  SDKMemoryRecallMessage: SDK.SDKMemoryRecallMessage
  SDKRateLimitEvent: SDK.SDKRateLimitEvent
  SDKElicitationCompleteMessage: SDK.SDKElicitationCompleteMessage
  SDKPermissionDeniedMessage: SDK.SDKPermissionDeniedMessage
  SDKPromptSuggestionMessage: SDK.SDKPromptSuggestionMessage
  SDKMirrorErrorMessage: SDK.SDKMirrorErrorMessage
  SDKInformationalMessage: SDK.SDKInformationalMessage
  SDKConversationResetMessage: SDK.SDKConversationResetMessage
  SDKSessionWritesLostMessage: SDK.SDKSessionWritesLostMessage
}

/** The wire keys of each, checked by the compiler against the type that the map has under them. */
const declared: {
  readonly [Name in keyof Declared]: readonly {
    [Key in SDKWireKey]: SDKMessageMap[Key] extends Declared[Name] ? Key : never
  }[SDKWireKey][]
} = {
  SDKAssistantMessage: ['assistant'],
  SDKUserMessage: ['user'],
  SDKUserMessageReplay: ['user/replay'],
  SDKResultMessage: [
    'result/success',
    'result/error_during_execution',
    'result/error_max_turns',
    'result/error_max_budget_usd',
    'result/error_max_structured_output_retries',
  ],
  SDKSystemMessage: ['system/init'],
  SDKPartialAssistantMessage: ['stream_event'],
  SDKCompactBoundaryMessage: ['system/compact_boundary'],
  SDKStatusMessage: ['system/status'],
  SDKAPIRetryMessage: ['system/api_retry'],
  SDKControlRequestProgressMessage: ['system/control_request_progress'],
  SDKModelRefusalFallbackMessage: ['system/model_refusal_fallback'],
  SDKModelRefusalNoFallbackMessage: ['system/model_refusal_no_fallback'],
  SDKLocalCommandOutputMessage: ['system/local_command_output'],
  SDKHookStartedMessage: ['system/hook_started'],
  SDKHookProgressMessage: ['system/hook_progress'],
  SDKHookResponseMessage: ['system/hook_response'],
  SDKPluginInstallMessage: ['system/plugin_install'],
  SDKToolProgressMessage: ['tool_progress'],
  SDKAuthStatusMessage: ['auth_status'],
  SDKTaskNotificationMessage: ['system/task_notification'],
  SDKTaskStartedMessage: ['system/task_started'],
  SDKTaskUpdatedMessage: ['system/task_updated'],
  SDKTaskProgressMessage: ['system/task_progress'],
  SDKBackgroundTasksChangedMessage: ['system/background_tasks_changed'],
  SDKThinkingTokensMessage: ['system/thinking_tokens'],
  SDKSessionStateChangedMessage: ['system/session_state_changed'],
  SDKWorkerShuttingDownMessage: ['system/worker_shutting_down'],
  SDKCommandsChangedMessage: ['system/commands_changed'],
  SDKNotificationMessage: ['system/notification'],
  SDKFilesPersistedEvent: ['system/files_persisted'],
  SDKToolUseSummaryMessage: ['tool_use_summary'],
  SDKMemoryRecallMessage: ['system/memory_recall'],
  SDKRateLimitEvent: ['rate_limit_event'],
  SDKElicitationCompleteMessage: ['system/elicitation_complete'],
  SDKPermissionDeniedMessage: ['system/permission_denied'],
  SDKPromptSuggestionMessage: ['prompt_suggestion'],
  SDKMirrorErrorMessage: ['system/mirror_error'],
  SDKInformationalMessage: ['system/informational'],
  SDKConversationResetMessage: ['conversation_reset'],
  SDKSessionWritesLostMessage: ['system/session_writes_lost'],
}

describe('the map', () => {
  test('has all 40 members of the union of SDK 0.3.325, and three messages that it does not declare', () => {
    expect(Object.keys(declared)).toHaveLength(40)
    expect(Object.keys(sdkWireKeys).sort()).toEqual(
      [
        ...Object.values(declared).flat(),
        'command_lifecycle',
        'system/model_fallback',
        'system/session_title_changed',
      ].sort(),
    )
  })

  test('is the union and nothing else', () => {
    type Undeclared =
      | SDK.SDKCommandLifecycleMessage
      | SDK.SDKModelFallbackMessage
      | SDK.SDKSessionTitleChangedMessage
    expectTypeOf<SDKMessage>().toExtend<Declared[keyof Declared] | Undeclared>()
    expectTypeOf<Declared[keyof Declared] | Undeclared>().toExtend<SDKMessage>()
    expectTypeOf<keyof typeof sdkWireKeys>().toEqualTypeOf<SDKWireKey>()
    expectTypeOf<keyof typeof stdoutWireKeys>().toEqualTypeOf<StdoutWireKey>()
  })

  test('stdout adds the active goal, the control protocol and keep-alives', () => {
    const extras = Object.keys(stdoutWireKeys).filter((key) => !(key in sdkWireKeys))
    expect(extras).toEqual([
      'active_goal',
      'control_request',
      'control_response',
      'control_cancel_request',
      'keep_alive',
    ])
  })
})

/** What a consumer writes; the type assertions in it are checked by `tsc`. */
function describeMessage(message: ParsedSDKMessage): string {
  switch (message.type) {
    case 'assistant':
      expectTypeOf(message).toEqualTypeOf<SDK.SDKAssistantMessage>()
      return 'assistant'
    case 'user':
      expectTypeOf(message).toEqualTypeOf<SDK.SDKUserMessage | SDK.SDKUserMessageReplay>()
      if (!message.isReplay) return 'user'
      expectTypeOf(message).toEqualTypeOf<SDK.SDKUserMessageReplay>()
      return 'replay'
    case 'result':
      if (message.subtype === 'success') {
        expectTypeOf(message).toEqualTypeOf<SDK.SDKResultSuccess>()
        return `result: ${message.result}`
      }
      expectTypeOf(message.errors).toEqualTypeOf<readonly string[]>()
      return `stopped: ${message.errors.join()}`
    case 'system':
      switch (message.subtype) {
        case 'init':
          expectTypeOf(message).toEqualTypeOf<SDK.SDKSystemMessage>()
          return `init ${message.model}`
        case 'task_started':
          expectTypeOf(message).toEqualTypeOf<SDK.SDKTaskStartedMessage>()
          return `task ${message.description}`
        default:
          expectTypeOf(message.session_id).toEqualTypeOf<string>()
          return message.subtype
      }
    case 'stream_event':
      if (message.event.type !== 'content_block_delta') return message.event.type
      return message.event.delta.type === 'text_delta' ? message.event.delta.text : message.event.delta.type
    case 'control_request':
      if (message.request.subtype !== 'can_use_tool') return message.request.subtype
      expectTypeOf(message.request.tool_use_id).toEqualTypeOf<string>()
      return `may I ${message.request.tool_name}?`
    case 'unknown':
      expectTypeOf(message).toEqualTypeOf<SDKUnknownMessage>()
      return `new: ${message.wireType}`
    default:
      expectTypeOf(message).toExtend<StdoutMessage>()
      return message.type
  }
}

describe('a switch over type, then subtype', () => {
  test.each([
    ['{"type":"assistant"}', 'assistant'],
    ['{"type":"user","isReplay":false}', 'user'],
    ['{"type":"user","isReplay":true}', 'replay'],
    ['{"type":"result","subtype":"success","result":"done"}', 'result: done'],
    ['{"type":"result","subtype":"error_max_turns","errors":["2 turns"]}', 'stopped: 2 turns'],
    ['{"type":"system","subtype":"init","model":"claude-opus-5-5"}', 'init claude-opus-5-5'],
    ['{"type":"system","subtype":"task_started","description":"Review app"}', 'task Review app'],
    ['{"type":"system","subtype":"session_title_changed"}', 'session_title_changed'],
    [
      '{"type":"stream_event","event":{"type":"content_block_delta","delta":{"type":"text_delta","text":"Hi"}}}',
      'Hi',
    ],
    ['{"type":"control_request","request":{"subtype":"can_use_tool","tool_name":"Bash"}}', 'may I Bash?'],
    ['{"type":"keep_alive"}', 'keep_alive'],
    ['{"type":"system","subtype":"released_tomorrow"}', 'new: system/released_tomorrow'],
  ])('takes %s to "%s"', (line, description) => {
    expect(describeMessage(parseSdkMessage(line))).toBe(description)
  })
})
