import type {Article, PageEntry, ProjectCard, SessionPage} from '../../../../page/index.ts'
import type {BuiltAsset} from '../../../output/built-assets.ts'
import type {ExportFormat, ExportOptions} from '../export-options.ts'
import type {ImageUrl} from '../page-writer.ts'

/** The options of a page, and its links to other pages. Addresses are relative to the page. */
export interface PageFrame extends Pick<ExportOptions, 'timestamps' | 'compact' | 'gitLink' | 'images'> {
  readonly zone: string
  readonly imageUrl: ImageUrl
  readonly sessionHref: (id: string) => string | undefined
  /** The address of another part of the session, or of another combined page; counted from 1. */
  readonly partHref: (part: number) => string
  readonly home: {readonly href: string; readonly label: string} | undefined
  /** The folder of the assets, if they are linked. */
  readonly assets: string | undefined
  /** Whether long sessions may be split. */
  readonly splits: boolean
}

/** Text in chunks, so that no page must be one string. */
export type PageChunks = Iterable<string>

/** A page with several sessions. */
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
  /** The session as part of a combined page, if it is cheaper to render now than later. */
  readonly article?: () => Article | undefined
}

/** How a format puts several sessions on one page. */
export interface SharedFormat {
  /** A session as part of a combined page; `taken` are the ids that are already on the page. */
  article(session: SessionPage, frame: PageFrame, taken: ReadonlySet<string>): Article
  page(page: SharedPage, frame: PageFrame): PageChunks
}

/** A way to write pages. */
export interface PageFormat {
  readonly ending: ExportFormat
  /** Changes whenever the same session would be rendered differently. */
  readonly print: string
  /** Files that pages can link to. */
  readonly assets: readonly BuiltAsset[]
  /** A session by itself. `strays` are lines that belong to no session. */
  session(session: SessionPage, strays: readonly PageEntry[], frame: PageFrame): DrawnParts
  /** Combined pages; JSON has none. */
  readonly shared: SharedFormat | undefined
  /** Any sessions in one document, which is written while they are read. */
  document(sessions: AsyncIterable<DocumentSession>, frame: PageFrame): AsyncIterable<string>
  index(projects: readonly ProjectCard[], frame: PageFrame): PageChunks
}

/** The next sessions of a document. */
export interface DocumentSession {
  readonly sessions: readonly SessionPage[]
  readonly strays: readonly PageEntry[]
}
