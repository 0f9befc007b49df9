import type {EntryKind, PageEntry} from '../../../page/index.ts'
import {createMarkdownContext, type MarkdownOptions} from '../markdown-options.ts'
import {renderMarkdownNodes} from '../nodes/render-nodes.ts'
import {joinBlocks} from '../text/blocks.ts'
import {nodesWithoutSubject} from './entry-blocks.ts'
import {markdownEntryLine} from './entry-line.ts'
import {renderMarkdownEntries} from './render-entries.ts'

/** What was said needs nobody's name where it stands alone. */
const said: ReadonlySet<EntryKind> = new Set([
  'prompt',
  'steering',
  'answer',
  'thinking',
  'memory',
  'teammate',
  'recap',
  'summary',
])

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
  const blocks = said.has(entry.kind)
    ? renderMarkdownNodes(nodes, context)
    : [
        markdownEntryLine(entry, context),
        ...renderMarkdownNodes(nodesWithoutSubject(entry), context),
        // An agent is what it said and did.
        ...(entry.kind === 'agent' ? renderMarkdownEntries(entry.below, context) : []),
      ]
  return `${joinBlocks(blocks)}\n`
}
