import type {Context, Hono} from 'hono'
import {isMistake, parseQuery} from '../../archive/query/index.ts'
import type {Answer} from '../pages/search-page.ts'
import {manyHits, resultsHtml, searchPage} from '../pages/search-page.ts'
import {Refusal} from '../security/refusal.ts'
import type {ServerState} from '../server-state.ts'

const longestQuery = 500
const usualHits = 50
/** Who waits for results as they type does not wait longer. */
const patience = 4000

/** Search over everything, as a page, as a part of one and as JSON. */
export function searchRoutes(app: Hono, {parts}: ServerState): void {
  const {queries, now, zone} = parts
  const answer = async ({req}: Context): Promise<Answer> => {
    const query = (name: string): string | undefined => req.query(name)
    const q = query('q') ?? ''
    const most = query('most') === String(manyHits) ? manyHits : usualHits
    if (q.length > longestQuery)
      throw new Refusal(400, `This query is too long: ${longestQuery} characters are the most.`)
    if (q.trim() === '') return {q: '', most, found: undefined, mistake: undefined}
    const asked = parseQuery(q, {now: now(), zone})
    if (isMistake(asked)) return {q, most, found: undefined, mistake: asked.mistake}
    const found = await queries.search(asked, {limit: most, patience}, req.raw.signal)
    return {q, most, found, mistake: undefined}
  }

  app.get('/search', async (context) => {
    const found = await answer(context)
    if (context.req.query('part') === '1') return context.html(resultsHtml(found, parts).markup)
    return context.html(searchPage(found, parts), found.mistake === undefined ? 200 : 400)
  })

  app.get('/api/search.json', async (context) => {
    const {q, found, mistake} = await answer(context)
    if (mistake !== undefined) return context.json({q, mistake}, 400)
    return context.json({q, hits: found?.hits ?? [], more: found?.more ?? false, stopped: found?.stopped})
  })
}
