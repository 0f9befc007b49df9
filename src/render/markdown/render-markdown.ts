import type {SessionPage} from '../../page/index.ts'
import {frontMatter} from './front-matter.ts'
import {joinBlocks} from './join-blocks.ts'
import type {MarkdownOptions} from './markdown-options.ts'
import {placesIn} from './places.ts'
import {sessionBlocks} from './session-blocks.ts'
import {sessionTitle} from './session-title.ts'

/** A session as GitHub-flavoured Markdown: the request as headings, the answer as prose, calls folded. */
export function renderMarkdown(session: SessionPage, options: MarkdownOptions): string {
  const head = options.frontMatter ? [frontMatter(session, sessionTitle(session), options.zone)] : []
  return `${joinBlocks([...head, ...sessionBlocks(session, options, 1, placesIn(session.id, new Set()))])}\n`
}
