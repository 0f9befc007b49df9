import type {Hono} from 'hono'
import {toSessionJson} from '../../json/index.ts'
import {parseListQuery} from '../catalog/list-query.ts'
import {selectSessions} from '../catalog/select-sessions.ts'
import {renderListPage, renderListParts} from '../pages/list-page.ts'
import type {ServerState} from '../server-state.ts'
import {listEventId} from '../server-state.ts'

/** The list of sessions, as a page, as a part of one and as JSON. */
export function addListRoutes(app: Hono, state: ServerState): void {
  const {options, catalog} = state

  app.get('/', async (context) => {
    const {searchParams} = new URL(context.req.url)
    const question = parseListQuery(searchParams)
    // A stream from a pipe is what was asked for; it is shown at once.
    if (options.piped && searchParams.size === 0) return context.redirect(`/s/${options.piped.id}`)
    // Taken first: what changes while the list is made is sent again.
    const event = listEventId(state)
    const list = selectSessions(await catalog.all(), question)
    if (searchParams.get('part') === '1')
      return context.html(renderListParts(list, question, options).markup, 200, {
        'recount-total': String(list.total),
      })
    return context.html(renderListPage(list, question, event, options))
  })

  app.get('/api/sessions.json', async (context) => {
    const question = parseListQuery(new URL(context.req.url).searchParams)
    const {sessions, ...rest} = selectSessions(await catalog.all(), question)
    return context.json({
      query: question,
      sessions: sessions.map(toSessionJson),
      ...rest,
      isSample: options.isSample,
    })
  })
}
