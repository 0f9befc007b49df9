import {emptyObject, errorText, number, object, text} from '../../model/fields.ts'
import type {JsonObject} from '../../model/index.ts'
import {type MessageContent, makeNotice} from './make-message.ts'

/** Errors by HTTP status. The names that clients give them differ, and some are wrong. */
const errorNames: ReadonlyMap<number, string> = new Map([
  [400, 'API request rejected'],
  [401, 'API authentication failed'],
  [403, 'API access forbidden'],
  [404, 'API model not found'],
  [408, 'API timeout'],
  [413, 'API request too large'],
  [429, 'API rate limit reached'],
  [500, 'API server error'],
  [502, 'API unreachable'],
  [503, 'API unavailable'],
  [504, 'API timeout'],
  [529, 'API overloaded'],
])

/**
 * Reads a failed request, which the client may retry, as one sentence: `api_retry` of a stream and `api_error` of a
 * transcript. The oldest have only a cause.
 */
export function readApiError(record: JsonObject): MessageContent {
  // It is 0 if there is no retry.
  const attempt = number(record, 'attempt') || number(record, 'retryAttempt') || undefined
  const retries = number(record, 'max_retries') ?? number(record, 'maxRetries')
  const delayMs = number(record, 'retry_delay_ms') ?? number(record, 'retryInMs')
  const trouble = nameError(record)
  const retry = [
    attempt === undefined ? '' : `, retry ${attempt}`,
    attempt === undefined || retries === undefined ? '' : ` of ${retries}`,
    attempt === undefined || delayMs === undefined ? '' : ` in ${(delayMs / 1000).toFixed(1)}s`,
  ].join('')
  const level = attempt === undefined ? 'error' : 'warning'
  return makeNotice(text(record, 'subtype') ?? 'api_error', level, trouble + retry)
}

function nameError(record: JsonObject): string {
  const error = object(record, 'error') ?? emptyObject
  const status = number(record, 'error_status') ?? number(error, 'status')
  const known = errorNames.get(status ?? 0)
  if (status !== undefined && known !== undefined) return `${known} (${status})`
  const cause =
    object(error, 'cause') ?? object(record, 'cause') ?? object(error, 'connection') ?? emptyObject
  const code = text(cause, 'code')
  if (code !== undefined) return `API unreachable (${code})`
  const words = text(record, 'error') ?? text(error, 'formatted') ?? text(error, 'message')
  return words === undefined
    ? 'API request failed'
    : `API request failed: ${errorText(words).replaceAll('_', ' ')}`
}
