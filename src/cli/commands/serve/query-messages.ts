import type {UsageQuery} from '../../../archive/archive.ts'
import type {Query} from '../../../archive/query/index.ts'
import type {SearchResult} from '../../../archive/search/search-result.ts'
import type {UsageReport} from '../../../archive/usage/usage-report.ts'
import type {PriceOverrides} from '../../../prices/index.ts'
import type {SearchLimits} from '../../../server/archive-queries.ts'

/** What a process that answers queries is asked. */
export type QueryRequest = {
  /** The archive's folder. */
  readonly folder: string
  readonly overrides?: PriceOverrides | undefined
} & (
  | {readonly kind: 'search'; readonly query: Query; readonly limits: SearchLimits}
  | {readonly kind: 'usage'; readonly question: UsageQuery}
)

/** What it answers. */
export type QueryReply =
  | {readonly kind: 'search'; readonly found: SearchResult}
  | {readonly kind: 'usage'; readonly report: UsageReport}
  /** It failed; `known` if the sentence is meant for people. */
  | {readonly kind: 'failed'; readonly reason: string; readonly known: boolean}

/** Only our own processes send these. */
export const isQueryRequest = (value: unknown): value is QueryRequest =>
  typeof value === 'object' && value !== null && 'kind' in value && 'folder' in value

export const isQueryReply = (value: unknown): value is QueryReply =>
  typeof value === 'object' && value !== null && 'kind' in value
