import {createHash} from 'node:crypto'
import {basename, dirname} from 'node:path'
import type {SourceFile} from '../../../sources/index.ts'
import type {SessionInput} from '../../sessions/session-files.ts'
import {readFileStat, readHeadOrNothing} from '../../sessions/session-files.ts'

/** Something to be read as one: the files of a session, or a stream with all that is in it. */
export interface ExportSource {
  /** What it is known by from run to run. */
  readonly key: string
  /** The folder of its files; sources with the same folder are one project. */
  readonly group: string
  /** What to call the group where its sessions do not say where they worked. */
  readonly groupName: string
  readonly bytes: number
  /** The same as long as nothing was written to its files; nothing for what can be read only once. */
  readonly print: string | undefined
  /** Only the archive still has it. */
  readonly archived: boolean
  /** The title, if the archive knows it. */
  readonly title?: string | undefined
  /** Its files, if they are on disk. */
  readonly files?: readonly SourceFile[] | undefined
  /** Makes its files readable. */
  open(): Promise<OpenedSource>
}

/** Files that are there until they are closed. */
export interface OpenedSource {
  readonly input: SessionInput
  close(): void
}

/** Files on disk that are read as one; the first is the one that was named. */
export function sourceOnDisk(path: string, files: readonly SourceFile[]): ExportSource {
  const folder = dirname(path)
  const looks = files.map((file) => ({path: file.path, ...readFileStat(file.path)}))
  return {
    key: path,
    group: folder,
    groupName: basename(folder),
    bytes: looks.reduce((sum, {size}) => sum + size, 0),
    print: hashTexts(looks.map((look) => `${look.path}\0${look.size}\0${look.modified}`)),
    archived: false,
    files,
    open: async () => ({input: {path, files}, close: () => {}}),
  }
}

/** The id of the first response in a transcript. */
const firstResponse = /"id":"(msg_[^"]+)"/

/**
 * Sources with those that share a history joined into one, so that each response and call counts once, on the original.
 * Sessions that share a history begin with the same response.
 */
export function joinLineages(sources: readonly ExportSource[]): readonly ExportSource[] {
  if (sources.length < 2) return sources
  const lineages = new Map<string, ExportSource[]>()
  for (const source of sources) {
    const key = `${source.group}\0${(source.files && firstResponse.exec(readHeadOrNothing(source.key))?.[1]) ?? source.key}`
    const lineage = lineages.get(key)
    if (lineage) lineage.push(source)
    else lineages.set(key, [source])
  }
  return [...lineages.values()].map((lineage) => {
    const [first] = lineage
    const files = lineage.flatMap((source) => source.files ?? [])
    return first && lineage.length === 1 ? first : sourceOnDisk(first?.key ?? '', files)
  })
}

/** A short name for what some texts say together. */
export const hashTexts = (texts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(texts)).digest('base64url').slice(0, 22)

/** Standard input, which can be read once. */
export const stdinSource: ExportSource = {
  key: '-',
  group: 'stdin',
  groupName: 'stdin',
  bytes: 0,
  print: undefined,
  archived: false,
  open: async () => ({input: {path: '-', files: [{path: '-'}]}, close: () => {}}),
}
