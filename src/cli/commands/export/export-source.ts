import {createHash} from 'node:crypto'
import {basename, dirname} from 'node:path'
import {groupBy} from '../../../model/maps.ts'
import {readFileStat, type SourceFile} from '../../../sources/index.ts'
import {readHeadOrNothing, type SessionInput} from '../../sessions/session-files.ts'

/** Files that are read together: those of a session, or a stream. */
export interface ExportSource {
  /** Identifies it in later runs. */
  readonly key: string
  /** The folder of its files; sources with the same folder are one project. */
  readonly group: string
  /** The name of the group if its sessions name no folder. */
  readonly groupName: string
  readonly bytes: number
  /** Changes when its files change; `undefined` if it can be read only once. */
  readonly print: string | undefined
  /** It is only in the archive. */
  readonly archived: boolean
  /** The title, if the archive knows it. */
  readonly title?: string | undefined
  /** Its files, if they are on disk. */
  readonly files?: readonly SourceFile[] | undefined
  /** Makes its files readable. */
  open(): Promise<OpenedSource>
}

/** Files that exist until `close`. */
export interface OpenedSource {
  readonly input: SessionInput
  close(): void
}

/** Files on disk that are read together; the first is the one that was given. */
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
 * Joins sources that share a history, so that each response and call counts once, for the original session. Sessions that
 * share a history start with the same response.
 */
export function joinLineages(sources: readonly ExportSource[]): readonly ExportSource[] {
  if (sources.length < 2) return sources
  const lineages = groupBy(sources, ({group, key, files}) => {
    const id = files && firstResponse.exec(readHeadOrNothing(key))?.[1]
    return `${group}\0${id ?? key}`
  })
  return [...lineages.values()].map((lineage) => {
    const [first] = lineage
    const files = lineage.flatMap((source) => source.files ?? [])
    return first && lineage.length === 1 ? first : sourceOnDisk(first?.key ?? '', files)
  })
}

/** A short hash of some texts. */
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
