import type {Hono} from 'hono'
import {isSameFile} from '../../page/index.ts'
import {renderPatch} from '../../render/patch/render-patch.ts'
import {type FileSession, renderChangesPage, renderFilePage} from '../pages/changes-page.ts'
import {formatSessionName} from '../pages/page-format.ts'
import {HttpError} from '../security/http-error.ts'
import {findLiveSession, limitDocuments, type ServerState} from '../server-state.ts'

/** A page of a file has this many sessions: each must be read for it. */
const maxSessions = 10
const maxPathLength = 4096

/** What sessions changed: by session, and by file. */
export function addChangesRoutes(app: Hono, state: ServerState): void {
  const {options} = state
  const changesOf = async (id: string) => {
    const live = await findLiveSession(state, id)
    return limitDocuments(state, () => live.call('changes', undefined))
  }

  app.get('/s/:session/changes', async (context) => {
    const id = context.req.param('session')
    const changes = await changesOf(id)
    const title = formatSessionName(id, (await state.catalog.get(id))?.title)
    return context.html(renderChangesPage({id, title, changes}, options))
  })

  app.get('/s/:session/changes.patch', async (context) => {
    const id = context.req.param('session')
    const {text} = renderPatch(await changesOf(id))
    return context.body(text, 200, {
      'content-type': 'text/x-patch; charset=utf-8',
      'content-disposition': `attachment; filename="${id.slice(0, 8).replace(/[^\w-]/g, '')}.patch"`,
    })
  })

  app.get('/file', async (context) => {
    const path = context.req.query('path') ?? ''
    const from = Number(context.req.query('from') ?? 0)
    if (path === '' || path.length > maxPathLength || !Number.isSafeInteger(from) || from < 0)
      throw new HttpError(400, 'Invalid address. Use /file?path=, then a path.')
    const limit = from + maxSessions + 1
    const found = await options.archive.sessions({file: path, limit, now: options.now()})
    const shown: FileSession[] = []
    for (const session of found.slice(from, from + maxSessions)) {
      const {files} = await changesOf(session.sessionId)
      const change = files.find((file) => isSameFile(file.path, path))
      if (change) shown.push({session, change})
    }
    const older = found.length === limit ? from + maxSessions : undefined
    return context.html(renderFilePage(path, shown, older, options))
  })
}
