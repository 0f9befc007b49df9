export type {
  Archive,
  ArchivedFile,
  ArchiveReader,
  ArchiveWriter,
  IngestReport,
  IngestWatcher,
  ListedSession,
  Loss,
  NamedValues,
  SearchOptions,
  SessionQuery,
  Status,
  StatusQuery,
  UsageQuery,
} from './archive/archive.ts'
export {ArchiveError} from './archive/archive-error.ts'
export {openArchiveFolder} from './archive/open-archive.ts'
export type * from './archive/query/index.ts'
export {isMistake, parseQuery} from './archive/query/index.ts'
export type {SearchKind} from './archive/query/query.ts'
export type {CopiedFiles} from './archive/repair/copy-readable.ts'
export type {Repair} from './archive/repair/repair-archive.ts'
export type {Hit, SearchResult, Snippet} from './archive/search/search-result.ts'
export type {ClientPrice} from './archive/usage/client-prices.ts'
export type {CallSum, UsageGroup, UsageReport, UsageRow} from './archive/usage/usage-report.ts'
export type {CostSum, UsageSum} from './archive/usage/usage-sum.ts'
export type {PriceOverrides, Rates} from './prices/index.ts'
