import type {HtmlContext} from './html-context.ts'

/** A style sheet or a script: in the page itself, or beside it. */
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
  /** Where pictures are; the page may load them from nowhere else. */
  readonly images: 'embed' | 'files' | 'none'
  /** A part ends at the first border after so many bytes. */
  readonly partBytes: number
  /** Where a part of the session, or a page of the project, is; counted from 1. */
  partHref(part: number): string
}
