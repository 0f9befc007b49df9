import type {MediaSource, PageBranch} from '../../page/index.ts'
import {createLinkTargets, type LinkTargets} from './session/link-targets.ts'

/** How Markdown is written; it says everything that the session itself does not. */
export interface MarkdownOptions {
  /** The time zone of all times, by its IANA name. */
  readonly zone: string
  readonly timestamps: boolean
  /** One line a call, and only what was said in full. */
  readonly compact: boolean
  /** Where an image is to be had: next to the file, or in it as `data:`; undefined if images are left out. */
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

/** What the parts of a file need to know of the file. */
export interface MarkdownContext extends MarkdownOptions {
  /** Where the session was at work; paths below it are linked without it. */
  readonly folder: string | undefined
  /** The level of a session's heading: 1 in a file of its own, 2 among others. Turns stand one below. */
  readonly level: number
  /** The highest heading that someone's prose may have here. */
  readonly proseLevel: number
  readonly targets: LinkTargets
  /** How many agents stand above. */
  readonly agents: number
}

/** What the entries of a session need to know of it. */
export interface MarkdownSessionContext extends MarkdownContext {
  readonly branches: ReadonlyMap<string, PageBranch>
  /** The anchors that something in the file leads to. */
  readonly wanted: ReadonlySet<string>
  /** The branch that is being written. */
  readonly branch: string | undefined
}

/** The context of a session's parts. */
export const createMarkdownContext = (
  options: MarkdownOptions,
  folder: string | undefined,
  level: number,
  places = createLinkTargets('', new Set()),
): MarkdownContext => ({
  ...options,
  // Methods of a class are not copied by spreading.
  imageUrl: (source) => options.imageUrl(source),
  sessionHref: (id) => options.sessionHref(id),
  folder,
  targets: places,
  level,
  proseLevel: level + 2,
  agents: 0,
})
