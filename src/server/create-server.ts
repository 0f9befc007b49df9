import {Hono} from 'hono'
import {ArchiveError} from '../archive/archive-error.ts'
import {html, noHtml} from '../render/html/html.ts'
import {SourceError} from '../sources/index.ts'
import {appDocument} from './pages/app-document.ts'
import {assetRoutes} from './routes/asset-routes.ts'
import {listEvents} from './routes/list-events.ts'
import {listRoutes} from './routes/list-routes.ts'
import {liveRoutes} from './routes/live-routes.ts'
import {searchRoutes} from './routes/search-routes.ts'
import {sessionEvents} from './routes/session-events.ts'
import {sessionRoutes} from './routes/session-routes.ts'
import {usageRoutes} from './routes/usage-routes.ts'
import {guard} from './security/guard.ts'
import {Refusal} from './security/refusal.ts'
import {safeHeaders} from './security/safe-headers.ts'
import type {ServerParts} from './server-parts.ts'
import type {ServerState} from './server-state.ts'
import {newServerState, tellNotice} from './server-state.ts'

/** The viewer's server. */
export interface Viewer {
  /** Answers a request. */
  readonly app: Hono
  readonly state: ServerState
  /** Closes what is open; streams end when their connections do. */
  close(): void
}

/** Rooms that nobody looks at are looked for this often. */
const sweeping = 15_000

/** Makes the server; it answers web-standard requests, wherever they come from. */
export function createServer(parts: ServerParts): Viewer {
  const app = new Hono()
  const state = newServerState(parts)
  app.use(safeHeaders)
  app.use(guard(parts.access))
  assetRoutes(app, state)
  listRoutes(app, state)
  sessionRoutes(app, state)
  sessionEvents(app, state)
  searchRoutes(app, state)
  usageRoutes(app, state)
  liveRoutes(app, state)
  const events = listEvents(app, state)
  app.notFound((context) =>
    refuse(context.req.raw, new Refusal(404, 'There is nothing at this address.'), parts),
  )
  app.onError((error, context) => refuse(context.req.raw, error, parts))
  const forgetNotice = tellNotice(state)
  const timer = setInterval(() => {
    state.rooms.sweep()
    state.peeks.sweep()
  }, sweeping)
  return {
    app,
    state,
    close() {
      clearInterval(timer)
      forgetNotice()
      events.close()
      state.rooms.close()
      state.peeks.close()
    },
  }
}

/** Every error is a page, or JSON for programs, with a sentence and the right status. */
function refuse(request: Request, error: Error, parts: ServerParts): Response {
  const refusal = refusalOf(error)
  const {status, message, headers} = refusal
  if (wantsJson(request)) return Response.json({error: message, status}, {status, headers})
  return new Response(errorPage(status, message, parts), {
    status,
    headers: {...headers, 'content-type': 'text/html; charset=utf-8'},
  })
}

function refusalOf(error: Error): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof SourceError || error instanceof ArchiveError) return new Refusal(500, error.message)
  return new Refusal(500, `This is a mistake in recount: ${error.message}. Please report it.`)
}

const wantsJson = ({url, headers}: Request): boolean =>
  /^\/(?:api\/|.*\.json$|s\/[^/]*\/(?:find|head|raw))/.test(new URL(url).pathname) ||
  (headers.get('accept') ?? '').startsWith('application/json')

const names: ReadonlyMap<number, string> = new Map([
  [400, 'That cannot be asked'],
  [401, 'Who are you?'],
  [403, 'Not from there'],
  [404, 'Not here'],
  [405, 'Only looking'],
  [414, 'Too long'],
  [421, 'Wrong name'],
  [500, 'Something went wrong'],
  [503, 'Too many at once'],
])

/** What went wrong, why, and what to do. */
function errorPage(status: number, sentence: string, parts: ServerParts): string {
  const title = names.get(status) ?? 'Something went wrong'
  // Whoever may not come in is told nothing of what is inside.
  const isOutside = status === 401 || status === 403 || status === 421
  const back = isOutside ? noHtml : html`<p><a href="/">All sessions</a></p>`
  return appDocument(
    {
      title,
      place: undefined,
      body: html`<main id="conversation" class="error" tabindex="-1"><h1>${title}</h1><p>${sentence}</p>${back}</main>`,
    },
    isOutside ? {...parts, isSample: false} : parts,
  )
}
