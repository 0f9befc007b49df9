import type {Hono} from 'hono'
import {HttpError} from '../security/http-error.ts'
import type {ServerState} from '../server-state.ts'

/** The viewer's own files. Their names change with what is in them, so that they may be kept for ever. */
export function addAssetRoutes(app: Hono, {options}: ServerState): void {
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
