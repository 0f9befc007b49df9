import type {Line} from '../../model/index.ts'
import type {Database} from '../sqlite/database/driver.ts'

/** More than this is not from a running session, and would stay in memory too long. */
export const maxRecentBytes = 256 * 1024

/** Few sessions run at the same time. */
const maxFiles = 32

/** Bytes that a file has grown by, with the lines that were parsed from them. */
export interface RecentLines {
  readonly bytes: Uint8Array
  readonly lines: readonly Line[]
}

const recent = new WeakMap<Database, Map<string, RecentLines>>()

/** Remembers what a file has grown by, so that indexing does not parse it again. */
export function rememberRecentLines(database: Database, path: string, grown: RecentLines): void {
  const files = recent.get(database) ?? new Map<string, RecentLines>()
  recent.set(database, files)
  files.delete(path)
  files.set(path, grown)
  const [oldest] = files.keys()
  if (files.size > maxFiles && oldest !== undefined) files.delete(oldest)
}

/** The lines of these bytes of a file, if they were the last that were remembered; each is given once. */
export function takeRecentLines(
  database: Database,
  path: string,
  bytes: Uint8Array,
): readonly Line[] | undefined {
  const files = recent.get(database)
  const grown = files?.get(path)
  files?.delete(path)
  return grown && Buffer.compare(grown.bytes, bytes) === 0 ? grown.lines : undefined
}
