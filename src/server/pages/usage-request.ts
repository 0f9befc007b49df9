import type {UsageQuery} from '../../archive/archive.ts'
import {readDate} from '../../archive/query/index.ts'
import {type UsageGroup, usageGroups} from '../../archive/usage/usage-report.ts'
import {HttpError} from '../security/http-error.ts'
import type {ServerOptions} from '../server-options.ts'

/** What a chart can show. */
const usageMeasures = ['cost', 'tokens', 'calls'] as const

export type UsageMeasure = (typeof usageMeasures)[number]

/** What a chart of a group can show: calls only by tool. */
export const listMeasures = (group: UsageGroup): readonly UsageMeasure[] =>
  group === 'tool' ? usageMeasures : usageMeasures.filter((measure) => measure !== 'calls')

/** The query of the usage page, as in its address. */
export interface UsageRequest {
  readonly group: UsageGroup
  readonly measure: UsageMeasure
  readonly since: string
  readonly until: string
  readonly project: string
}

/** Reads the query in an address. */
export function parseUsageRequest(params: URLSearchParams): UsageRequest {
  const text = (name: string): string => (params.get(name) ?? '').slice(0, 200)
  const group = params.get('by')
  return {
    group: usageGroups.find((known) => known === group) ?? 'daily',
    measure: usageMeasures.find((known) => known === params.get('show')) ?? 'cost',
    since: text('since'),
    until: text('until'),
    project: text('project'),
  }
}

/** The query for the archive; invalid dates are rejected. */
export function toUsageQuery(asked: UsageRequest, {now, zone, overrides}: ServerOptions): UsageQuery {
  const moment = (words: string): number | undefined => {
    if (words === '') return undefined
    const time = readDate(words, {now: now(), zone})
    if (time === undefined)
      throw new HttpError(400, `"${words}" is not a date. Try 2026-01-31, yesterday, 3d or "last week".`)
    return time
  }
  return {
    group: asked.group,
    since: moment(asked.since),
    until: moment(asked.until),
    project: asked.project || undefined,
    timeZone: zone,
    overrides,
  }
}

/** The address of a usage page with some changes. */
export function usageUrl(path: string, asked: UsageRequest, change: Partial<UsageRequest> = {}): string {
  const {group, measure, since, until, project} = {...asked, ...change}
  const params = new URLSearchParams({by: group})
  if (measure !== 'cost') params.set('show', measure)
  if (since !== '') params.set('since', since)
  if (until !== '') params.set('until', until)
  if (project !== '') params.set('project', project)
  return `${path}?${params}`
}
