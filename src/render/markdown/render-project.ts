import {type Article, cardOf, noCounts, type SessionPage} from '../../page/index.ts'
import {blockPieces, headingBlock} from './blocks.ts'
import {escapeWords} from './escape-text.ts'
import type {MarkdownOptions} from './markdown-options.ts'
import {placesIn} from './places.ts'
import {sessionBlocks} from './render-markdown.ts'
import {excerpt} from './sanitize.ts'
import {sessionFacts, sessionTitle} from './session-head.ts'

/** A session as it stands among others; what `taken` holds stands in the file already. */
export function renderMarkdownArticle(
  session: SessionPage,
  options: MarkdownOptions,
  taken: ReadonlySet<string>,
): Article {
  const places = placesIn(session.id, taken)
  const name = `session-${session.id}`
  return {
    text: blockPieces(['---', places.at(name), ...sessionBlocks(session, options, 2, places)]),
    listed: `- ${places.link(escapeWords(sessionTitle(session)), name)} · ${sessionFacts(cardOf(session), options)}`,
    row: '',
    counts: noCounts,
    ids: places.ids,
  }
}

/** Sessions of a project in one file, in the order they are given, with a list of them first. */
export const renderMarkdownProject = (name: string, articles: readonly Article[]): string =>
  markdownProjectPieces(name, articles).join('')

/** The same in pieces: it can be longer than a string may be. */
export const markdownProjectPieces = (name: string, articles: readonly Article[]): readonly string[] => [
  ...blockPieces([
    ...headingBlock(1, escapeWords(excerpt(name, 200)) || 'Sessions'),
    articles.map(({listed}) => listed).join('\n'),
  ]),
  // Each begins with a rule, so that no list runs into another.
  ...articles.flatMap(({text}) => ['\n\n', ...text]),
  '\n',
]
