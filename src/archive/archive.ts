import type {PriceOverrides} from '../prices/index.ts'
import type {CuratedItem, Curation, CurationChange, CurationTarget} from './curation/curation.ts'
import type {Query} from './query/index.ts'
import type {Repair} from './repair/repair-archive.ts'
import type {SearchResult} from './search/search-result.ts'
import type {UsageGroup, UsageReport, UsageSplit} from './usage/usage-report.ts'
import type {CostSum} from './usage/usage-sum.ts'

/**
 * Reads an archive. All queries return promises, so that the engine can be on another
 * machine; `test/conformance` says what each member must do.
 */
export interface ArchiveReader {
  readonly folder: string
  /** It can be read, but nothing can be added to it. */
  readonly readOnly: boolean
  sessions(query: SessionQuery): Promise<readonly ListedSession[]>
  /** Finds entries among all that `index` has reached. */
  search(query: Query, options: SearchOptions): Promise<SearchResult>
  usage(query: UsageQuery): Promise<UsageReport>
  status(query: StatusQuery): Promise<Status>
  /** The folders that files were found below. */
  roots(): Promise<readonly string[]>
  /** The archived files of one session with those of its agents and the notes next to them, or all. */
  files(session?: string): Promise<readonly ArchivedFile[]>
  /** The bytes of an archived file in chunks. Bytes that are damaged or lost are left out. */
  bytes(file: ArchivedFile): AsyncIterable<Uint8Array>
  /** What users said about one session and its messages, or about all. */
  curations(session?: string): Promise<readonly CuratedItem[]>
  /** What is lost of archived files for good: it was damaged, and was no longer on disk. */
  losses(): Promise<readonly Loss[]>
  /** The rows of one SQL statement that only reads; missing if the engine has no SQL. Every other statement is an error. */
  readonly sql: ((statement: string) => AsyncIterable<NamedValues>) | undefined
  /** A number that changes after another connection has written to the archive, in this process or another. */
  version(): Promise<number>
  /** Whether what is open here was replaced or deleted, as by a repair: then it must be opened again. */
  isReplaced(): Promise<boolean>
  close(): void
}

/** Adds to an archive. Ids are from the files, so adding the same twice changes nothing. */
export interface ArchiveWriter {
  /** What was done to the archive when it was opened, because it was damaged. */
  readonly repaired: Repair | undefined
  /** Adds what is new below some folders. */
  ingest(roots: readonly string[], watcher: IngestWatcher): Promise<IngestReport>
  /** Adds what is new as it is written, until `stopped`. */
  follow(
    roots: readonly string[],
    watcher: IngestWatcher,
    stopped: Promise<void>,
    onReport: (report: IngestReport) => Promise<void>,
  ): Promise<void>
  /** Makes all that was added searchable; until then a search finds what was searchable before. `advance` is called with the progress. */
  index(advance?: (done: number, all: number) => Promise<void>): Promise<void>
  /** Changes what is said about a session or message, whether or not it is in the archive; gives the result. */
  curate(target: CurationTarget, change: CurationChange, now: number): Promise<Curation>
  /** Adds what was said in another archive; of two versions the newer one counts. Gives how many were newer. */
  mergeCurations(items: readonly CuratedItem[]): Promise<number>
  /** Writes the engine's log into its files, as far as possible without waiting. */
  checkpoint(): Promise<void>
}

/** Stores every byte of every session, and answers queries about them. */
export interface Archive extends ArchiveReader, ArchiveWriter {}

/** Which sessions are listed. Times are milliseconds since 1970. */
export interface SessionQuery {
  /** The beginning of the id. */
  readonly id?: string | undefined
  /** A part of the project's path. */
  readonly project?: string | undefined
  /** The project's complete path. */
  readonly folder?: string | undefined
  readonly branch?: string | undefined
  /** A part of a model's name. */
  readonly model?: string | undefined
  /** A tool that was called. */
  readonly tool?: string | undefined
  /** Those that ended after this. */
  readonly after?: number | undefined
  /** Those that began before this. */
  readonly before?: number | undefined
  readonly live?: boolean | undefined
  /** Only those with a star. */
  readonly starred?: boolean | undefined
  /** Only those with this tag. */
  readonly tag?: string | undefined
  /** Only those that are hidden, or only those that are not. */
  readonly hidden?: boolean | undefined
  /** The default is the newest first. */
  readonly sort?: 'cost' | 'time' | 'size' | undefined
  readonly limit?: number | undefined
  readonly now: number
  readonly overrides?: PriceOverrides | undefined
}

/** One session in a list. */
export interface ListedSession extends CostSum, Curation {
  readonly sessionId: string
  /** The user's own name of it, else its title. */
  readonly title: string | undefined
  readonly project: string | undefined
  readonly gitBranch: string | undefined
  readonly clientVersion: string | undefined
  readonly model: string | undefined
  readonly startedAt: number | undefined
  readonly endedAt: number | undefined
  readonly turns: number
  readonly toolCalls: number
  readonly errors: number
  readonly agents: number
  readonly records: number
  readonly bytes: number
  /** The tools that were called, the most called first. */
  readonly tools: readonly string[]
  /** Its file grew a short while ago, and nothing says that it ended. */
  readonly isLive: boolean
}

/** How a search is done. */
export interface SearchOptions {
  readonly limit: number
  /** Milliseconds after which it gives what it has. */
  readonly patience: number
  now(): number
  /** Prices for `cost>1` and the like. */
  readonly overrides?: PriceOverrides | undefined
}

/** Which usage is added up. Times are milliseconds since 1970; `until` is the first that is left out. */
export interface UsageQuery {
  readonly group: UsageGroup
  /** The second dimension: each row is split by it. */
  readonly split?: UsageSplit | undefined
  readonly since?: number | undefined
  readonly until?: number | undefined
  readonly session?: string | undefined
  readonly project?: string | undefined
  readonly timeZone: string
  readonly overrides?: PriceOverrides | undefined
}

/** What a status line shows the cost of. */
export interface StatusQuery {
  readonly session: string | undefined
  readonly now: number
  /** When the day began. It is given, because looking it up by the name of a time zone is slow the first time. */
  readonly today: number
  readonly overrides?: PriceOverrides | undefined
}

/** Costs in micro-dollars, and when the current five-hour window ends. */
export interface Status {
  readonly today: number | undefined
  readonly session: number | undefined
  readonly windowEnd: number | undefined
}

/** A file whose bytes are archived. */
export interface ArchivedFile {
  readonly id: number
  readonly path: string
  /** A transcript or stream, or a companion file. */
  readonly kind: 'lines' | 'whole'
  /** 0 for what the path had last; older contents are numbered from 1, the oldest first. */
  readonly generation: number
  /** The folder it was found below. */
  readonly root: string
  /** How many of its bytes are archived, and how many of it an earlier repair has lost. */
  readonly size: number
  readonly lost: number
}

/** Bytes of a damaged archive that are not available elsewhere. */
export interface Loss {
  readonly path: string
  readonly generation: number
  /** Missing if nothing says how many there were. */
  readonly bytes: number | undefined
}

/** A row of an SQL statement: each column's name and value, in order. */
export type NamedValues = readonly (readonly [name: string, value: string | number | null])[]

/** What an ingest did. */
export interface IngestReport {
  /** Files that were found. */
  files: number
  /** Files that were opened, because something about them was new. */
  filesOpened: number
  bytesParsed: number
  records: number
  /** Sessions that something new was learnt of, and that are listed: those of which there are only notes are not. */
  sessions: number
}

/** Who follows an ingest. */
export interface IngestWatcher {
  now(): number
  /** `done` bytes of `all` are archived. */
  advance(done: number, all: number): Promise<void>
  skipped(path: string, error: unknown): void
}
