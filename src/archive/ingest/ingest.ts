import {availableParallelism} from 'node:os'
import type {IngestReport, IngestWatcher} from '../archive.ts'
import type {Database} from '../sqlite/database/driver.ts'
import {bulkWrite} from '../sqlite/database/open-database.ts'
import {countListed, refreshTouched} from '../sqlite/sessions/refresh-touched.ts'
import type {WriteStep} from './chunk-writer.ts'
import {newChunkWriter} from './chunk-writer.ts'
import type {FileChunk, IngestTask} from './file-chunk.ts'
import {remainingBytes} from './file-chunk.ts'
import {findTasks, findTasksIn} from './find-tasks.ts'
import type {FoundFile} from './list-files.ts'
import {readOnThreads} from './read-on-threads.ts'
import {readTasks} from './read-tasks.ts'
import {rereadFiles} from './reread-files.ts'

/** So many bytes are worth the start of other threads. */
const many = 8 * 1024 * 1024

/** One thread writes what the others read, so more of them would wait. */
const mostThreads = 4

/** How an ingest may be done. */
interface IngestMeans {
  /** The path of the database, for other threads. */
  readonly archive?: string
}

/**
 * Takes in everything new below some folders. What did not change is not opened; what grew is read from where it was
 * left; what is gone is marked and stays. Bytes, rows and cursors commit together, so it may be stopped at any moment.
 */
export async function ingest(
  database: Database,
  roots: readonly string[],
  watcher: IngestWatcher,
  {archive}: IngestMeans = {},
): Promise<IngestReport> {
  const report = newReport()
  await rereadFiles(database, watcher.advance)
  return takeIn(database, findTasks(database, roots, watcher, report), watcher, report, archive)
}

/** Takes in what is new in single files, without looking at any other. */
export async function ingestFiles(
  database: Database,
  files: readonly FoundFile[],
  watcher: IngestWatcher,
): Promise<IngestReport> {
  const report = newReport()
  return takeIn(database, findTasksIn(database, files, watcher, report), watcher, report)
}

async function takeIn(
  database: Database,
  tasks: readonly IngestTask[],
  watcher: IngestWatcher,
  report: IngestReport,
  archive?: string,
): Promise<IngestReport> {
  const all = tasks.reduce((sum, task) => sum + remainingBytes(task), 0)
  const sessions = new Set<string>()
  const {now, skipped} = watcher
  const kept = async (step: WriteStep): Promise<void> => {
    report.filesOpened += step.files
    report.bytesParsed += step.bytes
    report.records += step.records
    for (const session of step.sessions) sessions.add(session)
    await watcher.advance(report.bytesParsed, all)
  }
  const threads = Math.min(availableParallelism(), mostThreads, tasks.length)
  if (archive !== undefined && all >= many && threads > 1) {
    const keeper = newChunkWriter(database, {now, onWritten: kept, onSkip: skipped, refreshesSessions: true})
    const read = async (pieces: readonly FileChunk[]): Promise<void> => {
      for (const piece of pieces) await keeper.add(piece)
    }
    await bulkWrite(database, async () => {
      await readOnThreads(archive, tasks, threads, {read, skipped})
      await keeper.end()
    })
  } else {
    const keeper = newChunkWriter(database, {now, onWritten: kept, onSkip: skipped, refreshesSessions: false})
    for (const piece of readTasks(database, tasks, {skipped, isLost: keeper.isLost})) await keeper.add(piece)
    await keeper.end()
  }
  for (const session of refreshTouched(database, skipped)) sessions.add(session)
  report.sessions = countListed(database, sessions)
  return report
}

/** Nothing was done yet. */
const newReport = (): IngestReport => ({
  files: 0,
  filesOpened: 0,
  bytesParsed: 0,
  records: 0,
  sessions: 0,
})
