import type {Stats} from 'node:fs'
import {lstatSync} from 'node:fs'
import {basename, dirname} from 'node:path'
import {possibleInstant} from '../../model/instant.ts'
import type {SourceFile} from '../../sources/index.ts'
import {describeFile, holdsRecords, isJournal, walkFiles} from '../../sources/index.ts'

/** A file that the archive keeps: lines that it reads, or a whole that belongs to them. */
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
  return kind && about?.isFile() ? found(path, root, kind, about) : undefined
}

const found = (path: string, root: string, kind: FoundFile['kind'], about: Stats): FoundFile => ({
  path,
  root,
  kind,
  size: about.size,
  // Anybody can set the one time to anything; the other is the system's own.
  modified: Math.floor(possibleInstant(about.mtimeMs) ?? possibleInstant(about.ctimeMs) ?? 0),
  device: String(about.dev),
  inode: String(about.ino),
})

/** Whether a file is written as a whole: its last line is finished without a newline, and it never only grows. */
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
  // When the lines of a recorded stream came.
  if (/^offsets(?:-\d+)?\.txt$/.test(basename(path))) return 'whole'
  if (path.endsWith('.json') && holdsRecords(path)) return 'lines'
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
