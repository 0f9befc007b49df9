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
  /** So many bytes of so many are kept. */
  advance(done: number, all: number): Promise<void>
  skipped(path: string, error: unknown): void
}

/** Nothing was done yet. */
export const newReport = (): IngestReport => ({
  files: 0,
  filesOpened: 0,
  bytesParsed: 0,
  records: 0,
  sessions: 0,
})
