import type {Hono} from 'hono'
import {isLiveState} from '../../model/index.ts'
import {firstLine} from '../../page/index.ts'
import {formatEventId} from '../events/event-stream.ts'
import type {DocumentFormat, SliceQuery} from '../live-session/live-session.ts'
import {formatCursor, parseCursor, renderSessionPage} from '../pages/session-page.ts'
import {HttpError} from '../security/http-error.ts'
import {findLiveSession, limitDocuments, type ServerState} from '../server-state.ts'

/** The maximum HTML of a page, and of each part that is loaded later, in characters. */
const maxPageCharacters = 240_000
const maxPartCharacters = 320_000
/** Records without an id are named by their file. */
const maxNameLength = 1000

/** Everything about one session. */
export function addSessionRoutes(app: Hono, state: ServerState): void {
  const {options} = state

  app.get('/s/:session', async (context) => {
    const id = context.req.param('session')
    const isPiped = id === options.piped?.id
    const listed = await state.catalog.get(id)
    const meant = isPiped || listed ? undefined : await state.catalog.find(id)
    if (meant)
      return context.redirect(`/s/${encodeURIComponent(meant.sessionId)}${new URL(context.req.url).search}`)
    const live = await findLiveSession(state, id)
    const isRunning = isPiped || (listed !== undefined && isLiveState(listed.state))
    const query = parseSliceQuery(context.req.query(), maxPageCharacters)
    const {from = isRunning || query.before ? undefined : beginning} = query
    const view = await live.call('view', {...query, from})
    return context.html(renderSessionPage(id, view, live, isRunning, listed?.state, options))
  })

  app.get('/s/:session/turns', async (context) => {
    const live = await findLiveSession(state, context.req.param('session'))
    const slices = await live.call('slices', parseSliceQuery(context.req.query(), maxPartCharacters))
    if (!slices) throw new HttpError(404, 'This session has no such message.')
    const {html, first, last, previous, next, n} = slices
    return context.html(html, 200, {
      'recount-first': formatCursor(first) ?? '',
      'recount-last': formatCursor(last) ?? '',
      'recount-previous': formatCursor(previous) ?? '',
      'recount-next': formatCursor(next) ?? '',
      'recount-event': formatEventId({incarnation: live.incarnation, n}),
    })
  })

  app.get('/s/:session/head', async (context) => {
    const live = await findLiveSession(state, context.req.param('session'))
    const {title, header, outline, panel, running, map, counts, n} = await live.call('view', {
      maxCharacters: 0,
    })
    const event = formatEventId({incarnation: live.incarnation, n})
    return context.json({title, header, outline, panel, running, map, counts, event, partial: live.isPartial})
  })

  app.get('/s/:session/find', async (context) => {
    const live = await findLiveSession(state, context.req.param('session'))
    const found = await live.call('find', parseAnchor(context.req.query('name')))
    // It may be in the part that has not been read yet.
    if (!found && live.isPartial) return context.json({}, 202)
    if (!found) throw new HttpError(404, 'This session has no such message.')
    return context.json(found)
  })

  app.get('/s/:session/raw/:anchor', async (context) => {
    const live = await findLiveSession(state, context.req.param('session'))
    const records = await live.call('raw', parseAnchor(context.req.param('anchor')))
    if (!records) throw new HttpError(404, 'This session has no such record.')
    return context.json({records})
  })

  app.get('/s/:session/markdown/:anchor', async (context) => {
    const live = await findLiveSession(state, context.req.param('session'))
    const markdown = await live.call('markdown', parseAnchor(context.req.param('anchor')))
    if (markdown === undefined) throw new HttpError(404, 'This session has no such message.')
    return context.body(markdown, 200, {'content-type': contentTypes.md})
  })

  app.get('/s/:session/image/:name', async (context) => {
    const name = context.req.param('name')
    const live = await findLiveSession(state, context.req.param('session'))
    const image = /^[\da-f]{1,64}$/.test(name) ? await live.call('image', name) : undefined
    if (!image) throw new HttpError(404, 'This session has no such image.')
    return context.body(decodeImage(image.base64), 200, {
      'content-type': image.mediaType,
      'cache-control': 'private, max-age=31536000, immutable',
    })
  })

  for (const format of formats) {
    app.get(`/s/:session/export.${format}`, async (context) => {
      const id = context.req.param('session')
      const live = await findLiveSession(state, id)
      const text = await limitDocuments(state, () => live.call('document', format))
      const name = firstLine((await state.catalog.get(id))?.title ?? '', 60)
        .replace(/[^\w. -]+/g, '')
        .trim()
      return context.body(text, 200, {
        'content-type': contentTypes[format],
        'content-disposition': `attachment; filename="${name || 'session'}-${id.slice(0, 8).replace(/[^\w-]/g, '')}.${format}"`,
      })
    })
  }
}

/** What the page of a session that has ended starts with. */
const beginning = {turn: 0, slice: 0}

const formats: readonly DocumentFormat[] = ['html', 'md', 'json']

const contentTypes: Readonly<Record<DocumentFormat, string>> = {
  html: 'text/html; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  json: 'application/json; charset=utf-8',
}

/** The slices that an address asks for. */
function parseSliceQuery(query: Readonly<Record<string, string>>, most: number): SliceQuery {
  const to = parseCursor(query['to'])?.turn
  for (const name of ['from', 'to', 'before'] as const)
    if (query[name] !== undefined && !parseCursor(query[name]))
      throw new HttpError(
        400,
        `"${firstLine(query[name], 40)}" is not a turn. Use a number such as 12, or 12.3.`,
      )
  return {
    from: parseCursor(query['from']),
    to,
    before: parseCursor(query['before']),
    around: query['at'] === undefined ? undefined : parseAnchor(query['at']),
    maxCharacters: most,
  }
}

/** The anchor of an entry or the id of a record. */
function parseAnchor(text: string | undefined): string {
  if (text === undefined || text === '' || text.length > maxNameLength)
    throw new HttpError(400, 'Invalid message id.')
  return text
}

/** The bytes of an image. Characters that are not base64 are skipped, as other decoders do. */
export function decodeImage(base64: string): Uint8Array<ArrayBuffer> {
  const plain = base64.replace(/[^A-Za-z0-9+/]/g, '')
  // A single character after the last group has no meaning, and `atob` rejects it.
  const whole = plain.length % 4 === 1 ? plain.slice(0, -1) : plain
  return Uint8Array.from(atob(whole), (character) => character.charCodeAt(0))
}
