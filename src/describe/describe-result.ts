import type {MessageOf} from '../model/index.ts'
import {field, fields, formatDollars, formatDuration, plain, prose} from '../page/index.ts'
import type {Telling} from './scene.ts'

/** What the subtypes of a failed result mean. */
const reasons: ReadonlyMap<string, string> = new Map([
  ['error_max_turns', 'the limit of turns was reached'],
  ['error_max_budget_usd', 'the budget was used up'],
  ['error_max_structured_output_retries', 'no answer fitted the schema'],
  ['error_during_execution', 'an error stopped it'],
  ['success', 'the model could not be reached or refused'],
])

/** Tells the end of a turn with its totals. Its text is told where nothing before it said the same. */
export function describeResult(message: MessageOf<'result'>): Telling {
  const {failed, subtype, text, errors, durationMs, apiDurationMs, turns, costUsd} = message
  return {
    kind: 'result',
    title: failed ? 'Failed' : 'Completed',
    subject: failed ? (reasons.get(subtype) ?? subtype) : undefined,
    failed,
    durationMs,
    asked: fields(
      field('time', 'Duration', durationMs === undefined ? undefined : formatDuration(durationMs)),
      field('time', 'API time', apiDurationMs === undefined ? undefined : formatDuration(apiDurationMs)),
      field('number', 'Turns', turns),
      field('money', 'Cost', costUsd === undefined ? undefined : formatDollars(costUsd)),
    ),
    answered: [
      ...(text === undefined || text === '' ? [] : [prose(text)]),
      ...errors.map((error) => plain(error, 'error')),
    ],
  }
}
