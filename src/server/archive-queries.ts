import type {ArchiveReader, SearchOptions, UsageQuery} from '../archive/archive.ts'
import type {Query} from '../archive/query/index.ts'
import type {SearchResult} from '../archive/search/search-result.ts'
import type {UsageReport} from '../archive/usage/usage-report.ts'

/** The limits of a search. */
export type SearchLimits = Pick<SearchOptions, 'limit' | 'patience'>

/** Queries to the archive that can take long. The signal cancels them. */
export interface ArchiveQueries {
  search(query: Query, limits: SearchLimits, signal: AbortSignal): Promise<SearchResult>
  usage(query: UsageQuery, signal: AbortSignal): Promise<UsageReport>
}

/** Answers queries in this process, where nothing can interrupt them. A server uses another process. */
export const archiveQueries = (
  archive: () => ArchiveReader,
  options: Pick<SearchOptions, 'now' | 'overrides'>,
): ArchiveQueries => ({
  search: async (query, limits) => archive().search(query, {...limits, ...options}),
  usage: async (query) => archive().usage(query),
})
