import {lstatSync} from 'node:fs'
import {basename, dirname} from 'node:path'
import {possibleInstant} from '../../model/instant.ts'
import {describeFile, hasRecords, isJournal, type SourceFile, walkFiles} from '../../sources/index.ts'

/** A file for the archive: a transcript or stream, or a companion file. */
export interface FoundFile {
  readonly path: string
  readonly root: string
  readonly kind: 'lines' | 'whole'
  readonly size: number
  readonly modified: number
  readonly device: string
  readonly inode: string
}

/** Lists everything below a folder that is worth keeping. What cannot be looked at is given to `skipped`. */
export function* listFiles(
  root: string,
  skipped: (path: string, error: unknown) => void,
): Generator<FoundFile> {
  const isWanted = (path: string): boolean => fileKind(path) !== undefined
  for (const path of walkFiles(root, isWanted, (problem, place) => skipped(place, problem))) {
    try {
      const file = findFile(path, root)
      if (file) yield file
    } catch (error) {
      skipped(path, error)
    }
  }
}

/** Looks at one file, if it is worth keeping. A link is not: it may lead anywhere. */
export function findFile(path: string, root: string): FoundFile | undefined {
  const kind = fileKind(path)
  const about = kind && lstatSync(path, {throwIfNoEntry: false})
  if (!kind || !about?.isFile()) return undefined
  const {size, dev, ino, mtimeMs, ctimeMs} = about
  // Anybody can set the one time to anything; the other is the system's own.
  const modified = Math.floor(possibleInstant(mtimeMs) ?? possibleInstant(ctimeMs) ?? 0)
  return {path, root, kind, size, modified, device: String(dev), inode: String(ino)}
}

/** Whether a file is rewritten each time: its last line is complete without a newline, and it does not only grow. */
export const isWrittenAtOnce = (path: string): boolean => path.endsWith('.json')

/** What a session's folder has next to its agents: the runs of workflows with their scripts, and the session's name. */
const besideAgents =
  /[\\/][0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}[\\/](?:workflows[\\/](?:[^\\/]+\.json|scripts[\\/][^\\/]+)|custom-title\.json)$/i

/** Whether a file is worth keeping, and as what. */
export function fileKind(path: string): FoundFile['kind'] | undefined {
  // The journal of a run lists agents and their results; it is not a conversation.
  if (isJournal(path) || besideAgents.test(path)) return 'whole'
  if (path.endsWith('.jsonl') || path.endsWith('.ndjson')) return 'lines'
  if (path.endsWith('.meta.json') || basename(dirname(path)) === 'tool-results') return 'whole'
  // The arrival times of a recorded stream.
  if (/^offsets(?:-\d+)?\.txt$/.test(basename(path))) return 'whole'
  if (path.endsWith('.json') && hasRecords(path)) return 'lines'
  return undefined
}

/** Outputs of tools, and the journals, runs and scripts of workflows. */
const besideTranscript =
  /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(?:tool-results\/[^/]+|workflows\/.+|subagents\/workflows\/[^/]+\/journal\.jsonl)$/

/** What a file's path says about it: whose transcript it is, or in which session a tool or a workflow wrote it. */
export function describeSource({path, kind}: Pick<FoundFile, 'path' | 'kind'>): SourceFile {
  if (kind === 'lines') return describeFile(path)
  const session = besideTranscript.exec(path)?.[1]
  return session === undefined ? {path} : {path, session}
}
