import {expect, test} from 'vitest'
import {
  testConversation,
  textBlock,
  transcriptRecord,
} from '../../../test/support/conversation/test-conversation.ts'

const at = (second: number): string => `2026-01-01T00:00:0${second}.000Z`

const asked = (uuid: string, second: number) =>
  transcriptRecord('user', uuid, null, {message: {role: 'user', content: uuid}, timestamp: at(second)})

const said = (uuid: string, id: string, block: object, more: object) =>
  transcriptRecord('assistant', uuid, null, {
    message: {id, role: 'assistant', model: 'claude', content: [block]},
    ...more,
  })

test('slices are in the order of their turns, also if the first turn gets something to show later', () => {
  const conversation = testConversation()
  conversation.add([
    said('a1', 'm1', textBlock(''), {timestamp: at(1)}),
    asked('u2', 4),
    said('a2', 'm2', textBlock('two'), {timestamp: at(5)}),
    said('a3', 'm3', textBlock('three'), {timestamp: at(2), isSidechain: true, agentId: 'early'}),
  ])
  const slices = conversation.state.slices('s')
  expect(slices?.turns()).toEqual([0, 1])
  expect([...(slices?.all() ?? [])].map(({agents, items}) => [agents.size, items.length])).toEqual([
    [1, 0],
    [0, 2],
  ])
})

test('a response without an id begins in one slice, like any other', () => {
  const conversation = testConversation()
  const blocks = Array.from({length: 40}, (_, place) => textBlock(`text ${place}`))
  conversation.add([
    asked('u1', 1),
    transcriptRecord('assistant', 'a1', 'u1', {
      message: {role: 'assistant', model: 'claude', content: blocks},
    }),
  ])
  const slices = conversation.state.slices('s')
  expect([...(slices?.all() ?? [])].map(({items}) => items.length)).toEqual([41])
  expect(slices?.ofResponse('a1')).toBe(slices?.of(0)[0])
})
