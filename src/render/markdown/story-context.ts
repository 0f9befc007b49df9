import type {PageBranch} from '../../page/index.ts'
import type {MarkdownContext} from './markdown-context.ts'

/** What the entries of a session need to know of it. */
export interface StoryContext extends MarkdownContext {
  readonly branches: ReadonlyMap<string, PageBranch>
  /** The anchors that something in the file leads to. */
  readonly wanted: ReadonlySet<string>
  /** The path that is being told. */
  readonly branch: string | undefined
}
