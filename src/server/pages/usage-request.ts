import type {UsageQuery} from '../../archive/archive.ts'
import {readDate} from '../../archive/query/index.ts'
import type {UsageGroup} from '../../archive/usage/usage-report.ts'
import {usageGroups} from '../../archive/usage/usage-report.ts'
import {HttpError} from '../security/http-error.ts'
import type {ServerOptions} from '../server-options.ts'

/** What a chart can show of usage. */
const usageMeasures = ['cost', 'tokens', 'calls'] as const

export type UsageMeasure = (typeof usageMeasures)[number]

/** What a chart by a group can show: calls are told by tools only. */
export const listMeasures = (group: UsageGroup): readonly UsageMeasure[] =>
  group === 'tool' ? usageMeasures : usageMeasures.filter((measure) => measure !== 'calls')

/** What usage is asked for, as an address says it. */
export interface UsageRequest {
  readonly group: UsageGroup
  readonly measure: UsageMeasure
  readonly since: string
  readonly until: string
  readonly project: string
}

/** Reads the question out of an address. */
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

/** The question as the archive takes it; a time that is none is refused. */
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

/** The address of a usage page, from the one that is shown and what is to be different. */
export function usageUrl(path: string, asked: UsageRequest, change: Partial<UsageRequest> = {}): string {
  const {group, measure, since, until, project} = {...asked, ...change}
  const params = new URLSearchParams({by: group})
  if (measure !== 'cost') params.set('show', measure)
  if (since !== '') params.set('since', since)
  if (until !== '') params.set('until', until)
  if (project !== '') params.set('project', project)
  return `${path}?${params}`
}
