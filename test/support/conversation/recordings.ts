import {createHash} from 'node:crypto'
import {existsSync, readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'
import type {Change, ConversationDocument} from '../../../src/conversation/index.ts'
import {Conversation} from '../../../src/conversation/index.ts'
import {readLines} from '../../../src/dialects/index.ts'
import type {Line} from '../../../src/model/index.ts'
import type {SourceFile} from '../../../src/sources/index.ts'
import {describeFile, findFiles, readSession} from '../../../src/sources/index.ts'

/** What a real client wrote in one scenario: the streams of its runs, and the transcripts they left. */
export interface Recording {
  readonly name: string
  readonly folder: string
  readonly streams: readonly SourceFile[]
  readonly transcripts: readonly SourceFile[]
}

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The recordings that come with the project. */
export const recordings: readonly Recording[] = recordingsIn(join(root, 'test/recordings'))

/** A recording by its name, such as `2.1.325/parallel`. */
export function recording(name: string): Recording {
  const found = recordings.find((candidate) => candidate.name === name)
  if (!found) throw new Error(`There is no recording ${name}.`)
  return found
}

/** A folder of real files outside the project, where this machine has it. */
export function sharedFolder(name: 'captures' | 'corpus'): string | undefined {
  const folder = join(root, '../shared', name)
  return existsSync(folder) ? folder : undefined
}

/** The recordings that come with the project, and all others that this machine has. */
export function allRecordings(): readonly Recording[] {
  const captures = sharedFolder('captures')
  const known = new Set(recordings.map(({name}) => name))
  return [...recordings, ...(captures ? recordingsIn(captures) : []).filter(({name}) => !known.has(name))]
}

/** Every real file that there is: recordings, samples, and what this machine has beside the project. Copies are left out. */
export function everyFile(): readonly SourceFile[] {
  const folders = (['captures', 'corpus'] as const).flatMap((name) => sharedFolder(name) ?? [])
  const files = [
    ...recordings.flatMap(({streams, transcripts}) => [...streams, ...transcripts]),
    ...[join(root, 'samples'), ...folders].flatMap((folder) => findFiles(folder, () => {})),
  ]
  const byContent = new Map<string, SourceFile>()
  for (const file of files) {
    const hash = createHash('sha256').update(readFileSync(file.path)).digest('hex')
    if (!byContent.has(hash)) byContent.set(hash, file)
  }
  return [...byContent.values()]
}

/** All recordings below a folder: a folder per version with a folder per scenario, or a version that is one scenario. */
export function recordingsIn(folder: string): readonly Recording[] {
  return foldersIn(folder).flatMap((version) => {
    const path = join(folder, version)
    return existsSync(join(path, 'transcript'))
      ? [describe(path, version)]
      : foldersIn(path).map((scenario) => describe(join(path, scenario), `${version}/${scenario}`))
  })
}

function foldersIn(folder: string): readonly string[] {
  return readdirSync(folder, {withFileTypes: true}).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  )
}

function describe(folder: string, name: string): Recording {
  const runOf = (file: string): number => Number(/\d+/.exec(file)?.[0] ?? 1)
  const streams = readdirSync(folder)
    .filter((file) => /^stream(-\d+)?\.jsonl$/.test(file))
    .sort((a, b) => runOf(a) - runOf(b))
    .map((file) => describeFile(join(folder, file)))
  const transcript = join(folder, 'transcript')
  return {name, folder, streams, transcripts: existsSync(transcript) ? findFiles(transcript, () => {}) : []}
}

/** Reads and folds files in pieces of a given size; `look` sees each line. */
export function foldFiles(
  files: readonly SourceFile[],
  options: {
    readonly chunk?: number
    readonly onLine?: (line: Line) => void
    readonly state?: Conversation
    readonly onChanges?: (changes: readonly Change[]) => void
  } = {},
): Conversation {
  const state = options.state ?? new Conversation()
  for (const file of files) {
    const reader = readLines(file.path)
    state.begin(file.path, {session: file.session, agent: file.agent})
    const fold = (lines: readonly Line[]): void => {
      for (const line of lines) {
        options.onLine?.(line)
        const changes = state.add(line)
        options.onChanges?.(changes)
      }
    }
    const bytes = readFileSync(file.path)
    const size = options.chunk ?? bytes.length
    for (let at = 0; at < bytes.length; at += size) fold(reader.push(bytes.subarray(at, at + size)))
    fold(reader.end())
    const changes = state.end(file.path)
    options.onChanges?.(changes)
  }
  return state
}

/** Folds files as one session, in the order in which its lines were written: as `show` and `export` read them. */
export function foldSession(files: readonly SourceFile[]): Conversation {
  const state = new Conversation()
  for (const step of readSession(files)) {
    if (step.kind === 'begin')
      state.begin(step.file.path, {session: step.file.session, agent: step.file.agent})
    else if (step.kind === 'end') state.end(step.file.path)
    else for (const line of step.lines) state.add(line)
  }
  return state
}

/** Folds files to the document that `show` prints. */
export const foldDocument = (files: readonly SourceFile[], chunk?: number): ConversationDocument =>
  foldFiles(files, chunk === undefined ? {} : {chunk}).document()

/** The final state of each tool run, by the last characters of its id and its tool's name. */
export function listToolStates(document: ConversationDocument): readonly string[] {
  return document.toolCalls.filter((run) => !run.isCopied).map((run) => `${run.name} ${run.state}`)
}
