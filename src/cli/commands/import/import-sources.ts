import {statSync} from 'node:fs'
import {basename, dirname, join, resolve} from 'node:path'
import {readLines} from '../../../dialects/index.ts'
import type {OnSkipped, SourceFile} from '../../../sources/index.ts'
import {describeFile, findFiles, findSessionFiles, readChunks, SourceError} from '../../../sources/index.ts'
import {openConversationStore, type StoredConversation} from '../../../store/index.ts'
import type {Host} from '../../host.ts'
import {resolveSession} from '../../sessions/resolve-session.ts'

/** Files that are imported as one conversation. */
export interface ImportSource {
  /** Its original name. */
  readonly name: string
  readonly path: string
  /** Its own file first, then those of its agents. */
  readonly files: readonly SourceFile[]
  /** Its original place in a store. */
  readonly stored: StoredConversation | undefined
}

/** Finds what a word means: a conversation store, a folder of transcripts and streams, one file, or a session. */
export async function importSources(
  host: Host,
  word: string,
  switches: ReadonlySet<string>,
  skipped: OnSkipped,
): Promise<readonly ImportSource[]> {
  const path = resolve(host.cwd, (await resolveSession(host, {operands: [word], switches})).path)
  if (!statSync(path).isDirectory()) {
    rejectForeign(path)
    return [createImportSource(path, findSessionFiles(path, skipped))]
  }
  const store = storedIn(path)
  if (store.length > 0)
    return store.map((stored) => ({...createImportSource(stored.path, [describeFile(stored.path)]), stored}))
  return findFiles(path, skipped)
    .filter((file) => !file.agent)
    .map((file) => createImportSource(file.path, findSessionFiles(file.path, skipped)))
}

const createImportSource = (path: string, files: readonly SourceFile[]): ImportSource => ({
  name: conversationName(path),
  path,
  files,
  stored: undefined,
})

/** The name of a file's conversation; a recording is named after its folder. */
export function conversationName(path: string): string {
  const name = basename(path).replace(/(?:-messages)?\.(?:jsonl|ndjson|json)$/, '')
  return /^stream(?:-\d+)?$/.test(name) ? `${basename(dirname(path))}${name.slice('stream'.length)}` : name
}

/** The conversations of a folder, if it is a store. */
function storedIn(path: string): readonly StoredConversation[] {
  const direct = openConversationStore(path).list()
  return direct.length > 0 ? direct : openConversationStore(join(path, '.chorus')).list()
}

/** Fails for a file without any record: an empty one, a program, an image, prose. */
function rejectForeign(path: string): void {
  const reader = readLines(path)
  for (const chunk of readChunks(path)) if (reader.push(chunk).some(isRecord)) return
  if (reader.end().some(isRecord)) return
  const what = reader.bytes === 0 ? 'it is empty' : 'it is not a transcript or a stream'
  throw new SourceError(`Cannot import ${path}: ${what}.`)
}

const isRecord = ({kind}: {readonly kind: string}): boolean => kind !== 'unreadable'
