import {availableParallelism} from 'node:os'
import type {IngestReport, IngestWatcher} from '../archive.ts'
import type {Database} from '../sqlite/database/driver.ts'
import {bulkWrite} from '../sqlite/database/open-database.ts'
import {countListed, refreshTouched} from '../sqlite/sessions/refresh-touched.ts'
import {newChunkWriter, type WriteStep} from './chunk-writer.ts'
import {type FileChunk, type IngestTask, remainingBytes} from './file-chunk.ts'
import {findTasks, findTasksIn} from './find-tasks.ts'
import type {FoundFile} from './list-files.ts'
import {readOnThreads} from './read-on-threads.ts'
import {readTasks} from './read-tasks.ts'
import {rereadFiles} from './reread-files.ts'

/** So many bytes are worth the start of other threads. */
const threadedBytes = 8 * 1024 * 1024

/** One thread writes what the others read, so more of them would wait. */
const maxThreads = 4

/**
 * Archives everything new below some folders. Unchanged files are not opened, grown files are read from the last position, and
 * deleted files are marked and stay. Bytes, rows and cursors commit together, so it can be stopped at any moment.
 * `archive` is the path of the database, for other threads; without it there are none.
 */
export async function ingest(
  database: Database,
  roots: readonly string[],
  watcher: IngestWatcher,
  archive?: string,
): Promise<IngestReport> {
  const report = {...emptyReport}
  await rereadFiles(database, watcher.advance)
  return runTasks(database, findTasks(database, roots, watcher, report), watcher, report, archive)
}

/** Archives what is new in single files, without looking at any other. */
export async function ingestFiles(
  database: Database,
  files: readonly FoundFile[],
  watcher: IngestWatcher,
): Promise<IngestReport> {
  const report = {...emptyReport}
  return runTasks(database, findTasksIn(database, files, watcher, report), watcher, report)
}

async function runTasks(
  database: Database,
  tasks: readonly IngestTask[],
  watcher: IngestWatcher,
  report: IngestReport,
  archive?: string,
): Promise<IngestReport> {
  const all = tasks.reduce((sum, task) => sum + remainingBytes(task), 0)
  const sessions = new Set<string>()
  const {now, skipped} = watcher
  const onWritten = async (step: WriteStep): Promise<void> => {
    report.filesOpened += step.files
    report.bytesParsed += step.bytes
    report.records += step.records
    for (const session of step.sessions) sessions.add(session)
    await watcher.advance(report.bytesParsed, all)
  }
  const threads = Math.min(availableParallelism(), maxThreads, tasks.length)
  const isThreaded = all >= threadedBytes && threads > 1 && archive !== undefined
  const writer = newChunkWriter(database, {now, onWritten, onSkip: skipped, refreshesSessions: isThreaded})
  const read = async (chunks: Iterable<FileChunk>): Promise<void> => {
    for (const chunk of chunks) await writer.add(chunk)
  }
  if (isThreaded)
    await bulkWrite(database, async () => {
      await readOnThreads(archive, tasks, threads, {read, skipped})
      await writer.end()
    })
  else {
    await read(readTasks(database, tasks, {skipped, isLost: writer.isLost}))
    await writer.end()
  }
  for (const session of refreshTouched(database, skipped)) sessions.add(session)
  report.sessions = countListed(database, sessions)
  return report
}

/** Nothing was done yet. */
const emptyReport: IngestReport = {files: 0, filesOpened: 0, bytesParsed: 0, records: 0, sessions: 0}
