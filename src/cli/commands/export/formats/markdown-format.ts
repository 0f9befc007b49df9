import {renderArticles} from '../../../../page/index.ts'
import {
  type MarkdownOptions,
  markdownProjectChunks,
  markdownSessionChunks,
  renderMarkdownArticle,
  renderMarkdownIndex,
} from '../../../../render/markdown/index.ts'
import type {PageFormat, PageFrame, SharedFormat} from './page-format.ts'
import {collectSessions, commonName, withStrays} from './with-strays.ts'

const shared: SharedFormat = {
  article: (session, frame, taken) => renderMarkdownArticle(session, optionsFor(frame), taken),
  page: ({name, articles, number, pages}) =>
    markdownProjectChunks(pages === 1 ? name : `${name} (${number} of ${pages})`, articles),
}

/** Pages as Markdown. */
export const markdownFormat: PageFormat = {
  ending: 'md',
  print: 'md',
  assets: [],
  session: (session, strays, frame) => ({
    parts: [markdownSessionChunks(withStrays(session, strays), optionsFor(frame))],
    article: () => shared.article(session, frame, new Set()),
  }),
  shared,
  async *document(read, frame) {
    const sessions = await collectSessions(read)
    const [first, second] = sessions
    if (first && !second) yield* markdownSessionChunks(first, optionsFor(frame))
    else {
      const articles = renderArticles(sessions, (session, taken) => shared.article(session, frame, taken))
      yield* shared.page({name: commonName(sessions), number: 1, pages: 1, articles}, frame)
    }
  },
  index: (projects, frame) => [renderMarkdownIndex(projects, optionsFor(frame))],
}

const optionsFor = (frame: PageFrame): MarkdownOptions => ({...frame, frontMatter: true})
