import {flag, object} from '../model/fields.ts'
import type {MessageOf} from '../model/index.ts'
import {formatMoment, note} from '../page/index.ts'
import type {Telling} from './scene.ts'

const windows: ReadonlyMap<string, string> = new Map([
  ['five_hour', '5-hour limit'],
  ['seven_day', '7-day limit'],
  ['seven_day_opus', '7-day limit for Opus'],
  ['seven_day_sonnet', '7-day limit for Sonnet'],
  ['overage', 'limit for extra usage'],
])

/** Tells how much of a usage limit is left; as long as there is enough, to nobody. */
export function describeRateLimit(message: MessageOf<'rate-limit'>): Telling {
  const {status, record} = message
  const told = {kind: 'notice', title: 'Rate limit'} as const
  if (status !== 'rejected' && status !== 'allowed_warning')
    return {...told, depth: 'all', subject: status, asked: [{kind: 'raw', value: record}]}
  const subject = sentenceOf(message)
  const failed = status === 'rejected'
  // The client gives its own words for an answer then, unless extra usage takes over.
  const isAnswered = failed && flag(object(record, 'rate_limit_info') ?? {}, 'isUsingOverage') === false
  const depth = isAnswered ? 'hook' : 'assistant'
  return {...told, depth, subject, failed, asked: [note(failed ? 'error' : 'warning', subject)]}
}

function sentenceOf({status, window, utilization, resetsAt}: MessageOf<'rate-limit'>): string {
  const limit = windows.get(window ?? '') ?? 'limit'
  const moment = resetsAt === undefined ? undefined : formatMoment(resetsAt)
  const used =
    status === 'rejected'
      ? `the ${limit} is used up`
      : utilization === undefined
        ? `the ${limit} is nearly used up`
        : `${Math.round(utilization * 100)}% of the ${limit} used`
  // The day says nothing of a limit that is gone in hours.
  const resets = window === 'five_hour' ? moment?.slice('2026-01-01 '.length) : moment
  return resets === undefined ? used : `${used}, resets ${resets}`
}
