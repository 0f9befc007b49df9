/** Filters with a value. */
export const listFacets = ['project', 'branch', 'model', 'tool'] as const

export type ListFacet = (typeof listFacets)[number]

/** Filters that are on or off. */
export const listFlags = ['errors', 'live'] as const

export type ListFlag = (typeof listFlags)[number]

/** The query of a list of sessions, as in its address. */
export interface ListQuery
  extends Readonly<Record<ListFacet, string | undefined>>,
    Readonly<Record<ListFlag, boolean>> {
  readonly q: string
  readonly sort: ListSort
  /** The index of the first session. */
  readonly from: number
}

export const listSorts = ['time', 'cost', 'size', 'turns', 'errors'] as const

export type ListSort = (typeof listSorts)[number]

const maxLength = 200

/** Reads the query in an address; invalid values are ignored. */
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

/** The filters of a query, as names and values for an address. */
export const listFilters = (query: ListQuery): readonly (readonly [string, string])[] => [
  ...listFacets.flatMap((name) => {
    const value = query[name]
    return value === undefined ? [] : [[name, value] as const]
  }),
  ...listFlags.flatMap((name) => (query[name] ? [[name, '1'] as const] : [])),
]

/** The address of a list with some changes. */
export function listUrl(query: ListQuery, change: Partial<ListQuery>): string {
  const next = {...query, from: 0, ...change}
  const params = new URLSearchParams()
  if (next.q !== '') params.set('q', next.q)
  for (const [name, value] of listFilters(next)) params.set(name, value)
  if (next.sort !== 'time') params.set('sort', next.sort)
  if (next.from > 0) params.set('from', String(next.from))
  const text = params.toString()
  return text === '' ? '/' : `/?${text}`
}
