import type {Instant} from '../../model/index.ts'
import type {PageEntry} from '../../page/index.ts'

/** Tells since when something goes on. */
export type RunningSince = (entry: PageEntry) => Instant | undefined

/**
 * Since when things go on by the clock of those who look, which is `ahead` of that of a session that is played again.
 * It is asked once for each: what is played faster would otherwise begin anew with every look.
 */
export function trackRunningSince(ahead: () => number): (running: readonly PageEntry[]) => RunningSince {
  let known: ReadonlyMap<string, Instant> = new Map()
  return (running) => {
    known = new Map(
      running.flatMap(({anchor, at}) =>
        at === undefined ? [] : [[anchor, known.get(anchor) ?? at + ahead()] as const],
      ),
    )
    return ({anchor}) => known.get(anchor)
  }
}
