import type {Instant} from '../model/index.ts'
import type {Hunk} from './node.ts'

/** What a session did to files and repositories. */
export interface SessionChanges {
  /** In the order in which they were first changed. */
  readonly files: readonly ChangedFile[]
  readonly commits: readonly Commit[]
  readonly pullRequests: readonly PullRequest[]
}

/** Everything that a session did to one file, as one change. */
export interface ChangedFile {
  readonly path: string
  /** The path inside the session's folder; `undefined` if it is elsewhere. */
  readonly relativePath: string | undefined
  readonly isNew: boolean
  /** How many calls wrote the whole file, and how many edited parts of it. */
  readonly writes: number
  readonly edits: number
  readonly linesAdded: number
  readonly linesRemoved: number
  /** The calls that changed it, in order. */
  readonly calls: readonly string[]
  /** From the first content to the last; if contents are unknown, the changes one after the other. */
  readonly hunks: readonly Hunk[]
  /**
   * The same as hunks of unified patches that apply one after the other: one if the contents are known. `undefined` if the
   * place of a change is unknown.
   */
  readonly patches: readonly string[] | undefined
  /** Someone else changed the file in between, and `hunks` contains that as well. */
  readonly isMixed: boolean
  readonly changedAt: Instant | undefined
}

/** A commit that a command of the session made. */
export interface Commit {
  readonly sha: string
  readonly subject: string | undefined
  readonly branch: string | undefined
  /** The call that made it. */
  readonly call: string
}

/** A pull request that the session created or worked on. */
export interface PullRequest {
  readonly number: number
  readonly repository: string | undefined
  /** An `https:` address; `undefined` if the client gave none. */
  readonly url: string | undefined
}

/** Whether a file is the one that is meant: by its complete path, or by the end of it after a slash. */
export const isSameFile = (path: string, meant: string): boolean =>
  path === meant || (path.endsWith(meant) && /[/\\]$/.test(path.slice(0, -meant.length)))
