/** What sessions can be chosen by, with a value. */
export const listFacets = ['project', 'branch', 'model', 'tool'] as const

export type ListFacet = (typeof listFacets)[number]

/** What sessions can be chosen by, with yes or no. */
export const listFlags = ['errors', 'live'] as const

export type ListFlag = (typeof listFlags)[number]

/** What a list of sessions is asked for, as its address says it. */
export interface ListQuery
  extends Readonly<Record<ListFacet, string | undefined>>,
    Readonly<Record<ListFlag, boolean>> {
  readonly q: string
  readonly sort: ListSort
  /** How many come before the first that is shown. */
  readonly from: number
}

export const listSorts = ['time', 'cost', 'size', 'turns', 'errors'] as const

export type ListSort = (typeof listSorts)[number]

const maxLength = 200

/** Reads the question out of an address; what makes no sense is as if it were not there. */
export function parseListQuery(params: URLSearchParams): ListQuery {
  const text = (name: string): string | undefined => params.get(name)?.slice(0, maxLength) || undefined
  const from = Number(params.get('from'))
  return {
    q: text('q') ?? '',
    project: text('project'),
    branch: text('branch'),
    model: text('model'),
    tool: text('tool'),
    errors: params.get('errors') === '1',
    live: params.get('live') === '1',
    sort: listSorts.find((sort) => sort === params.get('sort')) ?? 'time',
    from: Number.isInteger(from) && from > 0 && from < 1e7 ? from : 0,
  }
}

/** What a question chooses by, as the names and values of its address. */
export const listFilters = (question: ListQuery): readonly (readonly [string, string])[] => [
  ...listFacets.flatMap((name) => {
    const value = question[name]
    return value === undefined ? [] : [[name, value] as const]
  }),
  ...listFlags.flatMap((name) => (question[name] ? [[name, '1'] as const] : [])),
]

/** The address of a list, from the one that is shown and what is to be different. */
export function listUrl(question: ListQuery, change: Partial<ListQuery>): string {
  const next = {...question, from: 0, ...change}
  const params = new URLSearchParams()
  if (next.q !== '') params.set('q', next.q)
  for (const [name, value] of listFilters(next)) params.set(name, value)
  if (next.sort !== 'time') params.set('sort', next.sort)
  if (next.from > 0) params.set('from', String(next.from))
  const text = params.toString()
  return text === '' ? '/' : `/?${text}`
}
