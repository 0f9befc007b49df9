import type {Article, PageEntry, ProjectCard, SessionPage} from '../../../../page/index.ts'
import type {BuiltAsset} from '../built-assets.ts'
import type {ExportFormat} from '../output-place.ts'
import type {PageFrame} from './page-frame.ts'

/** Text in pieces, so that no page must be one string. */
export type PageChunks = Iterable<string>

/** Sessions that stand on one page. */
export interface SharedPage {
  readonly name: string
  /** Counted from 1. */
  readonly number: number
  readonly pages: number
  readonly articles: readonly Article[]
}

/** A session in its parts; most have one. */
export interface DrawnParts {
  readonly parts: readonly PageChunks[]
  /** The same as it stands on a page with others, where that costs less now than later. */
  readonly article?: () => Article | undefined
}

/** How a format puts several sessions on one page. */
export interface SharedFormat {
  /** A session as one of several; what `taken` holds stands on the page already. */
  article(session: SessionPage, frame: PageFrame, taken: ReadonlySet<string>): Article
  page(page: SharedPage, frame: PageFrame): PageChunks
}

/** A way to write pages. */
export interface PageFormat {
  readonly ending: ExportFormat
  /** Changes whenever the same session would be drawn differently. */
  readonly print: string
  /** Files that pages refer to where they do not hold them. */
  readonly assets: readonly BuiltAsset[]
  /** A session by itself. Lines of no session stand with the last. */
  session(session: SessionPage, strays: readonly PageEntry[], frame: PageFrame): DrawnParts
  /** Some sessions of a project on one page; programs have no use for that. */
  readonly shared: SharedFormat | undefined
  /** Any sessions in one document, which is written while they are read. */
  document(sessions: AsyncIterable<DocumentSession>, frame: PageFrame): AsyncIterable<string>
  index(projects: readonly ProjectCard[], frame: PageFrame): PageChunks
}

/** What comes next in a document. */
export interface DocumentSession {
  readonly sessions: readonly SessionPage[]
  readonly strays: readonly PageEntry[]
}
