import type {Item, ResultTotals} from '../conversation/index.ts'
import {errorText} from '../model/fields.ts'
import type {MessageOf} from '../model/index.ts'
import type {Node} from '../page/index.ts'
import {field, fields, formatDollars, formatDuration, plain, prose} from '../page/index.ts'
import {isVague, reasonWords} from './reason-words.ts'
import type {Telling} from './scene.ts'

type ResultItem = Extract<Item, {kind: 'result'}>

/**
 * Tells the end of a turn with what it took. Its text is told where nothing before it said the same. A turn that was
 * interrupted has failed for the client; nothing went wrong in it.
 */
export function describeResult({message, totals, outcome, repeatsText}: ResultItem): Telling {
  const {failed, subtype, text, durationMs} = message
  const asked = describeNumbers(message, totals)
  if (failed && outcome.state === 'interrupted')
    return {kind: 'interruption', depth: 'session', title: 'Interrupted', asked}
  return {
    kind: 'result',
    title: failed ? 'Failed' : 'Completed',
    // Where the name of the failure says nothing, the text says all.
    subject: failed && !(text && isVague(subtype)) ? reasonWords(subtype) : undefined,
    failed,
    durationMs,
    asked,
    answered: [
      ...(text === undefined || text === '' || repeatsText ? [] : [prose(failed ? errorText(text) : text)]),
      ...message.errors.filter(isForPeople).map((error) => plain(errorText(error), 'error')),
    ],
  }
}

/** What the client's makers want to know of an error says nothing to its users. */
const isForPeople = (error: string): boolean => !error.startsWith('[ede_diagnostic]')

/**
 * Time is that of one turn; cost and time of the API run on in a process. What the client calls turns are the rounds
 * of the model in one of ours.
 */
function describeNumbers(
  {durationMs, turns, costUsd}: MessageOf<'result'>,
  {ownApiDurationMs: apiMs, ownCostUsd}: ResultTotals,
): readonly Node[] {
  return fields(
    field('time', 'Duration', durationMs === undefined ? undefined : formatDuration(durationMs)),
    field('time', 'API time', apiMs === undefined ? undefined : formatDuration(apiMs)),
    field('number', 'Model turns', turns),
    field('money', 'Cost', costUsd === undefined ? undefined : costWords(ownCostUsd ?? costUsd, costUsd)),
  )
}

function costWords(own: number, total: number): string {
  const [part, whole] = [formatDollars(own), formatDollars(total)]
  return part === whole ? whole : `${part} (${whole} so far)`
}
