import {
  type Article,
  createSessionCard,
  excerptLine,
  noEntryCounts,
  type SessionPage,
} from '../../page/index.ts'
import type {MarkdownOptions} from './markdown-options.ts'
import {sessionBlocks} from './render-session.ts'
import {createLinkTargets} from './session/link-targets.ts'
import {markdownSessionFacts, markdownSessionTitle} from './session/session-head.ts'
import {blockChunks, headingBlock} from './text/blocks.ts'
import {escapeMarkdownLine} from './text/escape-markdown.ts'

/** A session among others; ids in `taken` are used in the file already. */
export function renderMarkdownArticle(
  session: SessionPage,
  options: MarkdownOptions,
  taken: ReadonlySet<string>,
): Article {
  const places = createLinkTargets(session.sessionId, taken)
  const name = `session-${session.sessionId}`
  return {
    text: blockChunks(['---', places.add(name), ...sessionBlocks(session, options, 2, places)]),
    listItem: `- ${places.link(escapeMarkdownLine(markdownSessionTitle(session)), name)} · ${markdownSessionFacts(createSessionCard(session), options)}`,
    tableRow: '',
    counts: noEntryCounts,
    ids: places.ids,
  }
}

/** Sessions of a project in one file, in the order they are given, with a list of them first. */
export const renderMarkdownProject = (name: string, articles: readonly Article[]): string =>
  markdownProjectChunks(name, articles).join('')

/** The same in pieces: it can be longer than a string may be. */
export const markdownProjectChunks = (name: string, articles: readonly Article[]): readonly string[] => [
  ...blockChunks([
    ...headingBlock(1, escapeMarkdownLine(excerptLine(name, 200)) || 'Sessions'),
    articles.map(({listItem}) => listItem).join('\n'),
  ]),
  // Each begins with a rule, so that no list runs into another.
  ...articles.flatMap(({text}) => ['\n\n', ...text]),
  '\n',
]
