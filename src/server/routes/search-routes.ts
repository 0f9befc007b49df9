import type {Context, Hono} from 'hono'
import {findTextOf, isMistake, parseQuery} from '../../archive/query/index.ts'
import {type SearchResultsJson, toSearchHitJson} from '../../json/index.ts'
import type {SearchOutcome} from '../pages/search-page.ts'
import {maxShownHits, renderSearchPage, renderSearchResults} from '../pages/search-page.ts'
import {HttpError} from '../security/http-error.ts'
import type {ServerState} from '../server-state.ts'

const maxQueryLength = 500
const defaultHits = 50
/** The page searches while the user types, so it must be quick. */
const timeLimitMs = 4000

/** Search: as a page, a part of a page, and JSON. */
export function addSearchRoutes(app: Hono, {options}: ServerState): void {
  const {queries, now, zone} = options
  const answer = async ({req}: Context): Promise<SearchOutcome> => {
    const query = (name: string): string | undefined => req.query(name)
    const q = query('q') ?? ''
    const most = query('most') === String(maxShownHits) ? maxShownHits : defaultHits
    if (q.length > maxQueryLength)
      throw new HttpError(400, `The query is too long. The limit is ${maxQueryLength} characters.`)
    if (q.trim() === '') return {q: '', maxHits: most, found: undefined, words: '', mistake: undefined}
    const asked = parseQuery(q, {now: now(), zone})
    if (isMistake(asked)) return {q, maxHits: most, found: undefined, words: '', mistake: asked.mistake}
    const found = await queries.search(asked, {limit: most, patience: timeLimitMs}, req.raw.signal)
    return {q, maxHits: most, found, words: findTextOf(asked), mistake: undefined}
  }

  app.get('/search', async (context) => {
    const found = await answer(context)
    if (context.req.query('part') === '1') return context.html(renderSearchResults(found, options).markup)
    return context.html(renderSearchPage(found, options), found.mistake === undefined ? 200 : 400)
  })

  app.get('/api/search.json', async (context) => {
    const {q, found, mistake} = await answer(context)
    if (mistake !== undefined) throw new HttpError(400, mistake)
    const answered: SearchResultsJson = {
      query: q,
      hits: found?.hits.map(toSearchHitJson) ?? [],
      hasMore: found?.more ?? false,
      stopped: found?.stopped ?? null,
    }
    return context.json(answered)
  })
}
