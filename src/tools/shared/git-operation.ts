import {nothing, number, object, text} from '../../model/fields.ts'
import type {JsonObject} from '../../model/index.ts'
import type {Node} from '../../page/index.ts'

/** The pull request that a command opened or changed. */
export function describeGit(structured: JsonObject): readonly Node[] {
  const request = object(operation(structured), 'pr') ?? nothing
  const url = text(request, 'url')
  return url === undefined ? [] : [{kind: 'link', url, text: requestName(request)}]
}

/** What a command did to a repository, in a few words: `committed 1a2b3c4`, `pushed main`. */
export function gitOutcome(structured: JsonObject): string | undefined {
  const commit = object(operation(structured), 'commit') ?? nothing
  const push = object(operation(structured), 'push') ?? nothing
  const branch = object(operation(structured), 'branch') ?? nothing
  const request = object(operation(structured), 'pr')
  const parts = [
    words(text(commit, 'kind'), text(commit, 'sha')?.slice(0, 7)),
    words('pushed', text(push, 'branch')),
    words(text(branch, 'action'), text(branch, 'ref')),
    ...(request ? [`${text(request, 'action') ?? 'used'} ${requestName(request)}`] : []),
  ].filter((part) => part !== undefined)
  return parts.length === 0 ? undefined : parts.join(', ')
}

const operation = (structured: JsonObject): JsonObject => object(structured, 'gitOperation') ?? nothing

const requestName = (request: JsonObject): string => {
  const count = number(request, 'number')
  return count === undefined ? 'pull request' : `PR #${count}`
}

const words = (verb: string | undefined, object: string | undefined): string | undefined =>
  verb === undefined || object === undefined ? undefined : `${verb} ${object}`
