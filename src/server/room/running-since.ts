import type {Instant} from '../../model/index.ts'
import type {PageEntry} from '../../page/index.ts'

/** Tells since when something goes on. */
export type SinceOf = (entry: PageEntry) => Instant | undefined

/**
 * Since when things go on by the clock of those who look, which is `ahead` of that of a session that is played again.
 * It is asked once for each: what is played faster would otherwise begin anew with every look.
 */
export function runningSince(ahead: () => number): (running: readonly PageEntry[]) => SinceOf {
  let known: ReadonlyMap<string, Instant> = new Map()
  return (running) => {
    known = new Map(
      running.flatMap(({anchor, time}) =>
        time === undefined ? [] : [[anchor, known.get(anchor) ?? time + ahead()] as const],
      ),
    )
    return ({anchor}) => known.get(anchor)
  }
}
