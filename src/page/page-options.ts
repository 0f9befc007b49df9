import type {MediaSource} from '../model/index.ts'

/** What pages of every format need besides the session. */
export interface PageOptions {
  /** The time zone of all times, by its IANA name. */
  readonly zone: string
  readonly timestamps: boolean
  /** The address of an image: a file next to the page, or `data:`; undefined if images are left out. */
  readonly imageUrl: (source: MediaSource) => string | undefined
  /**
   * A template for links to commits and files: `https://example.org/o/r/commit/{sha}` or
   * `https://example.org/o/r/blob/main/{path}#L{line}`; two templates are separated by a space.
   */
  readonly gitLink: string | undefined
  /** The address of another session's page. */
  readonly sessionHref: (id: string) => string | undefined
}
