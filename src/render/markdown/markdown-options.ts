import type {MediaSource} from '../../page/index.ts'

/** How Markdown is written; it says everything that the session itself does not. */
export interface MarkdownOptions {
  /** The time zone that times are told in, by its IANA name. */
  readonly zone: string
  readonly timestamps: boolean
  /** One line a call, and only what was said in full. */
  readonly compact: boolean
  /** Where a picture is to be had: beside the file, or in it as `data:`; nothing where pictures are left out. */
  imageUrl(source: MediaSource): string | undefined
  /**
   * A template for links to commits and files: `https://example.org/o/r/commit/{sha}` or
   * `https://example.org/o/r/blob/main/{path}#L{line}`; both may be given, with a space between them.
   */
  readonly gitLink: string | undefined
  /** The file of another session. */
  sessionHref(id: string): string | undefined
  /** What notes programs read: the facts of the session, as YAML, before everything else. */
  readonly frontMatter: boolean
}
