import {expect, test} from 'vitest'
import {errorText} from './fields.ts'

const answer =
  '{"type":"error","error":{"type":"api_error","message":"Internal server error"},"request_id":"r"}'

test.each([
  [
    `API Error: 500 ${answer} · check status.claude.com`,
    'API Error: 500 Internal server error · check status.claude.com',
  ],
  [`API Error: ${answer}`, 'API Error: Internal server error'],
  ['Credit balance is too low', 'Credit balance is too low'],
  ['Cannot read {"a": 1}', 'Cannot read {"a": 1}'],
  ['Unexpected } before {', 'Unexpected } before {'],
])('%s says: %s', (said, words) => {
  expect(errorText(said)).toBe(words)
})
