import {markdownFormat} from '../cli/commands/export/formats/markdown-format.ts'
import type {Renderable, RenderOptions} from './render-page.ts'
import {makePage, renderPage} from './render-page.ts'

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
