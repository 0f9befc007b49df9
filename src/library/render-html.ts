import {builtAssets} from '../cli/commands/export/built-assets.ts'
import {htmlFormat} from '../cli/commands/export/formats/html-format.ts'
import type {Renderable, RenderOptions} from './render-page.ts'
import {makePage, renderPage} from './render-page.ts'

/**
 * A session as one HTML document that needs nothing but itself: style and script are in it, and it loads nothing.
 *
 * @example
 * import {writeFile} from 'node:fs/promises'
 * import {loadSession} from 'recount'
 * import {renderHtml} from 'recount/html'
 *
 * const session = await loadSession('latest')
 * await writeFile('session.html', await renderHtml(session))
 */
export const renderHtml = (session: Renderable, options: RenderOptions = {}): Promise<string> =>
  renderPage(htmlFormat(builtAssets()), makePage(session, options), options, true)
