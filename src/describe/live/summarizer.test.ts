import {describe, expect, test} from 'vitest'
import {
  assistantResponse,
  promptRecord,
  resultRecord,
  textBlock,
} from '../../../test/support/conversation/test-conversation.ts'
import {Conversation} from '../../conversation/index.ts'
import {readLines} from '../../dialects/index.ts'
import {Summarizer} from './summarizer.ts'

function summaryOf(records: readonly object[], times: readonly number[] = []) {
  const summarizer = new Summarizer()
  const state = new Conversation()
  const reader = readLines('test')
  for (const [index, record] of records.entries()) {
    for (const line of reader.push(new TextEncoder().encode(`${JSON.stringify(record)}\n`))) {
      summarizer.addLine(line)
      summarizer.addChanges(state.add(line, times[index]))
    }
  }
  summarizer.addChanges(state.end('test'))
  return summarizer.summary(state)
}

describe('the closing line', () => {
  test('counts turns of the conversation, not the rounds that the client counts', () => {
    const turn = [
      promptRecord('go'),
      assistantResponse('m', textBlock('Done.')),
      resultRecord({num_turns: 7}),
    ]
    expect(
      summaryOf([
        ...turn,
        promptRecord('more'),
        assistantResponse('n', textBlock('Yes.')),
        resultRecord({num_turns: 3}),
      ]).turns,
    ).toBe(2)
  })
  test('takes the complete turn if its result reports only the last part', () => {
    const records = [
      promptRecord('go'),
      assistantResponse('m', textBlock('Wait.')),
      assistantResponse('n', textBlock('Woken.')),
      resultRecord({duration_ms: 31}),
    ]
    expect(summaryOf(records, [0, 100, 3000, 3050]).durationMs).toBe(3050)
    expect(summaryOf(records).durationMs).toBe(31)
  })
  test('says why a run failed in words', () => {
    expect(summaryOf([promptRecord('go'), resultRecord({subtype: 'error_max_turns'})]).reason).toBe(
      'turn limit reached',
    )
  })
  test('has the message of a failed API request', () => {
    const said = 'API Error: 400 {"type":"error","error":{"message":"messages.1: bad thing"}}'
    const error = {...assistantResponse('m', textBlock(said)), error: 'unknown', isApiErrorMessage: true}
    expect(summaryOf([promptRecord('go'), error, resultRecord({is_error: true, result: said})]).reason).toBe(
      'API Error: 400 messages.1: bad thing',
    )
  })
})
