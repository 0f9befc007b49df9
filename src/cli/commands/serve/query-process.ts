import type {ArchiveReader, UsageQuery} from '../../../archive/archive.ts'
import {ArchiveError} from '../../../archive/archive-error.ts'
import {openArchiveFolder, openArchiveToRead} from '../../../archive/open-archive.ts'
import type {Query} from '../../../archive/query/index.ts'
import type {SearchResult} from '../../../archive/search/search-result.ts'
import type {UsageReport} from '../../../archive/usage/usage-report.ts'
import {inheritPlugins} from '../../../plugins/load-plugins.ts'
import type {PriceOverrides} from '../../../prices/index.ts'
import {archiveQueries, type SearchLimits} from '../../../server/archive-queries.ts'

/** A query for the process. */
export type QueryRequest = {
  /** The archive's folder. */
  readonly folder: string
  readonly overrides?: PriceOverrides | undefined
} & (
  | {readonly kind: 'search'; readonly query: Query; readonly limits: SearchLimits}
  | {readonly kind: 'usage'; readonly question: UsageQuery}
)

/** The answer of the process. */
export type QueryReply =
  | {readonly kind: 'search'; readonly found: SearchResult}
  | {readonly kind: 'usage'; readonly report: UsageReport}
  /** It failed; `known` if the message is meant for users. */
  | {readonly kind: 'failed'; readonly reason: string; readonly known: boolean}

const now = (): number => Date.now()
/** Never aborted: the server cancels a query by ending the process. */
const {signal} = new AbortController()

let opened: ArchiveReader | undefined

/** The archive in a folder. It stays open until another one is needed or its files are replaced. */
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

/** Opens the archive read-only. If that fails, for example because the index is damaged, it is opened for repair. */
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

const isQueryRequest = (value: unknown): value is QueryRequest =>
  typeof value === 'object' && value !== null && 'kind' in value && 'folder' in value

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
