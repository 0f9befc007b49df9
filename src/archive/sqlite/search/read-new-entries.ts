import {readLines} from '../../../dialects/index.ts'
import type {Line} from '../../../model/index.ts'
import {conversationOf} from '../../../model/line.ts'
import {noOrigin, type Origin, readOrigin} from '../../facts/gather-facts.ts'
import {newEntry, readSearchEntries, type SearchEntry} from '../../facts/read-search-entries.ts'
import {countLines} from '../../ingest/cut-blocks.ts'
import type {OpenBlock} from '../../ingest/file-chunk.ts'
import {takeRecentLines} from '../../ingest/recent-lines.ts'
import type {Database} from '../database/driver.ts'
import {decodeWholeFile} from './entry-text-reader.ts'

/** A file of the archive, as far as indexing needs. */
export interface IndexedFile {
  readonly id: number
  readonly path: string
  /** It is not a transcript but text, block by block. */
  readonly isWhole: boolean
  readonly session: string | undefined
  /** After its last complete line. */
  readonly offset: number
}

/** How far a file is indexed. */
export interface IndexPosition {
  readonly offset: number
  readonly lines: number
  readonly session: string | undefined
}

/** Something that can be found, and its position. */
export interface FoundEntry {
  readonly line: number
  readonly record: number
  readonly part: number
  readonly session: string
  readonly origin: Origin
  readonly entry: SearchEntry
}

/** What was found, and how far the index is with it. */
interface FoundEntries {
  readonly entries: readonly FoundEntry[]
  readonly at: IndexPosition
}

/** Reads what a block has that is not in the index yet. */
export const readNewEntries = (
  archive: Database,
  file: IndexedFile,
  block: OpenBlock,
  at: IndexPosition,
): FoundEntries => (file.isWhole ? readWhole(file, block, at) : readBlock(archive, file, block, at))

function readBlock(archive: Database, file: IndexedFile, block: OpenBlock, at: IndexPosition): FoundEntries {
  const {start, bytes} = block
  const from = Math.max(0, at.offset - start)
  const whole = Math.min(bytes.length, Math.max(from, file.offset - start))
  const found =
    takeRecentLines(archive, file.path, bytes.subarray(from)) ?? parseLines(file.path, bytes, from, whole)
  const before = from > 0 ? at.lines : block.line - 1
  const lines = before + countLines(bytes.subarray(from, whole))
  const origins = found.map(readOrigin)
  const {sessions, last} = nameSessions(
    origins.map(({session}) => session),
    {session: file.session, last: at.session, fallback: (found[0] && conversationOf(found[0])) ?? file.path},
  )
  const entries = found.flatMap((read, index) => {
    const origin = origins[index]
    const session = sessions[index]
    if (!origin || session === undefined) return []
    const [line, record] = [before + read.at.line, read.at.record]
    return readSearchEntries(read).map((entry, part) => ({line, record, part, session, origin, entry}))
  })
  return {entries, at: {offset: start + whole, lines, session: last}}
}

/** Whole lines, and the unfinished one after them, which may be complete without its newline. */
function parseLines(path: string, bytes: Uint8Array, from: number, whole: number): readonly Line[] {
  const reader = readLines(path)
  const found: Line[] = [...reader.push(bytes.subarray(from, whole))]
  for (const line of reader.push(bytes.subarray(whole))) found.push(line)
  for (const line of reader.end()) found.push(line)
  return found
}

/** A result that is too long for its transcript is in a separate file; each block of it is an entry. */
function readWhole({session}: IndexedFile, {start, line, bytes}: OpenBlock, at: IndexPosition): FoundEntries {
  const end = {offset: start + bytes.length, lines: line, session}
  if (session === undefined || start < at.offset) return {entries: [], at: end}
  const entry = newEntry('result', decodeWholeFile(bytes))
  return {entries: [{line, record: 0, part: 0, session, origin: noOrigin, entry}], at: end}
}

/**
 * Finds the session of each record of a file, and the one that was named last. A transcript's is its file's, because forks
 * copy lines with the old id; a stream's is the one in the line, or in the line before. Lines before the first that names
 * one belong to it as well; as long as there is none, `fallback` is used instead.
 */
function nameSessions(
  named: readonly (string | undefined)[],
  file: {readonly session: string | undefined; readonly last: string | undefined; readonly fallback: string},
): {readonly sessions: readonly string[]; readonly last: string | undefined} {
  const {session} = file
  if (session !== undefined) return {sessions: named.map(() => session), last: session}
  let last = file.last ?? named.find((name) => name !== undefined)
  const sessions = named.map((name) => {
    last = name ?? last
    return last ?? file.fallback
  })
  return {sessions, last}
}
