import type {UsageQuery} from '../../archive/archive.ts'
import {readSpan} from '../../archive/query/index.ts'
import {type UsageGroup, type UsageSplit, usageGroups, usageSplits} from '../../archive/usage/usage-report.ts'
import {HttpError} from '../security/http-error.ts'
import type {ServerOptions} from '../server-options.ts'

/** What a chart can show. */
const usageMeasures = ['cost', 'tokens', 'calls'] as const

export type UsageMeasure = (typeof usageMeasures)[number]

/** What a chart of a group can show: calls only by tool. */
export const listMeasures = (group: UsageGroup): readonly UsageMeasure[] =>
  group === 'tool' ? usageMeasures : usageMeasures.filter((measure) => measure !== 'calls')

/** Periods that have a name, with the words for their first day; they end today. */
export const usageRanges = {
  '7d': {label: '7 days', since: '6d'},
  '30d': {label: '30 days', since: '29d'},
  month: {label: 'Month', since: 'this month'},
  year: {label: 'Year', since: '364d'},
  all: {label: 'All', since: undefined},
} as const

export type UsageRange = keyof typeof usageRanges

/** Whether a word is the name of a period. */
const isRange = (word: string | null): word is UsageRange => word !== null && Object.hasOwn(usageRanges, word)

/** The query of the usage page, as in its address. */
export interface UsageRequest {
  readonly group: UsageGroup
  /** `undefined` if the address does not say. */
  readonly split: UsageSplit | 'none' | undefined
  readonly measure: UsageMeasure
  /** `undefined` if the address names none, or if it has dates. */
  readonly range: UsageRange | undefined
  readonly since: string
  readonly until: string
  readonly project: string
}

/** Reads the query in an address. */
export function parseUsageRequest(params: URLSearchParams): UsageRequest {
  const text = (name: string): string => (params.get(name) ?? '').slice(0, 200)
  const [since, until, range] = [text('since'), text('until'), params.get('range')]
  return {
    group: usageGroups.find((known) => known === params.get('by')) ?? 'daily',
    split: (['none', ...usageSplits] as const).find((known) => known === params.get('split')),
    measure: usageMeasures.find((known) => known === params.get('show')) ?? 'cost',
    range: since === '' && until === '' && isRange(range) ? range : undefined,
    since,
    until,
    project: text('project'),
  }
}

/** The query for the archive; invalid dates are rejected. A day at the end of the period is included. */
export function toUsageQuery(asked: UsageRequest, {now, zone, overrides}: ServerOptions): UsageQuery {
  const spanOf = (words: string | undefined) => {
    if (words === undefined || words === '') return undefined
    const span = readSpan(words, {now: now(), zone})
    if (span === undefined)
      throw new HttpError(400, `"${words}" is not a date. Try 2026-01-31, yesterday, 3d or "last week".`)
    return span
  }
  const range = asked.range === undefined ? undefined : usageRanges[asked.range].since
  return {
    group: asked.group,
    split: asked.split === 'none' ? undefined : asked.split,
    since: spanOf(range ?? asked.since)?.start,
    until: spanOf(asked.until)?.end,
    project: asked.project || undefined,
    timeZone: zone,
    overrides,
  }
}

/** The address of a usage page with some changes. */
export function usageUrl(path: string, asked: UsageRequest, change: Partial<UsageRequest> = {}): string {
  const {group, split, measure, range, since, until, project} = {...asked, ...change}
  const params = new URLSearchParams({by: group})
  if (split !== undefined) params.set('split', split)
  if (measure !== 'cost') params.set('show', measure)
  if (range !== undefined) params.set('range', range)
  if (since !== '') params.set('since', since)
  if (until !== '') params.set('until', until)
  if (project !== '') params.set('project', project)
  return `${path}?${params}`
}

/** The address of the list of the sessions that were active on some days. */
export const sessionsUrl = (first: string, last: string): string => `/?since=${first}&until=${last}`
