import type {Archive} from '../archive/archive.ts'
import type {Query} from '../archive/query/index.ts'
import type {Found} from '../archive/search/hit.ts'
import type {UsageQuestion} from '../archive/sqlite/usage-query.ts'
import type {UsageReport} from '../archive/usage/usage-report.ts'
import type {PriceOverrides} from '../prices/index.ts'

/** How long a search may take, and how much it may find. */
export interface SearchLimits {
  /** How many hits are wanted. */
  readonly limit: number
  /** Milliseconds after which it gives what it has. */
  readonly patience: number
}

/**
 * What is asked of the archive and may take long. Whoever asks says by the signal that nobody waits for the answer any
 * more, and the work is stopped then.
 */
export interface ArchiveQueries {
  search(query: Query, limits: SearchLimits, signal: AbortSignal): Promise<Found>
  usage(question: UsageQuestion, signal: AbortSignal): Promise<UsageReport>
}

/** What a query needs besides the archive. */
export interface QueryMeans {
  readonly now: () => number
  readonly overrides?: PriceOverrides | undefined
}

/** Answers queries where it is called, which nothing can interrupt: a server does that in another process. */
export function archiveQueries(archive: () => Archive, {now, overrides}: QueryMeans): ArchiveQueries {
  return {
    search(query, limits) {
      let costs: ReadonlyMap<string, number> | undefined
      const costOf = (session: string): number | undefined => {
        costs ??= costsIn(archive(), {now, overrides})
        return costs.get(session)
      }
      return archive().search(query, {...limits, now, costOf})
    },
    usage: async (question) => archive().usage(question),
  }
}

/** What each session cost, in dollars. */
function costsIn(archive: Archive, {now, overrides}: QueryMeans): ReadonlyMap<string, number> {
  const sessions = archive.sessions({now: now(), overrides})
  return new Map(sessions.flatMap(({id, cost}) => (cost === undefined ? [] : [[id, cost / 1_000_000]])))
}
