import type {PageBranch, PageOptions} from '../../page/index.ts'
import {createLinkTargets, type LinkTargets} from './session/link-targets.ts'

/** How Markdown is written; it says everything that the session itself does not. */
export interface MarkdownOptions extends PageOptions {
  /** One line per call; only text in full. */
  readonly compact: boolean
  /** Whether the file starts with the facts of the session as YAML, which notes programs read. */
  readonly frontMatter: boolean
}

/** What the parts of a file need to know of the file. */
export interface MarkdownContext extends MarkdownOptions {
  /** Where the session was at work; paths below it are linked without it. */
  readonly folder: string | undefined
  /** The level of a session's heading: 1 in its own file, 2 in a combined one. Turns are one below. */
  readonly level: number
  /** The highest heading that someone's prose may have here. */
  readonly proseLevel: number
  readonly targets: LinkTargets
  /** The number of agents above. */
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
