import type {Hono} from 'hono'
import type {ListedSession} from '../../archive/archive.ts'
import {
  type RunningSessionsJson,
  type SessionListJson,
  type SessionStatesJson,
  toSessionJson,
} from '../../json/index.ts'
import type {StateChange} from '../catalog/catalog.ts'
import {parseListQuery} from '../catalog/list-query.ts'
import {selectSessions} from '../catalog/select-sessions.ts'
import {type EventSink, openEventStream, parseEventId} from '../events/event-stream.ts'
import {renderListPage, renderListParts, renderSessionRow} from '../pages/list-page.ts'
import {type RunningSessions, renderBoard, renderLivePage} from '../pages/live-page.ts'
import {formatSessionName} from '../pages/page-format.ts'
import {HttpError} from '../security/http-error.ts'
import {archivedSession, assertStreamsAvailable, listEventId, type ServerState} from '../server-state.ts'

/** The list of sessions: as a page, a part of a page, and JSON. */
export function addListRoutes(app: Hono, state: ServerState): void {
  const {options, catalog} = state

  app.get('/', async (context) => {
    const {searchParams} = new URL(context.req.url)
    const query = parseListQuery(searchParams)
    // A piped stream is shown first.
    if (options.piped && searchParams.size === 0) return context.redirect(`/s/${options.piped.id}`)
    // Taken first: changes during rendering are sent again.
    const event = listEventId(state)
    const list = selectSessions(await catalog.all(), query)
    if (searchParams.get('part') === '1')
      return context.html(renderListParts(list, query, options).markup, 200, {
        'recount-total': String(list.total),
      })
    return context.html(renderListPage(list, query, event, options))
  })

  app.get('/api/sessions.json', async (context) => {
    const query = parseListQuery(new URL(context.req.url).searchParams)
    const {sessions, ...rest} = selectSessions(await catalog.all(), query)
    const body: SessionListJson = {
      query,
      sessions: sessions.map(toSessionJson),
      ...rest,
      isSample: options.isSample,
    }
    return context.json(body)
  })
}

/** Changes within this time are sent together. */
const batchMs = 300
/** The board is rendered at most this often. */
const boardBatchMs = 1000
/** How often states are computed again. */
const clockMs = 1000

/** The states that changed, for every page: it may show or announce them. */
const statesEvent = (
  all: readonly ListedSession[],
  changes: readonly StateChange[],
): {readonly event: string; readonly data: SessionStatesJson} => ({
  event: 'states',
  data: {
    waiting: all.filter(({state}) => state === 'waiting').length,
    working: all.filter(({state}) => state === 'working').length,
    changed: changes.map(({session: {sessionId, title, state, project, activeMs}, before}) => ({
      sessionId,
      title: formatSessionName(sessionId, title),
      project: project ?? null,
      activeMs,
      state,
      before: before ?? null,
    })),
  },
})

/** The events of the list of sessions and of the board. */
export function addListEvents(app: Hono, state: ServerState): {close(): void} {
  const {options, catalog, liveSessions, lists: newest, streams} = state
  const lists = new Set<EventSink>()
  const boards = new Set<EventSink>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let boardTimer: ReturnType<typeof setTimeout> | undefined
  const nextId = (): string => {
    newest.n += 1
    return listEventId(state)
  }
  const sendList = async (): Promise<void> => {
    timer = undefined
    // If the archive cannot be read now, the next change tries again.
    const changed = await catalog.refresh().catch(() => [])
    await sendStates()
    sendRows(changed)
  }
  const sendRows = (changed: readonly ListedSession[]): void => {
    for (const session of changed)
      void liveSessions.updateOpen(session.sessionId, (live) => live.setArchived(archivedSession(session)))
    if (changed.length === 0) return
    const data = {
      sessions: changed.map((session) => ({
        id: session.sessionId,
        ended: session.endedAt,
        state: session.state,
        html: renderSessionRow(session, options).markup,
      })),
    }
    const event = {id: nextId(), event: 'sessions', data}
    for (const sink of [...lists, ...boards]) sink.send(event)
  }
  /** Tells every page which sessions began or ended to work or wait. */
  const sendStates = async (): Promise<readonly ListedSession[]> => {
    const changes = await catalog.takeStateChanges().catch(() => [])
    const {waiting, working} = state.running
    const event = statesEvent(await catalog.all().catch(() => []), changes)
    state.running = {waiting: event.data.waiting, working: event.data.working}
    if (changes.length === 0 && event.data.waiting === waiting && event.data.working === working) return []
    for (const sink of [...streams.sinks]) sink.send(event)
    return changes.map(({session}) => session)
  }
  // The state of a session also changes with time alone.
  const clock = setInterval(async () => {
    const changed = await sendStates()
    if (changed.length === 0) return
    sendRows(changed)
    sendBoard().catch(() => {})
  }, clockMs)
  const sendBoard = async (): Promise<void> => {
    if (boards.size === 0) return
    const event = {
      id: nextId(),
      event: 'board',
      data: {html: renderBoard(await listRunningSessions(state)).markup},
    }
    for (const sink of boards) sink.send(event)
  }
  const forget = options.onChange(() => {
    timer ??= setTimeout(() => void sendList(), batchMs)
    boardTimer ??= setTimeout(() => {
      boardTimer = undefined
      // If it fails, the next change tries again.
      sendBoard().catch(() => {})
    }, boardBatchMs)
  })

  app.get('/events', (context) => {
    assertStreamsAvailable(state)
    const last = context.req.header('last-event-id') ?? context.req.query('after')
    const after = last ? parseEventId(last) : undefined
    if (last && !after) throw new HttpError(400, 'Invalid event id.')
    const sinks = context.req.query('board') === '1' ? boards : lists
    return openEventStream(context.req, state.streams, async (sink) => {
      sinks.add(sink)
      // A client that missed events loads the list again.
      if (after && (after.incarnation !== options.bootId || after.n < newest.n))
        sink.send({id: listEventId(state), event: 'reload', data: {}})
      return () => void sinks.delete(sink)
    })
  })

  return {
    close() {
      forget()
      clearTimeout(timer)
      clearTimeout(boardTimer)
      clearInterval(clock)
    },
  }
}

const maxShown = 60

/** The running sessions, those that wait first, each with its current step. */
async function listRunningSessions({catalog, tails}: ServerState): Promise<RunningSessions> {
  const all = await catalog.all()
  const waiting = all.filter(({state}) => state === 'waiting')
  const working = all.filter(({state}) => state === 'working')
  const shown = await Promise.all(
    [...waiting, ...working]
      .slice(0, maxShown)
      .map(async (session) => ({session, step: await stepOf(tails, session.sessionId)})),
  )
  return {shown, waiting: waiting.length, working: working.length}
}

/** The current step; `undefined` if the session cannot be read. */
async function stepOf(tails: ServerState['tails'], id: string): Promise<string | undefined> {
  try {
    return await (await tails.get(id))?.call('step', undefined)
  } catch {
    return undefined
  }
}

/** The board of running sessions. */
export function addLiveRoutes(app: Hono, state: ServerState): void {
  app.get('/live', async (context) => {
    // Taken first: changes during rendering are sent again.
    const event = listEventId(state)
    return context.html(renderLivePage(await listRunningSessions(state), event, state.options))
  })
  app.get('/api/live.json', async (context) => {
    const {shown, waiting, working} = await listRunningSessions(state)
    const body: RunningSessionsJson = {
      waiting,
      working,
      sessions: shown.map(({session, step}) => ({...toSessionJson(session), step: step ?? null})),
    }
    return context.json(body)
  })
}
