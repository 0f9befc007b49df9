import type {Hono} from 'hono'
import type {LiveSession} from '../pages/live-page.ts'
import {livePage} from '../pages/live-page.ts'
import type {ServerState} from '../server-state.ts'
import {listEventId} from '../server-state.ts'

const mostShown = 60

/** The sessions that go on, each with what it does now. */
export async function liveSessions({catalog, peeks}: ServerState): Promise<readonly LiveSession[]> {
  const live = (await catalog.all()).filter((session) => session.live)
  return Promise.all(
    live.slice(0, mostShown).map(async (session) => ({session, step: await stepOf(peeks, session.id)})),
  )
}

/** What cannot be read says nothing, and the others are shown all the same. */
async function stepOf(peeks: ServerState['peeks'], id: string): Promise<string | undefined> {
  try {
    return await (await peeks.use(id))?.call('step', undefined)
  } catch {
    return undefined
  }
}

/** The board of running sessions. */
export function liveRoutes(app: Hono, state: ServerState): void {
  app.get('/live', async (context) => {
    // Taken first: what changes while the board is made is told again.
    const event = listEventId(state)
    return context.html(livePage(await liveSessions(state), event, state.parts))
  })
  app.get('/api/live.json', async (context) => context.json({sessions: await liveSessions(state)}))
}
