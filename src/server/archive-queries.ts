import type {ArchiveReader, SearchOptions, UsageQuery} from '../archive/archive.ts'
import type {Query} from '../archive/query/index.ts'
import type {SearchResult} from '../archive/search/search-result.ts'
import type {UsageReport} from '../archive/usage/usage-report.ts'

/** How long a search may take, and how much it may find. */
export type SearchLimits = Pick<SearchOptions, 'limit' | 'patience'>

/**
 * What is asked of the archive and may take long. Whoever asks says by the signal that nobody waits for the answer any
 * more, and the work is stopped then.
 */
export interface ArchiveQueries {
  search(query: Query, limits: SearchLimits, signal: AbortSignal): Promise<SearchResult>
  usage(query: UsageQuery, signal: AbortSignal): Promise<UsageReport>
}

/** Answers queries where it is called, which nothing can interrupt: a server does that in another process. */
export const archiveQueries = (
  archive: () => ArchiveReader,
  options: Pick<SearchOptions, 'now' | 'overrides'>,
): ArchiveQueries => ({
  search: async (query, limits) => archive().search(query, {...limits, ...options}),
  usage: async (query) => archive().usage(query),
})
