import {renderArticles, type SessionPage} from '../../../../page/index.ts'
import type {Asset, HtmlOptions} from '../../../../render/html/index.ts'
import {
  drawHtmlArticle,
  drawHtmlSession,
  htmlProjectChunks,
  htmlSessionDocuments,
  renderHtmlArticle,
  renderHtmlIndex,
} from '../../../../render/html/index.ts'
import type {BuiltAsset, BuiltAssets} from '../../../output/built-assets.ts'
import type {PageFormat, PageFrame, SharedFormat} from './page-format.ts'
import {collectSessions, commonName, withStrays} from './with-strays.ts'

/** The maximum size of a part: a phone opens it without delay. */
const partBytes = 2_000_000

/** Pages as HTML. */
export function htmlFormat(built: BuiltAssets): PageFormat {
  const optionsFor = (frame: PageFrame, session?: SessionPage): HtmlOptions => ({
    ...frame,
    folder: session?.cwd,
    assets: {style: assetFor(built.style, frame), script: assetFor(built.script, frame)},
    partBytes: frame.splits ? partBytes : Number.POSITIVE_INFINITY,
  })
  const shared: SharedFormat = {
    article: (session, frame, taken) => renderHtmlArticle(session, optionsFor(frame, session), taken),
    page: (page, frame) => htmlProjectChunks(page, optionsFor(frame)),
  }
  return {
    ending: 'html',
    print: `html ${built.style.hash} ${built.script.hash}`,
    assets: [built.style, built.script],
    session(session, strays, frame) {
      const options = optionsFor(frame, session)
      const drawn = drawHtmlSession(withStrays(session, strays), options)
      return {
        parts: htmlSessionDocuments(drawn, options),
        article: () => (strays.length === 0 ? drawHtmlArticle(drawn) : undefined),
      }
    },
    shared,
    async *document(read, frame) {
      const sessions = await collectSessions(read)
      const [first, second] = sessions
      if (first && !second) {
        const options = optionsFor(frame, first)
        for (const pieces of htmlSessionDocuments(drawHtmlSession(first, options), options)) yield* pieces
      } else {
        const articles = renderArticles(sessions, (session, taken) => shared.article(session, frame, taken))
        yield* shared.page({name: commonName(sessions), number: 1, pages: 1, articles}, frame)
      }
    },
    index: (projects, frame) => [renderHtmlIndex(projects, optionsFor(frame))],
  }
}

function assetFor({name, text, hash}: BuiltAsset, {assets}: PageFrame): Asset {
  return assets === undefined ? {kind: 'inline', text, hash} : {kind: 'linked', href: assets + name, hash}
}
