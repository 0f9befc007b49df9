import type {Hono} from 'hono'
import {readListQuestion} from '../catalog/list-question.ts'
import {listSessions} from '../catalog/list-sessions.ts'
import {listPage, listParts} from '../pages/list-page.ts'
import type {ServerState} from '../server-state.ts'
import {listEventId} from '../server-state.ts'

/** The list of sessions, as a page, as a part of one and as JSON. */
export function listRoutes(app: Hono, state: ServerState): void {
  const {parts, catalog} = state

  app.get('/', async (context) => {
    const {searchParams} = new URL(context.req.url)
    const question = readListQuestion(searchParams)
    // A stream from a pipe is what was asked for; it is shown at once.
    if (parts.piped && searchParams.size === 0) return context.redirect(`/s/${parts.piped.id}`)
    // Taken first: what changes while the list is made is sent again.
    const event = listEventId(state)
    const list = listSessions(await catalog.all(), question)
    if (searchParams.get('part') === '1')
      return context.html(listParts(list, question, parts).markup, 200, {'recount-total': String(list.total)})
    return context.html(listPage(list, question, event, parts))
  })

  app.get('/api/sessions.json', async (context) => {
    const question = readListQuestion(new URL(context.req.url).searchParams)
    return context.json({question, ...listSessions(await catalog.all(), question), isSample: parts.isSample})
  })
}
