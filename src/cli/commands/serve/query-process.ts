import type {ArchiveReader} from '../../../archive/archive.ts'
import {ArchiveError} from '../../../archive/archive-error.ts'
import {openArchiveFolder, openArchiveToRead} from '../../../archive/open-archive.ts'
import {inheritPlugins} from '../../../plugins/load-plugins.ts'
import {archiveQueries} from '../../../server/archive-queries.ts'
import type {QueryReply, QueryRequest} from './query-messages.ts'
import {isQueryRequest} from './query-messages.ts'

const now = (): number => Date.now()
/** Nobody interrupts it in here: who does not want the answer ends the process. */
const {signal} = new AbortController()

let opened: ArchiveReader | undefined

/** The archive of a folder, opened again if it is another one than before. */
async function archiveIn(folder: string, open: () => Promise<ArchiveReader>): Promise<ArchiveReader> {
  if (opened?.folder === folder && !(await opened.isReplaced())) return opened
  closeArchive()
  opened = await open()
  return opened
}

function closeArchive(): void {
  opened?.close()
  opened = undefined
}

/** The archive is only read. If that fails, as with an index that is missing or damaged, it is opened so that it is repaired. */
async function answer(request: QueryRequest): Promise<QueryReply> {
  const {folder} = request
  try {
    return await answerFrom(await archiveIn(folder, () => openArchiveToRead(folder)), request)
  } catch {
    closeArchive()
    return answerFrom(await archiveIn(folder, () => openArchiveFolder(folder, now)), request)
  }
}

async function answerFrom(archive: ArchiveReader, request: QueryRequest): Promise<QueryReply> {
  const queries = archiveQueries(() => archive, {now, overrides: request.overrides})
  switch (request.kind) {
    case 'search':
      return {kind: 'search', found: await queries.search(request.query, request.limits, signal)}
    case 'usage':
      return {kind: 'usage', report: await queries.usage(request.question, signal)}
  }
}

const failure = (error: unknown): QueryReply => ({
  kind: 'failed',
  reason: error instanceof Error ? error.message : String(error),
  known: error instanceof ArchiveError,
})

await inheritPlugins(process.argv.slice(2))
process.on('message', (request: unknown) => {
  if (isQueryRequest(request))
    void answer(request)
      .catch(failure)
      .then((reply) => process.send?.(reply))
})
// Ctrl-C reaches every process of a terminal; the server ends this one when it ends.
process.on('SIGINT', () => {})
process.on('disconnect', () => process.exit())
