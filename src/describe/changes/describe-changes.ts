import type {Session} from '../../conversation/index.ts'
import {number, text} from '../../model/fields.ts'
import type {ChangedFile, Commit, PullRequest, SessionChanges} from '../../page/index.ts'
import {pullRequest, readFileChanges, readGitOperations} from '../../tools/index.ts'
import {FileHistory} from './file-history.ts'

/**
 * Describes what a session changed: each file once, and its commits and pull requests. History that was copied from
 * another session is not its own.
 */
export function describeChanges(session: Session): SessionChanges {
  const commits = new Map<string, Commit>()
  const requests = new Map<string, PullRequest>()
  const addRequest = (request: PullRequest): void => {
    requests.set(request.url ?? `#${request.number}`, request)
  }
  for (const run of session.runs.values()) {
    if (run.copied) continue
    const done = readGitOperations(run)
    for (const commit of done.commits) commits.set(commit.sha.slice(0, 7), commit)
    for (const request of done.pullRequests) addRequest(request)
  }
  for (const linked of listLinkedRequests(session)) addRequest(linked)
  return {
    files: listChangedFiles(session),
    commits: [...commits.values()],
    pullRequests: [...requests.values()],
  }
}

function listChangedFiles(session: Session): readonly ChangedFile[] {
  const histories = new Map<string, FileHistory>()
  for (const run of session.runs.values()) {
    if (run.copied) continue
    for (const change of readFileChanges(run)) {
      const history = histories.get(change.path) ?? new FileHistory(change.path, session.cwd)
      histories.set(change.path, history)
      history.add(change, run)
    }
  }
  return [...histories.values()].map((history) => history.describe())
}

/** The pull requests that the client linked to the session (`pr-link`). */
function* listLinkedRequests(session: Session): Generator<PullRequest, void, undefined> {
  for (const {items} of session.turns)
    for (const item of items) {
      if (item.kind !== 'message' || item.message.type !== 'pr-link') continue
      const {record} = item.message
      const count = number(record, 'prNumber')
      if (count !== undefined) yield pullRequest(count, text(record, 'prUrl'), text(record, 'prRepository'))
    }
}
