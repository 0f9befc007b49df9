import type {MediaSource} from '../../page/index.ts'

/** What the nodes of a page need to know of the page. */
export interface HtmlContext {
  /** The time zone that times are told in, by its IANA name. */
  readonly zone: string
  readonly timestamps: boolean
  /** Where a picture is to be had: beside the page, or in it as `data:`; nothing where pictures are left out. */
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
