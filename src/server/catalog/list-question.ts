/** What a list of sessions is asked for, as its address says it. */
export interface ListQuestion {
  readonly q: string
  readonly project: string | undefined
  readonly branch: string | undefined
  readonly model: string | undefined
  readonly errors: boolean
  readonly live: boolean
  readonly sort: ListSort
  /** How many come before the first that is shown. */
  readonly from: number
}

export const listSorts = ['time', 'cost', 'size', 'turns', 'errors'] as const

export type ListSort = (typeof listSorts)[number]

const most = 200

/** Reads the question out of an address; what makes no sense is as if it were not there. */
export function readListQuestion(params: URLSearchParams): ListQuestion {
  const text = (name: string): string | undefined => params.get(name)?.slice(0, most) || undefined
  const from = Number(params.get('from'))
  return {
    q: text('q') ?? '',
    project: text('project'),
    branch: text('branch'),
    model: text('model'),
    errors: params.get('errors') === '1',
    live: params.get('live') === '1',
    sort: listSorts.find((sort) => sort === params.get('sort')) ?? 'time',
    from: Number.isInteger(from) && from > 0 && from < 1e7 ? from : 0,
  }
}

/** The address of a list, from the one that is shown and what is to be different. */
export function listAddress(question: ListQuestion, change: Partial<ListQuestion>): string {
  const {q, project, branch, model, errors, live, sort, from} = {...question, from: 0, ...change}
  const params = new URLSearchParams()
  if (q !== '') params.set('q', q)
  if (project !== undefined) params.set('project', project)
  if (branch !== undefined) params.set('branch', branch)
  if (model !== undefined) params.set('model', model)
  if (errors) params.set('errors', '1')
  if (live) params.set('live', '1')
  if (sort !== 'time') params.set('sort', sort)
  if (from > 0) params.set('from', String(from))
  const text = params.toString()
  return text === '' ? '/' : `/?${text}`
}
