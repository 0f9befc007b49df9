export type {
  Archive,
  ArchivedFile,
  ArchiveReader,
  ArchiveWriter,
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
export {parseQuery} from './archive/query/index.ts'
export type {Repair} from './archive/repair/repair-archive.ts'
