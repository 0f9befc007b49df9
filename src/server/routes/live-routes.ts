import type {Hono} from 'hono'
import {toSessionJson} from '../../json/index.ts'
import type {RunningSession} from '../pages/live-page.ts'
import {renderLivePage} from '../pages/live-page.ts'
import type {ServerState} from '../server-state.ts'
import {listEventId} from '../server-state.ts'

const maxShown = 60

/** The sessions that go on, each with what it does now. */
export async function listRunningSessions({catalog, tails}: ServerState): Promise<readonly RunningSession[]> {
  const live = (await catalog.all()).filter((session) => session.isLive)
  return Promise.all(
    live.slice(0, maxShown).map(async (session) => ({session, step: await stepOf(tails, session.sessionId)})),
  )
}

/** What cannot be read says nothing, and the others are shown all the same. */
async function stepOf(peeks: ServerState['tails'], id: string): Promise<string | undefined> {
  try {
    return await (await peeks.get(id))?.call('step', undefined)
  } catch {
    return undefined
  }
}

/** The board of running sessions. */
export function addLiveRoutes(app: Hono, state: ServerState): void {
  app.get('/live', async (context) => {
    // Taken first: what changes while the board is made is told again.
    const event = listEventId(state)
    return context.html(renderLivePage(await listRunningSessions(state), event, state.options))
  })
  app.get('/api/live.json', async (context) => {
    const running = await listRunningSessions(state)
    return context.json({
      sessions: running.map(({session, step}) => ({...toSessionJson(session), step: step ?? null})),
    })
  })
}
