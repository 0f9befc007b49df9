import type {Article} from '../../../page/index.ts'
import type {PageFrame, SharedFormat} from './formats/page-format.ts'
import type {PlacedSession} from './project.ts'
import type {SessionLinks} from './session-links.ts'
import type {SourceReader} from './source-reader.ts'

/** The maximum size of the rendered sessions in memory. */
const maxBytes = 96 * 1024 * 1024

interface KeptArticle {
  readonly print: string
  readonly article: Omit<Article, 'text'>
  /** As bytes, which take half the memory and are outside the heap. */
  readonly text: Buffer
}

/** Sessions as rendered for combined pages. Those in memory are not read and rendered a second time. */
export function keepArticles(reader: SourceReader, links: SessionLinks) {
  const kept = new Map<string, KeptArticle>()
  let keptBytes = 0
  /** The article in memory, if it is still current and none of its ids is taken. */
  const find = (session: PlacedSession, taken: ReadonlySet<string>): Article | undefined => {
    const known = kept.get(session.base)
    if (!known || known.print !== links.printOf(session)) return undefined
    for (const id of known.article.ids) if (taken.has(id)) return undefined
    return {...known.article, text: [known.text.toString()]}
  }
  return {
    keep(session: PlacedSession, {text, ...article}: Article): void {
      // Longer ones are rendered again: they may be too long for one string.
      if (keptBytes + text.reduce((sum, {length}) => sum + length, 0) > maxBytes) return
      const bytes = Buffer.concat(text.map((piece) => Buffer.from(piece)))
      keptBytes += bytes.length
      kept.set(session.base, {print: links.printOf(session), article, text: bytes})
    },
    forget(): void {
      kept.clear()
      keptBytes = 0
    },
    /** The articles of sessions, in order. */
    async of(
      sessions: readonly PlacedSession[],
      frame: PageFrame,
      shared: SharedFormat,
    ): Promise<readonly Article[]> {
      const taken = new Set<string>()
      const articles: Article[] = []
      const draw = async ({source, card}: PlacedSession): Promise<Article | undefined> => {
        const {sessions: read} = await reader.pagesOf(source)
        const own = read.find(({page}) => page.sessionId === card.sessionId)
        return own && shared.article(links.linked(own.page), frame, taken)
      }
      for (const session of sessions) {
        const article = find(session, taken) ?? (await draw(session))
        if (!article) continue
        for (const id of article.ids) taken.add(id)
        articles.push(article)
      }
      return articles
    },
  }
}
