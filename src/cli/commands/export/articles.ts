import type {Article} from '../../../page/index.ts'
import {hashTexts} from './export-source.ts'
import type {PageFrame, SharedFormat} from './formats/page-format.ts'
import type {PlacedSession} from './project.ts'
import type {SessionLinks} from './session-links.ts'
import type {SourceReader} from './source-reader.ts'

const lengthOf = (pieces: readonly string[]): number => pieces.reduce((sum, {length}) => sum + length, 0)

/** The maximum size of the rendered sessions in memory. */
const maxBytes = 96 * 1024 * 1024

interface KeptArticle {
  readonly print: string
  readonly article: Omit<Article, 'text'>
  /** As bytes, which take half of the room and none of the heap. */
  readonly text: Buffer
}

/** Sessions as rendered for combined pages. Those in memory are not read and rendered a second time. */
export class Articles {
  readonly #reader: SourceReader
  readonly #links: SessionLinks
  readonly #kept = new Map<string, KeptArticle>()
  #bytes = 0

  constructor(reader: SourceReader, links: SessionLinks) {
    this.#reader = reader
    this.#links = links
  }

  keep(session: PlacedSession, {text, ...article}: Article): void {
    // What is longer is drawn again: it would not fit, and may be too long for one string.
    if (this.#bytes + lengthOf(text) > maxBytes) return
    const bytes = Buffer.concat(text.map((piece) => Buffer.from(piece)))
    this.#bytes += bytes.length
    this.#kept.set(session.base, {print: this.#printOf(session), article, text: bytes})
  }

  forget(): void {
    this.#kept.clear()
    this.#bytes = 0
  }

  /** Sessions one after another. */
  async of(
    sessions: readonly PlacedSession[],
    frame: PageFrame,
    shared: SharedFormat,
  ): Promise<readonly Article[]> {
    const taken = new Set<string>()
    const articles: Article[] = []
    for (const session of sessions) {
      const article = this.#find(session, taken) ?? (await this.#draw(session, frame, shared, taken))
      if (!article) continue
      for (const id of article.ids) taken.add(id)
      articles.push(article)
    }
    return articles
  }

  /** What was drawn, as long as it would be drawn the same today and has no id that is taken. */
  #find(session: PlacedSession, taken: ReadonlySet<string>): Article | undefined {
    const kept = this.#kept.get(session.base)
    if (!kept || kept.print !== this.#printOf(session)) return undefined
    for (const id of kept.article.ids) if (taken.has(id)) return undefined
    return {...kept.article, text: [kept.text.toString()]}
  }

  async #draw(
    {source, card}: PlacedSession,
    frame: PageFrame,
    shared: SharedFormat,
    taken: ReadonlySet<string>,
  ): Promise<Article | undefined> {
    const {sessions} = await this.#reader.pagesOf(source)
    const own = sessions.find(({page}) => page.sessionId === card.sessionId)
    return own && shared.article(this.#links.linked(own.page), frame, taken)
  }

  #printOf(session: PlacedSession): string {
    return hashTexts([session.print, ...this.#links.printsOf(session)])
  }
}
