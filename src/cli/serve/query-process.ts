import type {Archive} from '../../archive/archive.ts'
import {ArchiveError} from '../../archive/archive-error.ts'
import {openArchive} from '../../archive/open-archive.ts'
import {archiveIdentity} from '../../archive/sqlite/archive-file.ts'
import {archiveQueries} from '../../server/archive-queries.ts'
import type {QueryReply, QueryRequest} from './query-messages.ts'
import {isQueryRequest} from './query-messages.ts'

const now = (): number => Date.now()
/** Nobody interrupts it in here: who does not want the answer ends the process. */
const {signal} = new AbortController()

let opened: {readonly archive: Archive; readonly identity: string} | undefined

/** The archive of a folder, opened again if it is another one than before. */
async function archiveIn(folder: string): Promise<Archive> {
  if (opened?.archive.folder === folder && opened.identity === archiveIdentity(folder)) return opened.archive
  opened?.archive.close()
  opened = undefined
  const archive = await openArchive(folder, now)
  opened = {archive, identity: archiveIdentity(folder)}
  return archive
}

async function answer(request: QueryRequest): Promise<QueryReply> {
  const archive = await archiveIn(request.folder)
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

process.on('message', (request: unknown) => {
  if (isQueryRequest(request))
    void answer(request)
      .catch(failure)
      .then((reply) => process.send?.(reply))
})
// Ctrl-C reaches every process of a terminal; the server ends this one when it ends.
process.on('SIGINT', () => {})
process.on('disconnect', () => process.exit())
