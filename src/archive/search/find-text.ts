import type {Span} from '../query/index.ts'
import {classOf, fold} from './tokens.ts'

/**
 * Finds a text in a folded one: literally, whatever the case, and not as a part of a word. Where it begins with a
 * character that joins, no such character may stand before it; likewise at its end, unless it is a `prefix`. So `foo`
 * is not found in `foo_bar` or `food`, `foo*` is found in both, and `--flag` in `x--flag`.
 */
export function* findText(text: string, prefix: boolean, folded: string): Generator<Span> {
  const wanted = fold(text)
  if (wanted === '') return
  const guardsStart = joins(wanted.codePointAt(0))
  const guardsEnd = !prefix && joins(pointBefore(wanted, wanted.length))
  for (let start = folded.indexOf(wanted); start !== -1; start = folded.indexOf(wanted, start + 1)) {
    const end = start + wanted.length
    if (guardsStart && joins(pointBefore(folded, start))) continue
    if (guardsEnd && joins(folded.codePointAt(end))) continue
    yield {start, end}
  }
}

const joins = (point: number | undefined): boolean => point !== undefined && classOf(point) === 'joins'

/** The code point that ends at a place. */
function pointBefore(text: string, at: number): number | undefined {
  if (at <= 0) return undefined
  const pair = at > 1 ? text.codePointAt(at - 2) : undefined
  return pair !== undefined && pair > 0xffff ? pair : text.charCodeAt(at - 1)
}
