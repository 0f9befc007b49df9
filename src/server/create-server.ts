import {Hono} from 'hono'
import {ArchiveError} from '../archive/archive-error.ts'
import {html, noHtml} from '../render/html/html.ts'
import {SourceError} from '../sources/index.ts'
import {renderAppPage} from './pages/app-document.ts'
import {addAssetRoutes} from './routes/asset-routes.ts'
import {addListEvents} from './routes/list-events.ts'
import {addListRoutes} from './routes/list-routes.ts'
import {addLiveRoutes} from './routes/live-routes.ts'
import {addSearchRoutes} from './routes/search-routes.ts'
import {addSessionEvents} from './routes/session-events.ts'
import {addSessionRoutes} from './routes/session-routes.ts'
import {addUsageRoutes} from './routes/usage-routes.ts'
import {checkAccess} from './security/check-access.ts'
import {HttpError} from './security/http-error.ts'
import {setSecurityHeaders} from './security/security-headers.ts'
import type {ServerOptions} from './server-options.ts'
import type {ServerState} from './server-state.ts'
import {broadcastNotice, newServerState} from './server-state.ts'

/** The viewer's server. */
export interface Viewer {
  /** Answers a request. */
  readonly app: Hono
  readonly state: ServerState
  /** Closes what is open; streams end when their connections do. */
  close(): void
}

/** Rooms that nobody looks at are looked for this often. */
const sweepMs = 15_000

/** Makes the server; it answers web-standard requests, wherever they come from. */
export function createServer(parts: ServerOptions): Viewer {
  const app = new Hono()
  const state = newServerState(parts)
  app.use(setSecurityHeaders)
  app.use(checkAccess(parts.access))
  addAssetRoutes(app, state)
  addListRoutes(app, state)
  addSessionRoutes(app, state)
  addSessionEvents(app, state)
  addSearchRoutes(app, state)
  addUsageRoutes(app, state)
  addLiveRoutes(app, state)
  const events = addListEvents(app, state)
  app.notFound((context) =>
    respondWithError(context.req.raw, new HttpError(404, 'There is no page at this address.'), parts),
  )
  app.onError((error, context) => respondWithError(context.req.raw, error, parts))
  const forgetNotice = broadcastNotice(state)
  const timer = setInterval(() => {
    state.liveSessions.sweep()
    state.tails.sweep()
  }, sweepMs)
  return {
    app,
    state,
    close() {
      clearInterval(timer)
      forgetNotice()
      events.close()
      state.liveSessions.close()
      state.tails.close()
    },
  }
}

/** Every error is a page, or JSON for programs, with a sentence and the right status. */
function respondWithError(request: Request, error: Error, parts: ServerOptions): Response {
  const refusal = toHttpError(error)
  const {status, message, headers} = refusal
  if (wantsJson(request)) return Response.json({error: message, status}, {status, headers})
  return new Response(errorPage(status, message, parts), {
    status,
    headers: {...headers, 'content-type': 'text/html; charset=utf-8'},
  })
}

function toHttpError(error: Error): HttpError {
  if (error instanceof HttpError) return error
  if (error instanceof SourceError || error instanceof ArchiveError) return new HttpError(500, error.message)
  return new HttpError(500, `This is a bug in recount: ${error.message}. Please report it.`)
}

const wantsJson = ({url, headers}: Request): boolean =>
  /^\/(?:api\/|.*\.json$|s\/[^/]*\/(?:find|head|raw))/.test(new URL(url).pathname) ||
  (headers.get('accept') ?? '').startsWith('application/json')

const errorTitles: ReadonlyMap<number, string> = new Map([
  [400, 'Bad request'],
  [401, 'Token required'],
  [403, 'Blocked: request from another site'],
  [404, 'Not found'],
  [405, 'Read-only'],
  [414, 'Address too long'],
  [421, 'Unknown host name'],
  [500, 'Something went wrong'],
  [503, 'Too many requests'],
])

/** What went wrong, why, and what to do. */
function errorPage(status: number, sentence: string, parts: ServerOptions): string {
  const title = errorTitles.get(status) ?? 'Something went wrong'
  // Whoever may not come in is told nothing of what is inside.
  const isOutside = status === 401 || status === 403 || status === 421
  const back = isOutside ? noHtml : html`<p><a href="/">All sessions</a></p>`
  return renderAppPage(
    {
      title,
      current: undefined,
      body: html`<main id="conversation" class="error" tabindex="-1"><h1>${title}</h1><p>${sentence}</p>${back}</main>`,
    },
    isOutside ? {...parts, isSample: false} : parts,
  )
}
