import type {Node, PageOptions} from '../../page/index.ts'
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
  /** Where images are; the page can load them from nowhere else. */
  readonly images: 'embed' | 'files' | 'none'
  /** A part ends at the first boundary after this many bytes. */
  readonly partBytes: number
  /** Where a part of the session, or a page of the project, is; counted from 1. */
  partHref(part: number): string
}

/** What the nodes of a page need to know of the page. */
export interface HtmlContext extends PageOptions {
  /** The session's folder; paths below it are linked without it. */
  readonly folder: string | undefined
}

/** What drawing one node takes. */
export interface HtmlNodeContext extends HtmlContext {
  /** The number of groups around it. */
  readonly depth: number
  /** Draws nodes inside a node. */
  readonly draw: (nodes: readonly Node[], depth: number) => Html
}
