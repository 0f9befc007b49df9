import {describe, expect, test} from 'vitest'
import {allRecordings, foldDocument} from '../../../test/support/conversation/recordings.ts'
import type {TestConversation} from '../../../test/support/conversation/test-conversation.ts'
import {
  assistantResponse,
  testConversation,
  toolResult,
  toolUse,
  transcriptRecord,
} from '../../../test/support/conversation/test-conversation.ts'
import type {ConversationDocument} from '../index.ts'

const launched = {
  ...toolResult('a', 'Command running in background with ID: b1.'),
  tool_use_result: {backgroundTaskId: 'b1'},
}
const agentLaunched = {
  ...toolResult('a', 'Async agent launched successfully.'),
  tool_use_result: {isAsync: true, status: 'async_launched', agentId: 'b1'},
}
const taskOf = (conversation: TestConversation): string | undefined =>
  conversation.document().toolCalls[0]?.background?.state

/** What becomes of a background command when these records follow. */
function stateAfter(...records: readonly object[]): string | undefined {
  const conversation = testConversation()
  conversation.add([assistantResponse('m1', toolUse('a')), launched, ...records])
  return taskOf(conversation)
}

describe('background work', () => {
  test('runs until its end is reported', () => {
    expect(stateAfter()).toBe('running')
  })
  test.each([
    ['TaskStop', {task_id: 'b1'}, {message: 'Successfully stopped task: b1 (sleep 9)', task_id: 'b1'}],
    ['KillShell', {shell_id: 'b1'}, {message: 'Successfully killed shell: b1 (sleep 9)', shell_id: 'b1'}],
    ['KillBash', {shell_id: 'b1'}, undefined],
  ])('is stopped by %s', (name, input, output) => {
    const stop = [
      assistantResponse('m2', toolUse('k', name, input)),
      {...toolResult('k', 'ok'), tool_use_result: output},
    ]
    expect(stateAfter(...stop)).toBe('stopped')
    // A notification knows better.
    const notified = {type: 'system', subtype: 'task_notification', session_id: 's', task_id: 'b1'}
    expect(stateAfter(...stop, {...notified, tool_use_id: 'a', status: 'failed', summary: 'No.'})).toBe(
      'failed',
    )
  })
  test('continues when the call that should stop it failed, was about another task, or says so', () => {
    const stop = (id: string) => assistantResponse('m2', toolUse('k', 'TaskStop', {task_id: id}))
    expect(stateAfter(stop('b1'), toolResult('k', 'No task found with ID: b1', true))).toBe('running')
    expect(stateAfter(stop('b2'), toolResult('k'))).toBe('running')
    expect(stateAfter(stop('b1'), {...toolResult('k'), tool_use_result: {success: false}})).toBe('running')
  })
  test.each([
    ['completed', 'completed'],
    ['failed', 'failed'],
    ['killed', 'stopped'],
    ['running', 'running'],
  ])('that a look finds %s is %s', (status, state) => {
    const look = assistantResponse('m2', toolUse('k', 'BashOutput', {bash_id: 'b1'}))
    expect(stateAfter(look, {...toolResult('k'), tool_use_result: {shellId: 'b1', status}})).toBe(state)
    expect(stateAfter(look, {...toolResult('k'), tool_use_result: {task: {task_id: 'b1', status}}})).toBe(
      state,
    )
    expect(stateAfter(look, toolResult('k', `<status>${status}</status>\n\n<stdout>`))).toBe(state)
  })
  test('is known by the words of a result that has nothing else', () => {
    const conversation = testConversation()
    conversation.add([
      assistantResponse('m1', toolUse('a', 'Bash', {run_in_background: true})),
      {...launched, tool_use_result: undefined},
    ])
    expect(conversation.document().toolCalls[0]?.background).toMatchObject({taskId: 'b1', state: 'running'})
  })
  test('is stopped when its stream ends, and unknown when its transcript does', () => {
    const stream = testConversation()
    stream.add([assistantResponse('m1', toolUse('a')), launched])
    stream.end()
    expect(taskOf(stream)).toBe('stopped')
    const transcript = testConversation()
    transcript.add([
      transcriptRecord('assistant', '1', null, {message: assistantResponse('m1', toolUse('a')).message}),
      transcriptRecord('user', '2', '1', {
        message: launched.message,
        toolUseResult: launched.tool_use_result,
      }),
    ])
    transcript.end()
    expect(taskOf(transcript)).toBe('unknown')
  })
})

describe('an agent in the background', () => {
  test('ends with its task', () => {
    const ends: readonly (readonly object[])[] = [
      [assistantResponse('m2', toolUse('k', 'TaskStop', {task_id: 'b1'})), toolResult('k')],
      [{type: 'system', subtype: 'agents_killed', session_id: 's', content: 'All agents stopped'}],
    ]
    for (const end of ends) {
      const conversation = testConversation()
      conversation.add([assistantResponse('m1', toolUse('a', 'Agent', {prompt: 'Look.'})), agentLaunched])
      expect(conversation.document().agents[0]?.state).toBe('running')
      conversation.add(end)
      expect([conversation.document().agents[0]?.state, taskOf(conversation)]).toEqual(['stopped', 'stopped'])
    }
  })
  test('whose call is in no stream ends with the stream', () => {
    const conversation = testConversation()
    conversation.add([
      {
        type: 'system',
        subtype: 'task_started',
        session_id: 's',
        task_id: 'b1',
        tool_use_id: 'x',
        task_type: 'local_agent',
      },
    ])
    conversation.end()
    expect(conversation.document().agents.map(({state}) => state)).toEqual(['stopped'])
  })
})

test('in no recording anything runs on when everything was read, in any order', () => {
  const states = (document: ConversationDocument): readonly (readonly [string, string])[] =>
    [
      ...document.toolCalls.flatMap(({toolCallId: id, background}) =>
        background ? [[id, background.state] as const] : [],
      ),
      ...document.agents.map(({key, toolCallId, state}) => [`agent ${toolCallId ?? key}`, state] as const),
    ].sort()
  let known = 0
  for (const {name, streams, transcripts} of allRecordings()) {
    const orders = [streams, transcripts, [...streams, ...transcripts], [...transcripts, ...streams]]
    const read = orders.map((files) => states(foldDocument(files)))
    for (const found of read)
      expect(
        found.map(([, state]) => state),
        name,
      ).not.toContain('running')
    const [, , first, second] = read
    expect(new Map(second), name).toEqual(new Map(first))
    known += first?.length ?? 0
  }
  expect(known).toBeGreaterThan(20)
})
