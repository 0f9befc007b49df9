import {describe, expect, test} from 'vitest'
import type {Block} from './index.ts'
import {countSearches} from './web-tools.ts'

const text = (words: string): readonly Block[] => [{type: 'text', text: words}] as const
const found = {tool_use_id: 'srvtoolu_1', content: [{title: 'A', url: 'https://a.example'}]}

describe('the searches of a WebSearch result', () => {
  test('are the number that newer clients give', () => {
    const structured = {query: 'tides', results: [found], searchCount: 3}
    expect(countSearches({structured, content: []})).toBe(3)
  })
  test('are what was found by each, for clients that give no number', () => {
    const structured = {query: 'tides', results: ['I look.', found, 'More.', {...found, content: []}]}
    expect(countSearches({structured, content: text('Links: [1]')})).toBe(2)
  })
  test('are read from the text if there is nothing else', () => {
    const said =
      'Web search results for query: "tides"\n\nI look.\n\nLinks: [{"title":"A"}]\n\nNo links found.\n'
    expect(countSearches({structured, content: text(said)})).toBe(2)
  })
  test('are none in the results of other tools', () => {
    expect(countSearches({structured, content: text('Links: [1]\nNo links found.')})).toBe(0)
    expect(countSearches({structured: {toolStats: {searchCount: 4}}, content: []})).toBe(0)
    expect(countSearches({structured: 'Error', content: []})).toBe(0)
  })
})

const structured = undefined
