import type {ListedSession} from '../archive/archive.ts'
import {isoTime} from '../model/instant.ts'
import type {ChangedFile, SessionChanges} from '../page/index.ts'

/** What a session changed: what `recount changes --json` prints. */
export interface ChangesJson {
  /** The session. */
  readonly sessionId: string
  /** Its folder; `null` if it is unknown. */
  readonly cwd: string | null
  /** The files it changed, in the order in which they were first changed. */
  readonly files: readonly ChangedFileJson[]
  /** Its commits. */
  readonly commits: readonly CommitJson[]
  /** Its pull requests. */
  readonly pullRequests: readonly PullRequestJson[]
}

/** Everything that a session did to one file. */
export interface ChangedFileJson {
  /** The file. */
  readonly path: string
  /** The path inside the session's folder; `null` if it is elsewhere. */
  readonly relativePath: string | null
  /** The session created it. */
  readonly isNew: boolean
  /** How many calls wrote the whole file. */
  readonly writes: number
  /** How many calls changed parts of it. */
  readonly edits: number
  /** Lines added, from its first content to its last. */
  readonly linesAdded: number
  /** Lines removed, from its first content to its last. */
  readonly linesRemoved: number
  /** The ids of the calls that changed it, in order. */
  readonly callIds: readonly string[]
  /** Someone else changed the file in between, and the numbers contain that as well. */
  readonly isMixed: boolean
  /** Unified hunks that apply one after the other; `null` if the place of a change is unknown. */
  readonly patches: readonly string[] | null
  /** The time of the last change; `null` if it is unknown. */
  readonly changedAt: string | null
}

/** A commit that a command of the session made. */
export interface CommitJson {
  /** Its hash, as far as it was printed. */
  readonly sha: string
  /** The first line of its message; `null` if it was not printed. */
  readonly subject: string | null
  /** Its branch; `null` if it was not printed. */
  readonly branch: string | null
  /** The id of the call that made it. */
  readonly callId: string
}

/** A pull request that the session created or worked on. */
export interface PullRequestJson {
  /** Its number. */
  readonly number: number
  /** Its repository, such as `owner/name`; `null` if it is unknown. */
  readonly repository: string | null
  /** Its address; `null` if it is unknown. */
  readonly url: string | null
}

/** The changes of a session, for programs. */
export const toChangesJson = (
  {id, cwd}: {readonly id: string; readonly cwd: string | undefined},
  {files, commits, pullRequests}: SessionChanges,
): ChangesJson => ({
  sessionId: id,
  cwd: cwd ?? null,
  files: files.map(toChangedFileJson),
  commits: commits.map(({sha, subject, branch, call}) => ({
    sha,
    subject: subject ?? null,
    branch: branch ?? null,
    callId: call,
  })),
  pullRequests: pullRequests.map(({number, repository, url}) => ({
    number,
    repository: repository ?? null,
    url: url ?? null,
  })),
})

const toChangedFileJson = (file: ChangedFile): ChangedFileJson => ({
  path: file.path,
  relativePath: file.relativePath ?? null,
  isNew: file.isNew,
  writes: file.writes,
  edits: file.edits,
  linesAdded: file.linesAdded,
  linesRemoved: file.linesRemoved,
  callIds: file.calls,
  isMixed: file.isMixed,
  patches: file.patches ?? null,
  changedAt: isoTime(file.changedAt),
})

/** What one session did to a file: a line of `recount file --json`. */
export interface FileSessionJson {
  /** The session. */
  readonly sessionId: string
  /** Its title; `null` if it has none. */
  readonly title: string | null
  /** Its project; `null` if it is unknown. */
  readonly project: string | null
  /** What it did to the file. */
  readonly change: ChangedFileJson
}

/** A session that changed a file, for programs. */
export const toFileSessionJson = (
  {sessionId, title, project}: Pick<ListedSession, 'sessionId' | 'title' | 'project'>,
  file: ChangedFile,
): FileSessionJson => ({
  sessionId,
  title: title ?? null,
  project: project ?? null,
  change: toChangedFileJson(file),
})
