import {expect, test} from 'vitest'
import {
  assistantResponse,
  resultRecord,
  testConversation,
  textBlock,
} from '../../../test/support/conversation/test-conversation.ts'

const used = (id: string, output: number, agent?: string) => {
  const line = assistantResponse(id, textBlock(id))
  const usage = {input_tokens: 1, output_tokens: output}
  return {...line, parent_tool_use_id: agent ?? null, message: {...line.message, usage}}
}

/** A stream of many responses, in two halves with a result between them. */
const stream = [
  ...Array.from({length: 3000}, (_, n) => used(`a${n}`, n % 7)),
  resultRecord({
    total_cost_usd: 1,
    modelUsage: {
      claude: {inputTokens: 3000, outputTokens: 50_000, cacheReadInputTokens: 0, cacheCreationInputTokens: 0},
    },
  }),
  ...Array.from({length: 3000}, (_, n) => used(`b${n}`, n % 5)),
]

test('a stream of any length is counted alike, whatever is kept, and takes no more room than its newest responses', () => {
  const [all, open] = (['all', 'open'] as const).map((keep) => {
    const conversation = testConversation({keep})
    conversation.add(stream)
    const before = conversation.state.spending()
    conversation.add([resultRecord({total_cost_usd: 2})])
    return {before, after: conversation.state.spending(), responses: conversation.state.responses.size}
  })
  expect(all?.responses).toBe(6000)
  expect(open?.responses).toBeLessThan(2100)
  expect({before: open?.before, after: open?.after}).toEqual({before: all?.before, after: all?.after})
})
