export type {ArchivedFile, IngestReport} from './archive/archive.ts'
export {ArchiveError} from './archive/archive-error.ts'
export type {SearchKind, Span} from './archive/query/query.ts'
export type {Snippet} from './archive/search/search-result.ts'
export type {CallSum, UsageGroup, UsageSplit} from './archive/usage/usage-report.ts'
export type {
  CostJson,
  SearchHitJson,
  SessionJson,
  UsageJson,
  UsagePartJson,
  UsageRowJson,
  UsageSumJson,
} from './json/index.ts'
export type {SessionFilter} from './library/find-sessions.ts'
export {findSessions} from './library/find-sessions.ts'
export type {LibraryOptions} from './library/load-session.ts'
export type {OpenArchive, SearchSettings, UsageOptions} from './library/open-archive.ts'
export {openArchive} from './library/open-archive.ts'
