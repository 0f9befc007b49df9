import type {SessionPage} from '../../page/index.ts'
import {frontMatter} from './front-matter.ts'
import {blockPieces} from './join-blocks.ts'
import type {MarkdownOptions} from './markdown-options.ts'
import {placesIn} from './places.ts'
import {sessionBlocks} from './session-blocks.ts'
import {sessionTitle} from './session-title.ts'

/** A session as GitHub-flavoured Markdown: the request as headings, the answer as prose, calls folded. */
export const renderMarkdown = (session: SessionPage, options: MarkdownOptions): string =>
  markdownPieces(session, options).join('')

/** The same in pieces: it can be longer than a string may be. */
export function markdownPieces(session: SessionPage, options: MarkdownOptions): readonly string[] {
  const head = options.frontMatter ? [frontMatter(session, sessionTitle(session), options.zone)] : []
  const blocks = sessionBlocks(session, options, 1, placesIn(session.id, new Set()))
  return [...blockPieces([...head, ...blocks]), '\n']
}
