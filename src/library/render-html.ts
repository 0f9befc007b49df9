import {htmlFormat} from '../cli/commands/export/formats/html-format.ts'
import {builtAssets} from '../cli/output/built-assets.ts'
import {makePage, type Renderable, type RenderOptions, renderPage} from './render-page.ts'

/**
 * A session as one self-contained HTML document with style and script. It loads nothing from the network.
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
