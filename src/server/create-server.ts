import {Hono} from 'hono'
import {ArchiveError} from '../archive/archive-error.ts'
import type {ErrorJson} from '../json/index.ts'
import {html, noHtml} from '../render/html/html.ts'
import {SourceError} from '../sources/index.ts'
import {renderAppPage} from './pages/app-document.ts'
import {addChangesRoutes} from './routes/changes-routes.ts'
import {addListEvents, addListRoutes, addLiveRoutes} from './routes/list-routes.ts'
import {addSearchRoutes} from './routes/search-routes.ts'
import {addSessionEvents} from './routes/session-events.ts'
import {addSessionRoutes} from './routes/session-routes.ts'
import {addUsageRoutes} from './routes/usage-routes.ts'
import {checkAccess, setSecurityHeaders} from './security/check-access.ts'
import {HttpError} from './security/http-error.ts'
import type {ServerOptions} from './server-options.ts'
import {broadcastNotice, newServerState, type ServerState} from './server-state.ts'

/** The viewer's server. */
export interface Viewer {
  /** Answers a request. */
  readonly app: Hono
  readonly state: ServerState
  /** Closes what is open; streams end when their connections do. */
  close(): void
}

/** How often unused live sessions are closed. */
const sweepMs = 15_000

/** Creates the server. It answers web-standard requests. */
export function createServer(parts: ServerOptions): Viewer {
  const app = new Hono()
  const state = newServerState(parts)
  app.use(setSecurityHeaders)
  app.use(checkAccess(parts.access))
  addAssetRoutes(app, state)
  addListRoutes(app, state)
  addSessionRoutes(app, state)
  addChangesRoutes(app, state)
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

/** The response for an error: a page, or JSON for programs, with a message and a status. */
function respondWithError(request: Request, error: Error, parts: ServerOptions): Response {
  const {status, message, headers} = toHttpError(error)
  if (wantsJson(request)) {
    const answer: ErrorJson = {error: message, status}
    return Response.json(answer, {status, headers})
  }
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

/** The page of an error. */
function errorPage(status: number, sentence: string, parts: ServerOptions): string {
  const title = errorTitles.get(status) ?? 'Something went wrong'
  // Visitors without access see nothing of the content.
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

/** The viewer's own files. Their names change with their content, so browsers can cache them forever. */
function addAssetRoutes(app: Hono, {options}: ServerState): void {
  const files = new Map(options.assets.map((asset) => [asset.file, asset]))
  app.get('/assets/:file', (context) => {
    const asset = files.get(context.req.param('file'))
    if (!asset) throw new HttpError(404, 'File not found. Reload the page.')
    return context.body(asset.body, 200, {
      'content-type': asset.type,
      'cache-control': 'public, max-age=31536000, immutable',
    })
  })
  app.get('/favicon.ico', (context) => context.body(null, 204))
}
