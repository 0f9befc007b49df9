import {markdownFormat} from '../cli/commands/export/formats/markdown-format.ts'
import {makePage, type Renderable, type RenderOptions, renderPage} from './render-page.ts'

/**
 * A session as GitHub-flavoured Markdown.
 *
 * @example
 * import {loadSession} from 'recount'
 * import {renderMarkdown} from 'recount/markdown'
 *
 * const session = await loadSession('latest')
 * console.log(await renderMarkdown(session, {depth: 'assistant'}))
 */
export const renderMarkdown = (session: Renderable, options: RenderOptions = {}): Promise<string> =>
  renderPage(markdownFormat, makePage(session, options), options, false)
