import {expect, test} from 'vitest'
import {readApiError} from './read-api-error.ts'

const overloaded = '529 {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}'

test.each([
  [
    {attempt: 1, max_retries: 2, retry_delay_ms: 621, error_status: 529, error: 'rate_limit'},
    'API overloaded (529), retry 1 of 2 in 0.6s',
  ],
  [
    {error: {message: overloaded, status: 529}, retryInMs: 1214, retryAttempt: 2, maxRetries: 2},
    'API overloaded (529), retry 2 of 2 in 1.2s',
  ],
  [
    {error: {cause: {code: 'FailedToOpenSocket'}}, retryInMs: 529.87, retryAttempt: 1, maxRetries: 10},
    'API unreachable (FailedToOpenSocket), retry 1 of 10 in 0.5s',
  ],
  [{error: {cause: {}}, retryAttempt: 3}, 'API request failed, retry 3'],
  [{error: {message: overloaded}, retryAttempt: 1}, 'API request failed: 529 Overloaded, retry 1'],
  [{attempt: 1, error_status: 599, error: 'server_error'}, 'API request failed: server error, retry 1'],
])('%j is shown as: %s', (record, text) => {
  expect(readApiError(record)).toMatchObject({kind: 'notice', level: 'warning', text})
})

test('what is not tried again is an error', () => {
  expect(readApiError({error: {status: 400}, retryAttempt: 0, maxRetries: 0})).toMatchObject({
    level: 'error',
    text: 'API request rejected (400)',
  })
})
