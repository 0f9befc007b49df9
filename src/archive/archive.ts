import type {IngestReport, IngestWatcher} from './ingest/ingest-report.ts'
import type {IncompletePlace, KeptFile, Restored} from './ingest/restore.ts'
import type {Query} from './query/index.ts'
import type {Loss} from './repair/copy-readable.ts'
import type {Repair} from './repair/repair-archive.ts'
import type {Found} from './search/hit.ts'
import type {ListedSession, SessionQuestion} from './sqlite/list-sessions.ts'
import type {UsageQuestion} from './sqlite/usage-query.ts'
import type {UsageReport} from './usage/usage-report.ts'

/** How a search is to be done. */
export interface SearchWish {
  readonly limit: number
  /** Milliseconds after which it gives what it has. */
  readonly patience: number
  now(): number
  /** What a session cost, in dollars, where that is known. */
  costOf?(session: string): number | undefined
}

/**
 * Keeps every byte of every session, and answers what is in them. Ids come from the files, and taking the same in twice
 * changes nothing, so that a store for many machines can stand in the same place; `test/conformance` says what it must do.
 */
export interface Archive {
  readonly folder: string
  /** It can be asked, but nothing can be taken in. */
  readonly readOnly: boolean
  /** What was done to it on opening, because it was damaged. */
  readonly repaired: Repair | undefined
  /** Takes in what is new below some folders. */
  takeIn(roots: readonly string[], watcher: IngestWatcher): Promise<IngestReport>
  /** Takes in what is new as it comes, until `stopped`. */
  follow(
    roots: readonly string[],
    watcher: IngestWatcher,
    stopped: Promise<void>,
    told: (report: IngestReport) => Promise<void>,
  ): Promise<void>
  /** The folders that files were found below. */
  roots(): readonly string[]
  /** Makes all that was taken in searchable; until then a search finds what was searchable before. `advance` hears how far that is. */
  makeSearchable(advance?: (done: number, all: number) => Promise<void>): Promise<void>
  sessions(question: SessionQuestion): readonly ListedSession[]
  /** A number that is another one after anyone else has written to the archive, in this process or in another. */
  version(): number
  search(query: Query, wish: SearchWish): Promise<Found>
  usage(question: UsageQuestion): UsageReport
  /** What is lost of kept files for good: it was damaged, and was no longer on disk. */
  losses(): readonly Loss[]
  /** The id of a session by its beginning, or of the `latest`. */
  sessionId(name: string): string
  /** The kept files of one session, or all. */
  files(session?: string): readonly KeptFile[]
  /** Writes a kept file to a path; `restorePlaces` says where files belong. */
  restore(file: KeptFile, path: string, incomplete?: IncompletePlace): Restored
  /** Writes what is in the log into the archive's own file, as far as that is possible at once. */
  checkpoint(): void
  close(): void
}
