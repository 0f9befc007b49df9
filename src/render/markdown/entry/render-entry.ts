import {type PageEntry, spokenKinds} from '../../../page/index.ts'
import {createMarkdownContext, type MarkdownOptions} from '../markdown-options.ts'
import {renderMarkdownNodes} from '../nodes/render-nodes.ts'
import {joinBlocks} from '../text/blocks.ts'
import {nodesWithoutSubject} from './entry-blocks.ts'
import {markdownEntryLine} from './entry-line.ts'
import {renderMarkdownEntries} from './render-entries.ts'

/** One entry by itself, to be put into something else: what was said as it was said, what was done with its line before it. */
export function renderMarkdownEntry(
  entry: PageEntry,
  options: MarkdownOptions & {readonly folder: string | undefined},
): string {
  const context = {
    ...createMarkdownContext(options, options.folder, 1),
    branches: new Map(),
    wanted: new Set<string>(),
    branch: entry.branch,
  }
  const nodes = [...entry.asked, ...entry.answered]
  const blocks = spokenKinds.has(entry.kind)
    ? renderMarkdownNodes(nodes, context)
    : [
        markdownEntryLine(entry, context),
        ...renderMarkdownNodes(nodesWithoutSubject(entry), context),
        // An agent is what it said and did.
        ...(entry.kind === 'agent' ? renderMarkdownEntries(entry.below, context) : []),
      ]
  return `${joinBlocks(blocks)}\n`
}
