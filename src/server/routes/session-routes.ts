import type {Hono} from 'hono'
import {oneLine} from '../../page/index.ts'
import {writeEventId} from '../events/event-id.ts'
import {cursorText, readCursor} from '../pages/cursor.ts'
import {sessionPage} from '../pages/session-page.ts'
import type {PieceWish, RoomFormat} from '../room/room.ts'
import {Refusal} from '../security/refusal.ts'
import type {ServerState} from '../server-state.ts'
import {oneDocument, roomFor} from '../server-state.ts'

/** So many characters of HTML come with a page, and with each part that is asked for later. */
const pageMost = 240_000
const partMost = 320_000
const longestName = 200

/** Everything about one session. */
export function sessionRoutes(app: Hono, state: ServerState): void {
  const {parts} = state

  app.get('/s/:session', async (context) => {
    const id = context.req.param('session')
    const isWhole = id === parts.piped?.id || (await state.catalog.get(id)) !== undefined
    const meant = isWhole ? undefined : await state.catalog.find(id)
    if (meant) return context.redirect(`/s/${encodeURIComponent(meant.id)}${new URL(context.req.url).search}`)
    const room = await roomFor(state, id)
    const view = await room.call('view', readWish(context.req.query(), pageMost))
    return context.html(sessionPage(id, view, room, parts))
  })

  app.get('/s/:session/turns', async (context) => {
    const room = await roomFor(state, context.req.param('session'))
    const pieces = await room.call('pieces', readWish(context.req.query(), partMost))
    if (!pieces) throw new Refusal(404, 'There is nothing of that name in this session.')
    const {html, first, last, previous, next, n} = pieces
    return context.html(html, 200, {
      'recount-first': cursorText(first) ?? '',
      'recount-last': cursorText(last) ?? '',
      'recount-previous': cursorText(previous) ?? '',
      'recount-next': cursorText(next) ?? '',
      'recount-event': writeEventId({incarnation: room.incarnation, n}),
    })
  })

  app.get('/s/:session/head', async (context) => {
    const room = await roomFor(state, context.req.param('session'))
    const {title, header, outline, panel, running, map, counts, n} = await room.call('view', {most: 0})
    const event = writeEventId({incarnation: room.incarnation, n})
    return context.json({title, header, outline, panel, running, map, counts, event, partial: room.partial})
  })

  app.get('/s/:session/find', async (context) => {
    const room = await roomFor(state, context.req.param('session'))
    const found = await room.call('find', nameIn(context.req.query('name')))
    // It may stand in what has not been read yet.
    if (!found && room.partial) return context.json({}, 202)
    if (!found) throw new Refusal(404, 'There is nothing of that name in this session.')
    return context.json(found)
  })

  app.get('/s/:session/raw/:anchor', async (context) => {
    const room = await roomFor(state, context.req.param('session'))
    const records = await room.call('raw', nameIn(context.req.param('anchor')))
    if (!records) throw new Refusal(404, 'There is no record of that name in this session.')
    return context.json({records})
  })

  app.get('/s/:session/markdown/:anchor', async (context) => {
    const room = await roomFor(state, context.req.param('session'))
    const markdown = await room.call('markdown', nameIn(context.req.param('anchor')))
    if (markdown === undefined) throw new Refusal(404, 'There is nothing of that name in this session.')
    return context.body(markdown, 200, {'content-type': types.md})
  })

  app.get('/s/:session/image/:name', async (context) => {
    const name = context.req.param('name')
    const room = await roomFor(state, context.req.param('session'))
    const image = /^[\da-f]{1,64}$/.test(name) ? await room.call('image', name) : undefined
    if (!image) throw new Refusal(404, 'There is no such picture in this session.')
    return context.body(imageBytes(image.base64), 200, {
      'content-type': image.mediaType,
      'cache-control': 'private, max-age=31536000, immutable',
    })
  })

  for (const format of formats) {
    app.get(`/s/:session/export.${format}`, async (context) => {
      const id = context.req.param('session')
      const room = await roomFor(state, id)
      const text = await oneDocument(state, () => room.call('document', format))
      const name = oneLine((await state.catalog.get(id))?.title ?? '', 60)
        .replace(/[^\w. -]+/g, '')
        .trim()
      return context.body(text, 200, {
        'content-type': types[format],
        'content-disposition': `attachment; filename="${name || 'session'}-${id.slice(0, 8).replace(/[^\w-]/g, '')}.${format}"`,
      })
    })
  }
}

const formats: readonly RoomFormat[] = ['html', 'md', 'json']

const types: Readonly<Record<RoomFormat, string>> = {
  html: 'text/html; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  json: 'application/json; charset=utf-8',
}

/** Which pieces an address asks for. */
function readWish(query: Readonly<Record<string, string>>, most: number): PieceWish {
  const to = readCursor(query['to'])?.turn
  for (const name of ['from', 'to', 'before'] as const)
    if (query[name] !== undefined && !readCursor(query[name]))
      throw new Refusal(400, `"${oneLine(query[name], 40)}" names no turn. Turns are named 12, or 12.3.`)
  return {
    from: readCursor(query['from']),
    to,
    before: readCursor(query['before']),
    around: query['at'] === undefined ? undefined : nameIn(query['at']),
    most,
  }
}

/** A name of an entry or a record, as far as it can be one. */
function nameIn(text: string | undefined): string {
  if (text === undefined || text === '' || text.length > longestName)
    throw new Refusal(400, 'This is no name of anything in a session.')
  return text
}

/** The bytes of a picture. What is no base64 is passed over, as by all who write pictures into files. */
export function imageBytes(base64: string): Uint8Array<ArrayBuffer> {
  const plain = base64.replace(/[^A-Za-z0-9+/]/g, '')
  // One character more than a group says nothing, and `atob` refuses it.
  const whole = plain.length % 4 === 1 ? plain.slice(0, -1) : plain
  return Uint8Array.from(atob(whole), (character) => character.charCodeAt(0))
}
