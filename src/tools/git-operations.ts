import {emptyObject, number, object, text} from '../model/fields.ts'
import {inputFields, isJsonObject, type JsonObject, type ToolRun} from '../model/index.ts'
import type {Commit, PullRequest} from '../page/index.ts'

/** What a command did to a repository. */
export interface GitOperations {
  readonly commits: readonly Commit[]
  readonly pullRequests: readonly PullRequest[]
}

/** What the client found out about a `git` or `gh` command (from SDK 0.3.203 on). */
export const readGit = (structured: JsonObject): JsonObject =>
  object(structured, 'gitOperation') ?? emptyObject

const shells: ReadonlySet<string> = new Set(['Bash', 'PowerShell'])

/** Reads the commits and pull requests of a command, from the client's own report or from what the command printed. */
export function readGitOperations(run: ToolRun): GitOperations {
  if (run.state !== 'completed' || !shells.has(run.name)) return {commits: [], pullRequests: []}
  const structured = isJsonObject(run.result.structured) ? run.result.structured : emptyObject
  const command = text(inputFields(run.input), 'command') ?? ''
  const printed =
    text(structured, 'stdout') ??
    run.result.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
  const git = readGit(structured)
  return {
    commits: readCommits(object(git, 'commit'), command, printed, run.id),
    pullRequests: readPullRequests(object(git, 'pr'), command, printed),
  }
}

/** `[main 1a2b3c4] Subject`, as `git commit` prints it. */
const commitLine = /^\[([^\s\]]{1,200})(?: \([^)]{1,40}\))? ([\da-f]{7,40})\] (.{0,400})$/gm

function readCommits(
  reported: JsonObject | undefined,
  command: string,
  printed: string,
  call: string,
): readonly Commit[] {
  const found = /\bgit\b[^|;&\n]*\b(?:commit|cherry-pick|revert)\b/.test(command)
    ? [...printed.slice(0, maxPrinted).matchAll(commitLine)].map(([, branch, sha = '', subject]) => ({
        sha,
        subject,
        branch,
        call,
      }))
    : []
  const sha = reported && text(reported, 'sha')
  if (!reported || sha === undefined || !/^[\da-f]{4,64}$/.test(sha)) return found
  if (found.some((commit) => sha.startsWith(commit.sha) || commit.sha.startsWith(sha))) return found
  return [...found, {sha, subject: undefined, branch: text(reported, 'branch'), call}]
}

/** Commands print what they did at the beginning or the end of little text. */
const maxPrinted = 100_000

function readPullRequests(
  reported: JsonObject | undefined,
  command: string,
  printed: string,
): readonly PullRequest[] {
  const count = reported && number(reported, 'number')
  if (reported && count !== undefined) return [pullRequest(count, text(reported, 'url'))]
  if (!/\bgh\s+pr\s+create\b/.test(command)) return []
  const url = /https:\/\/[\w.-]{1,100}\/[\w.-]{1,100}\/[\w.-]{1,100}\/pull\/\d{1,9}/.exec(
    printed.slice(0, maxPrinted),
  )?.[0]
  return url === undefined ? [] : [pullRequest(Number(url.slice(url.lastIndexOf('/') + 1)), url)]
}

/** A pull request by its number and address. */
export function pullRequest(number: number, url: string | undefined, repository?: string): PullRequest {
  const [, named] = /^https:\/\/[^/\s]+\/([^/\s]+\/[^/\s]+)\/pull\//.exec(url ?? '') ?? []
  return {
    number,
    repository: repository ?? named,
    url: /^https:\/\/[^\s]+$/.test(url ?? '') ? url : undefined,
  }
}
