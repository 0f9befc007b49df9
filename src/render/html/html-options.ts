import type {MediaSource, Node} from '../../page/index.ts'
import type {Html} from './html.ts'

/** A style sheet or a script: in the page itself, or next to it. */
export type Asset =
  | {readonly kind: 'inline'; readonly text: string /** `sha256-…` of the text. */; readonly hash: string}
  | {readonly kind: 'linked'; readonly href: string /** `sha256-…` of the file. */; readonly hash: string}

/** What every page needs to look and work as it should. */
export interface Assets {
  readonly style: Asset
  readonly script: Asset
}

/** How pages are made; it says everything that the session itself does not. */
export interface HtmlOptions extends HtmlContext {
  readonly assets: Assets
  /** The page above this one: the index, or the project's. */
  readonly home: {readonly href: string; readonly label: string} | undefined
  /** Where images are; the page may load them from nowhere else. */
  readonly images: 'embed' | 'files' | 'none'
  /** A part ends at the first border after so many bytes. */
  readonly partBytes: number
  /** Where a part of the session, or a page of the project, is; counted from 1. */
  partHref(part: number): string
}

/** What the nodes of a page need to know of the page. */
export interface HtmlContext {
  /** The time zone of all times, by its IANA name. */
  readonly zone: string
  readonly timestamps: boolean
  /** Where an image is to be had: next to the page, or in it as `data:`; undefined if images are left out. */
  readonly imageUrl: (source: MediaSource) => string | undefined
  /**
   * A template for links to commits and files: `https://example.org/o/r/commit/{sha}` or
   * `https://example.org/o/r/blob/main/{path}#L{line}`; both may be given, with a space between them.
   */
  readonly gitLink: string | undefined
  /** Where the session was at work; paths below it are linked without it. */
  readonly folder: string | undefined
  /** The page of another session. */
  readonly sessionHref: (id: string) => string | undefined
}

/** What drawing one node takes. */
export interface HtmlNodeContext extends HtmlContext {
  /** How many groups stand around it. */
  readonly depth: number
  /** Draws nodes inside a node. */
  readonly draw: (nodes: readonly Node[], depth: number) => Html
}
